//! Doing what the arguments say.

use std::fs;
use std::io;

use toolhost_sdk::files::{self, ChatPath, Staged};
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;

use crate::Arguments;
use crate::arguments::{CellType, Operation, check};
use crate::change::{self, NewCell};
use crate::locate::{locate, with_id};
use crate::notebook::Notebook;
use crate::show;

/// The largest notebook that is read. The old and the new text are in memory together.
const LARGEST: u64 = 24 * 1024 * 1024;
const MARK: char = '\u{feff}';

/// Does it.
pub(crate) fn perform(arguments: &Arguments, call: &Call) -> ToolResult {
    check(arguments)?;
    let path = ChatPath::parse(&arguments.path)?;
    if arguments.op == Operation::Create {
        return create(&path, arguments);
    }
    let bytes = files::read_whole(&path, LARGEST)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        ToolError::failed(format!(
            "`{path}` is no notebook: its byte {} is not UTF-8, the encoding of every notebook",
            error.valid_up_to()
        ))
    })?;
    let notebook = Notebook::parse(&path, text.trim_start_matches(MARK))?;
    // An insertion names a place, which may be after the last cell.
    let named = if arguments.op == Operation::Insert { None } else { locate(&notebook, arguments)? };
    let cell = named.and_then(|index| Some((index, notebook.cells.get(index)?)));
    match (arguments.op, cell) {
        (Operation::List, None) => return show::all(&notebook, arguments, call),
        (Operation::List, Some((index, cell))) => return show::one(cell, index, arguments, call),
        _ => {}
    }
    let (new, done) = match (arguments.op, cell) {
        (Operation::Delete, Some((index, cell))) => {
            let left = counted(notebook.cells.len().saturating_sub(1) as u64, "cell", "cells");
            let lines = cell.source().map_or(0, |source| source.lines().count()) as u64;
            let done =
                format!("deleted {} ({}) of {path}; {left} left", cell.title(index), counted(lines, "line", "lines"));
            (change::delete(&notebook, index), Answer::text(done + "\n"))
        }
        (Operation::Replace, Some((index, cell))) => {
            let source = arguments.source.as_deref();
            let kind = arguments.cell_type.map_or(cell.kind.as_str(), |kind| kind.name());
            if source.is_none_or(|source| cell.source().as_deref() == Ok(source)) && kind == cell.kind {
                return Ok(Answer::noop(format!("{} of {path} is already like this\n", cell.title(index))));
            }
            let keep = arguments.keep_outputs;
            let done = replaced(&path, cell, index, source, kind, keep);
            (change::replace(&notebook, cell, source, kind, keep), done)
        }
        _ => {
            let (index, source) = (position(&notebook, arguments)?, arguments.source.as_deref().unwrap_or_default());
            let kind = arguments.cell_type.unwrap_or(CellType::Code);
            let id = notebook.has_ids().then(|| change::free_id(source, &notebook.cells));
            let done = inserted(&path, kind, index, id.as_deref(), notebook.cells.len() + 1);
            (change::insert(&notebook, index, &NewCell { kind, id, source }), done)
        }
    };
    let mark = if text.starts_with(MARK) { "\u{feff}" } else { "" };
    save(&path, &if mark.is_empty() { new } else { format!("{mark}{new}") })?;
    Ok(done)
}

/// The position that a new cell gets.
fn position(notebook: &Notebook<'_>, arguments: &Arguments) -> Result<usize, ToolError> {
    let count = notebook.cells.len();
    match (arguments.cell_id.as_deref(), arguments.index) {
        (Some(id), _) => Ok(with_id(notebook, id)? + 1),
        (None, None) => Ok(count),
        (None, Some(index)) if index as usize <= count => Ok(index as usize),
        (None, Some(index)) => Err(ToolError::invalid(
            "/index",
            format!(
                "a new cell cannot be put at {index}: the notebook has {count}; index is 0 to {count}, or left out for the end"
            ),
        )),
    }
}

fn inserted(path: &ChatPath, kind: CellType, index: usize, id: Option<&str>, count: usize) -> Answer {
    let id = id.map_or(String::new(), |id| format!(" (id {id})"));
    let kind = kind.name();
    Answer::text(format!("inserted {kind} cell {index}{id} into {path}; {}\n", counted(count as u64, "cell", "cells")))
}

fn replaced(
    path: &ChatPath,
    cell: &crate::cell::Cell<'_>,
    index: usize,
    source: Option<&str>,
    kind: &str,
    keep_outputs: bool,
) -> Answer {
    let mut parts = Vec::new();
    if let Some(source) = source {
        let lines = |text: &str| text.lines().count() as u64;
        let before = cell.source().map_or(0, |source| lines(&source));
        parts.push(format!("{before} -> {}", counted(lines(source), "line", "lines")));
    }
    if kind != cell.kind {
        parts.push(format!("now {kind}"));
    }
    let are_outputs_lost = cell.has_outputs() && (kind != CellType::Code.name() || !keep_outputs);
    if are_outputs_lost {
        parts.push("outputs removed".to_owned());
    }
    if kind == CellType::Code.name() && cell.entries.get("attachments").is_some() {
        parts.push("attachments removed, since code cells have none".to_owned());
    }
    let answer = Answer::text(format!("replaced {} of {path}: {}\n", cell.title(index), parts.join(", ")));
    if are_outputs_lost { answer.action("outputs_removed") } else { answer }
}

fn create(path: &ChatPath, arguments: &Arguments) -> ToolResult {
    match fs::symlink_metadata(path.real()) {
        Ok(found) if found.is_dir() => {
            return Err(ToolError::invalid("/path", format!("`{path}` is a folder; add the name of the notebook")));
        }
        Ok(_) => {
            return Err(ToolError::conflict(format!(
                "`{path}` already exists; use op=list to see it, op=insert to add cells, or choose another path"
            )));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(files::io_error(path, &error)),
    }
    let kind = arguments.cell_type.unwrap_or(CellType::Code);
    let cell = arguments.source.as_deref().map(|source| {
        let id = Some(change::free_id(source, &[]));
        NewCell { kind, id, source }
    });
    save(path, &change::new_notebook(cell.as_ref()))?;
    let first = match &cell {
        Some(NewCell { id: Some(id), .. }) => format!("its first cell is {}, id {id}", kind.name()),
        _ => "it has no cells yet".to_owned(),
    };
    Ok(Answer::text(format!("created {path}, a Python 3 notebook; {first}\n")))
}

fn save(path: &ChatPath, text: &str) -> Result<(), ToolError> {
    Staged::write(&path.real(), text.as_bytes())
        .and_then(Staged::publish)
        .map_err(|error| files::io_error(path, &error))
}
