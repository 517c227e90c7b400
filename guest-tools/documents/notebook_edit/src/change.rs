//! The text of a notebook after a change to one of its cells.

use std::borrow::Cow;
use std::ops::Range;

use crate::arguments::CellType;
use crate::cell::Cell;
use crate::layout::Layout;
use crate::notebook::Notebook;

/// The level of indentation of a cell's entries: in an object, in a list, in an object.
const ENTRIES: usize = 3;
const CELLS: usize = ENTRIES - 1;

/// A cell to be written.
#[derive(Debug)]
pub(crate) struct NewCell<'a> {
    pub(crate) kind: CellType,
    /// Notebooks before 4.5 have none.
    pub(crate) id: Option<String>,
    pub(crate) source: &'a str,
}

/// The notebook with a cell put in at a position.
pub(crate) fn insert(notebook: &Notebook<'_>, index: usize, cell: &NewCell<'_>) -> String {
    let layout = &notebook.layout;
    let written = written(layout, cell, notebook.has_whole_sources());
    let between = layout.between(CELLS);
    match (notebook.cells.get(index), notebook.cells.last()) {
        (Some(next), _) => {
            let start = notebook.range(next).start;
            exchanged(notebook.text, start..start, &format!("{written}{between}"))
        }
        (None, Some(last)) => {
            let end = notebook.range(last).end;
            exchanged(notebook.text, end..end, &format!("{between}{written}"))
        }
        (None, None) => exchanged(notebook.text, notebook.list.clone(), &layout.list(&[written], CELLS)),
    }
}

/// The notebook without the cell at a position.
pub(crate) fn delete(notebook: &Notebook<'_>, index: usize) -> String {
    let range = |index: usize| notebook.cells.get(index).map(|cell| notebook.range(cell));
    let before = index.checked_sub(1).and_then(range);
    match (before, range(index), range(index + 1)) {
        (_, Some(this), Some(next)) => exchanged(notebook.text, this.start..next.start, ""),
        (Some(before), Some(this), None) => exchanged(notebook.text, before.end..this.end, ""),
        _ => exchanged(notebook.text, notebook.list.clone(), "[]"),
    }
}

/// The notebook with another source or type for a cell.
pub(crate) fn replace(
    notebook: &Notebook<'_>,
    cell: &Cell<'_>,
    source: Option<&str>,
    kind: &str,
    keep_outputs: bool,
) -> String {
    let layout = &notebook.layout;
    let mut entries: Vec<(&str, Cow<'_, str>)> =
        cell.entries.0.iter().map(|(name, value)| (name.as_str(), Cow::Borrowed(value.get()))).collect();
    if let Some(source) = source {
        let is_whole = if cell.entries.get("source").is_some_and(|text| text.starts_with(['"', '['])) {
            cell.has_whole_source()
        } else {
            notebook.has_whole_sources()
        };
        set(&mut entries, "source", written_source(layout, source, is_whole));
    }
    if kind != cell.kind {
        set(&mut entries, "cell_type", layout.string(kind));
    }
    if kind == CellType::Code.name() {
        // Code cells have no attachments; the format does not allow it.
        entries.retain(|(name, _)| *name != "attachments");
        if !keep_outputs || cell.entries.get("outputs").is_none() {
            set(&mut entries, "execution_count", "null".to_owned());
            set(&mut entries, "outputs", "[]".to_owned());
        }
    } else if kind != cell.kind {
        entries.retain(|(name, _)| !matches!(*name, "outputs" | "execution_count"));
    }
    let text = layout.object(entries.iter().map(|(name, value)| (*name, value.as_ref())), ENTRIES);
    exchanged(notebook.text, notebook.range(cell), &text)
}

/// A new notebook.
pub(crate) fn new_notebook(cell: Option<&NewCell<'_>>) -> String {
    let layout = Layout::of_jupyter();
    let cells: Vec<String> = cell.map(|cell| written(&layout, cell, false)).into_iter().collect();
    let kernel =
        layout.object([("display_name", "\"Python 3\""), ("language", "\"python\""), ("name", "\"python3\"")], ENTRIES);
    let language = layout.object([("name", "\"python\"")], ENTRIES);
    let metadata = layout.object([("kernelspec", kernel.as_str()), ("language_info", &language)], CELLS);
    let entries = [
        ("cells", layout.list(&cells, CELLS)),
        ("metadata", metadata),
        ("nbformat", "4".to_owned()),
        ("nbformat_minor", "5".to_owned()),
    ];
    layout.object(entries.iter().map(|(name, value)| (*name, value.as_str())), 1) + "\n"
}

/// An id that no cell has: the same for the same notebook and cell, since a tool has no dice.
pub(crate) fn free_id(source: &str, taken: &[Cell<'_>]) -> String {
    for round in 0_u64.. {
        let id =
            format!("{:08x}", hash(&[&round.to_le_bytes(), &(taken.len() as u64).to_le_bytes(), source.as_bytes()]));
        if !taken.iter().any(|cell| cell.id.as_deref() == Some(&id)) {
            return id;
        }
    }
    String::new()
}

/// The 32 bits of FNV-1a.
fn hash(parts: &[&[u8]]) -> u32 {
    parts
        .iter()
        .flat_map(|part| part.iter())
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

fn written(layout: &Layout, cell: &NewCell<'_>, is_whole: bool) -> String {
    let source = written_source(layout, cell.source, is_whole);
    let id = cell.id.as_deref().map(|id| layout.string(id));
    let kind = layout.string(cell.kind.name());
    let is_code = cell.kind == CellType::Code;
    // In the order of the alphabet, as Jupyter writes them.
    let entries = [
        ("cell_type", Some(kind.as_str())),
        ("execution_count", is_code.then_some("null")),
        ("id", id.as_deref()),
        ("metadata", Some("{}")),
        ("outputs", is_code.then_some("[]")),
        ("source", Some(source.as_str())),
    ];
    layout.object(entries.into_iter().filter_map(|(name, value)| Some((name, value?))), ENTRIES)
}

fn written_source(layout: &Layout, source: &str, is_whole: bool) -> String {
    if is_whole {
        return layout.string(source);
    }
    let lines: Vec<String> = source.split_inclusive('\n').map(|line| layout.string(line)).collect();
    layout.list(&lines, ENTRIES + 1)
}

/// Gives an entry a value. A new one comes before the first whose name is greater.
fn set<'a>(entries: &mut Vec<(&'a str, Cow<'a, str>)>, name: &'a str, value: String) {
    let value = Cow::Owned(value);
    if let Some(entry) = entries.iter_mut().find(|(other, _)| *other == name) {
        entry.1 = value;
        return;
    }
    let place = entries.iter().position(|(other, _)| *other > name).unwrap_or(entries.len());
    entries.insert(place, (name, value));
}

fn exchanged(text: &str, range: Range<usize>, new: &str) -> String {
    let (before, after) = (text.get(..range.start).unwrap_or_default(), text.get(range.end..).unwrap_or_default());
    [before, new, after].concat()
}
