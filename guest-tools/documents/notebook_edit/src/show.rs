//! Showing the cells.

use toolhost_sdk::paging::{Rows, page_lines, room};
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::{clip_around, counted, printable};

use crate::Arguments;
use crate::cell::Cell;
use crate::notebook::Notebook;
use crate::outputs;

/// Lines of a source that the list of cells shows.
const SOURCE_LINES: usize = 12;
/// Bytes of a line that the list of cells shows.
const LINE: usize = 300;
/// Room kept for the last line.
const LAST_LINE: usize = 200;

/// The cells with the beginnings of their sources.
pub(crate) fn all(notebook: &Notebook<'_>, arguments: &Arguments, call: &Call) -> ToolResult {
    let total = notebook.cells.len() as u64;
    if arguments.offset > 0 && arguments.offset >= total {
        return Err(ToolError::invalid(
            "/offset",
            format!("the notebook has {}; offset is less than that", counted(total, "cell", "cells")),
        ));
    }
    let rows = notebook.cells.iter().enumerate().map(|(index, cell)| row(index, cell));
    let limit = arguments.limit.unwrap_or(u32::MAX);
    let mut page = Rows::page(call, rows, (arguments.offset, limit), (total, "cells"));
    let language = notebook.language.as_deref().map(printable).unwrap_or("no language named".into());
    let minor = notebook.minor;
    page.note(format!("nbformat 4.{minor}, {language}, {}", counted(total, "cell", "cells")));
    Ok(page.into_answer())
}

fn row(index: usize, cell: &Cell<'_>) -> String {
    let mut row = heading(index, cell);
    row.push('\n');
    match cell.source() {
        Err(problem) => row.push_str(&format!("    (the cell {problem})\n")),
        Ok(source) => {
            for line in source.lines().take(SOURCE_LINES) {
                row.push_str(format!("    {}", clip_around(line, 0..0, LINE)).trim_end());
                row.push('\n');
            }
            let more = source.lines().count().saturating_sub(SOURCE_LINES) as u64;
            if more > 0 {
                row.push_str(&format!("    … {}; index={index} shows all\n", counted(more, "more line", "more lines")));
            }
        }
    }
    row
}

fn heading(index: usize, cell: &Cell<'_>) -> String {
    let mut heading = format!("[{index}] {}", printable(&cell.kind));
    if let Some(id) = &cell.id {
        heading.push_str(&format!(", id {}", printable(id)));
    }
    if let Some(count) = cell.execution_count() {
        heading.push_str(&format!(", In [{count}]"));
    }
    if let Some(outputs) = outputs::summary(cell) {
        heading.push_str(&format!(", outputs: {outputs}"));
    }
    heading
}

/// All of one cell: its source as it is, then its outputs as text.
pub(crate) fn one(cell: &Cell<'_>, index: usize, arguments: &Arguments, call: &Call) -> ToolResult {
    let source = cell.source().map_err(|problem| ToolError::failed(format!("cell {index} {problem}")))?;
    let outputs = outputs::lines(cell);
    let source_lines = source.lines().count() as u64;
    let total = source_lines + outputs.len() as u64;
    if arguments.offset > 0 && arguments.offset >= total {
        return Err(ToolError::invalid(
            "/offset",
            format!("cell {index} has {} to show; offset is less than that", counted(total, "line", "lines")),
        ));
    }
    let lines = source.lines().chain(outputs.iter().map(String::as_str));
    let most = arguments.limit.map_or(u64::MAX, u64::from);
    let heading = heading(index, cell);
    let room = room(call).saturating_sub(LAST_LINE + heading.len());
    let page = page_lines(lines, arguments.offset, most, room);
    let mut text = format!("{heading}\n{}", page.text);
    let Some(next) = page.next_offset else { return Ok(Answer::text(text)) };
    let first = arguments.offset + 1;
    text.push_str(&format!("[lines {first}-{next} of {total}; continue with offset={next}]\n"));
    Ok(Answer::text(text).action("more"))
}
