//! Finding the cell that is meant.

use toolhost_sdk::prelude::*;
use toolhost_sdk::text::{counted, printable};

use crate::Arguments;
use crate::notebook::Notebook;

/// How many ids an error names.
const NAMED: usize = 10;

/// The position of the cell that the arguments name; none if they name none.
pub(crate) fn locate(notebook: &Notebook<'_>, arguments: &Arguments) -> Result<Option<usize>, ToolError> {
    let by_id = arguments.cell_id.as_deref().map(|id| with_id(notebook, id)).transpose()?;
    let by_index = arguments.index.map(|index| at(notebook, index)).transpose()?;
    match (by_id, by_index) {
        (Some(one), Some(other)) if one != other => Err(ToolError::invalid(
            "/index",
            format!("cell_id names cell {one} and index cell {other}; give one of them, as op=list shows them"),
        )),
        (found, other) => Ok(found.or(other)),
    }
}

/// The cell with an id.
pub(crate) fn with_id(notebook: &Notebook<'_>, id: &str) -> Result<usize, ToolError> {
    let mut found = notebook.cells.iter().enumerate().filter(|(_, cell)| cell.id.as_deref() == Some(id));
    match (found.next(), found.next()) {
        (Some((index, _)), None) => Ok(index),
        (Some((one, _)), Some((other, _))) => Err(ToolError::conflict(format!(
            "several cells have this id, for example {one} and {other}; name the cell by index"
        ))),
        (None, _) => Err(ToolError::not_found(format!("no cell has the id `{}`; {}", printable(id), ids(notebook)))),
    }
}

fn ids(notebook: &Notebook<'_>) -> String {
    let ids: Vec<_> = notebook.cells.iter().filter_map(|cell| cell.id.as_deref()).collect();
    match ids.as_slice() {
        [] => "the cells of this notebook have no ids, so use index".to_owned(),
        ids => {
            let shown: Vec<_> = ids.iter().take(NAMED).map(|id| printable(id)).collect();
            let more = if ids.len() > NAMED { ", …" } else { "" };
            format!("there are {}{more}", shown.join(", "))
        }
    }
}

/// The cell at a position.
fn at(notebook: &Notebook<'_>, index: u32) -> Result<usize, ToolError> {
    let count = notebook.cells.len();
    let index = index as usize;
    if index < count {
        return Ok(index);
    }
    Err(match count {
        0 => ToolError::not_found("the notebook has no cells"),
        _ => ToolError::not_found(format!(
            "there is no cell {index}: the notebook has {}, from 0 to {}",
            counted(count as u64, "cell", "cells"),
            count - 1
        )),
    })
}
