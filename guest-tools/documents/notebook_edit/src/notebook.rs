//! A notebook as it stands in its file.

use std::ops::Range;

use toolhost_sdk::files::ChatPath;
use toolhost_sdk::prelude::*;

use crate::cell::Cell;
use crate::layout::Layout;
use crate::raw::{Entries, Items, range_in};

/// A notebook of format 4.
#[derive(Debug)]
pub(crate) struct Notebook<'a> {
    /// The whole file, without a byte-order mark.
    pub(crate) text: &'a str,
    /// The minor version of the format. From 5 on, every cell has an id.
    pub(crate) minor: u64,
    /// The language or the kernel, if the notebook says so.
    pub(crate) language: Option<String>,
    /// The text of the list of cells, brackets included.
    pub(crate) list: Range<usize>,
    pub(crate) cells: Vec<Cell<'a>>,
    pub(crate) layout: Layout,
}

impl<'a> Notebook<'a> {
    /// Takes a file's text apart, or says why it is no notebook that this tool changes.
    pub(crate) fn parse(path: &ChatPath, text: &'a str) -> Result<Self, ToolError> {
        if text.trim().is_empty() {
            return Err(ToolError::failed(format!(
                "`{path}` is empty, which is no notebook; delete it and use op=create, or choose another path"
            )));
        }
        let entries = Entries::of(text).map_err(|error| {
            ToolError::failed(format!(
                "`{path}` is no notebook: {error}. A notebook is a JSON object with the entry cells; use read to see the file."
            ))
        })?;
        if let Some(name) = entries.repeated() {
            return Err(ToolError::failed(format!(
                "`{path}` has the entry {name:?} twice, so programs differ in what they take it for; use edit to mend it"
            )));
        }
        match entries.read::<u64>("nbformat") {
            Some(4) => {}
            Some(old @ 1..4) => {
                return Err(ToolError::unsupported(format!(
                    "`{path}` is a notebook of the old format {old}; convert it first, for example with nbformat.convert \
                     or `jupyter nbconvert --to notebook`"
                )));
            }
            Some(new) => {
                return Err(ToolError::unsupported(format!(
                    "`{path}` is a notebook of format {new}; formats up to 4 are known"
                )));
            }
            None => {
                return Err(ToolError::failed(format!(
                    "`{path}` is JSON but no notebook: it has no number nbformat; use json_query or read to see the file"
                )));
            }
        }
        let Some(list) = entries.get("cells") else {
            return Err(ToolError::failed(format!("`{path}` is no notebook: it has no list cells")));
        };
        let items: Items<'_> = serde_json::from_str(list)
            .map_err(|error| ToolError::failed(format!("`{path}` is no notebook: in cells: {error}")))?;
        let mut cells = Vec::with_capacity(items.0.len());
        for (index, item) in items.0.into_iter().enumerate() {
            let cell = Cell::parse(item.get())
                .map_err(|problem| ToolError::failed(format!("cell {index} of `{path}` {problem}")))?;
            cells.push(cell);
        }
        Ok(Self {
            text,
            minor: entries.read("nbformat_minor").unwrap_or(0),
            language: language(&entries),
            list: range_in(text, list),
            cells,
            layout: Layout::of(text),
        })
    }

    /// Where a cell stands in the text.
    pub(crate) fn range(&self, cell: &Cell<'_>) -> Range<usize> {
        range_in(self.text, cell.text)
    }

    /// Whether cells have ids in this version of the format. Before 4.5 a reader may refuse them.
    pub(crate) fn has_ids(&self) -> bool {
        self.minor >= 5
    }

    /// Whether most cells have their source as one text, not as a list of lines.
    pub(crate) fn has_whole_sources(&self) -> bool {
        let whole = self.cells.iter().filter(|cell| cell.has_whole_source()).count();
        whole * 2 > self.cells.len()
    }
}

fn language(entries: &Entries<'_>) -> Option<String> {
    let metadata: Entries<'_> = entries.read("metadata")?;
    let inside = |name: &str, key: &str| metadata.read::<Entries<'_>>(name)?.read::<String>(key);
    inside("language_info", "name")
        .or_else(|| inside("kernelspec", "language"))
        .or_else(|| inside("kernelspec", "display_name"))
        .or_else(|| inside("kernelspec", "name"))
}
