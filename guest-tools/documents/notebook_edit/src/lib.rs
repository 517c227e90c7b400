//! The tool `notebook_edit`.
//!
//! `notebook` finds the cells in the file's text; a change is made by exchanging the text of one cell, so that all other
//! bytes of the file stay as they are.

mod arguments;
mod cell;
mod change;
mod examples;
mod layout;
mod locate;
mod notebook;
mod outputs;
mod perform;
mod raw;
mod show;
#[cfg(test)]
mod tests;

use toolhost_sdk::prelude::*;

use crate::arguments::{CellType, Operation};

/// What to do with which cell.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The notebook (.ipynb), relative to the chat's files.
    path: String,
    /// list: show the cells, or with index or cell_id all of one cell and its outputs. insert: add a cell. replace:
    /// give a cell another source, another type or both. delete: remove a cell. create: make a new notebook, with a
    /// first cell if source is given.
    op: Operation,
    /// The cell, by its id as list shows it. insert: the new cell comes after this one.
    cell_id: Option<String>,
    /// The cell, by its position, counted from 0 as list shows it. insert: the position that the new cell gets. An insert
    /// with neither index nor cell_id adds at the end.
    index: Option<u32>,
    /// insert: the new cell's type, code if left out. replace: another type for the cell.
    cell_type: Option<CellType>,
    /// insert, replace: the cell's whole source.
    source: Option<String>,
    /// replace: keep the outputs of a code cell. They are removed if left out, since they belong to the old source.
    #[serde(default)]
    keep_outputs: bool,
    /// list: cells to pass over, or with index or cell_id lines to pass over.
    #[serde(default)]
    offset: u64,
    /// list: cells to show at most, or with index or cell_id lines; as many as fit if left out.
    #[schemars(range(min = 1))]
    limit: Option<u32>,
}

/// Shows and changes the cells of a Jupyter notebook (.ipynb, nbformat 4): lists them, inserts, replaces and deletes them,
/// and makes new notebooks. It does not run them.
///
/// Everything that is not changed stays as it is, byte for byte: metadata, outputs, attachments, formatting. Begin with
/// op=list for the ids and positions. Positions shift when a cell is inserted or deleted; ids do not. Notebooks older
/// than nbformat 4.5 have no ids.
#[tool(
    name = "notebook_edit",
    title = "Edit notebooks",
    category = documents,
    tier = low,
    access = write,
    danger = low,
    // Notebooks carry their pictures with them and are read whole.
    class = medium,
    idempotent = false,
    concurrency_safe = false,
    files = read_write,
    keywords = ["notebook", "ipynb", "jupyter", "cell", "colab", "markdown cell", "code cell"],
    use_cases = [
        "see what a notebook contains",
        "change the code of a cell",
        "add a cell to a notebook, or remove one",
        "read the outputs and errors of a cell",
        "make a new notebook"
    ],
    aliases = ["notebook"],
    parameter_aliases = [
        ("notebook_path", "path"), ("file_path", "path"), ("file", "path"), ("edit_mode", "op"), ("operation", "op"),
        ("new_source", "source"), ("content", "source"), ("id", "cell_id"), ("cell_index", "index"), ("type", "cell_type")
    ],
    opaque = ["path", "source", "cell_id"],
    narrower = [(
        parameter = "op", values = ["list"], access = read, tier = low, files = read, idempotent = true,
        concurrency_safe = true
    )],
    hints = [
        ("more", "There is more: call again with the offset that the last line names."),
        ("outputs_removed", "The outputs were removed because they belonged to the old source; nothing was run.")
    ],
    examples = examples::examples(),
)]
fn notebook_edit(arguments: Arguments, call: &Call) -> ToolResult {
    perform::perform(&arguments, call)
}
