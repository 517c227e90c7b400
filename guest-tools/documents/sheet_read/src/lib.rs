//! The tool `sheet_read`.
//!
//! One pass over a sheet (`survey`) finds out what is in use and keeps the rows that the call wants; `answer` puts them
//! together.

mod answer;
mod examples;
mod survey;
#[cfg(test)]
mod tests;

use toolhost_sdk::files::ChatPath;
use toolhost_sdk::prelude::*;
use toolhost_sheets::{Area, Workbook};

/// The most rows that one call returns.
const MOST_ROWS: u32 = 10_000;

/// Which cells to read.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The workbook (xlsx, xlsm, xlsb, xls or ods), relative to the chat's files.
    path: String,
    /// The sheet, by name or by number from 1; the first that is visible if left out.
    #[serde(default)]
    sheet: Option<String>,
    /// Only these cells, such as "B2:F40", "A:D" for columns or "10:60" for rows.
    #[serde(default)]
    range: Option<String>,
    /// Whether the first row names the columns.
    #[serde(default = "yes")]
    header: bool,
    /// The most rows to return.
    #[serde(default = "two_hundred")]
    #[schemars(range(min = 1, max = 10_000))]
    limit: u32,
    /// Rows to leave out before the first one returned, the header not counted: next_offset of the answer before.
    #[serde(default)]
    offset: u64,
    /// Also give the formulas of the cells returned.
    #[serde(default)]
    formulas: bool,
}

fn yes() -> bool {
    true
}

fn two_hundred() -> u32 {
    200
}

/// Reads a sheet of an Excel or OpenDocument workbook.
///
/// The answer is {sheet, sheets, used, columns, rows, first_row, row_count, total_rows, next_offset if there are more
/// rows, merged, formulas, notes}. used is the range that has values; first_row is the sheet's number of the first row
/// returned. Dates come as 2024-03-01, durations as 26:15:00, empty cells as null, errors as text such as #DIV/0!. A
/// cell with a formula has the value that was computed when the file was saved, null if its program saved none;
/// formulas=true lists the formulas by cell. Of merged cells only the first has the value.
#[tool(
    title = "Read a spreadsheet",
    category = documents,
    tier = low,
    access = read,
    danger = safe,
    class = large,
    idempotent,
    concurrency_safe,
    files = read,
    cache_seconds = 300,
    keywords = ["excel", "xlsx", "xls", "ods", "spreadsheet", "workbook", "sheet", "cells", "formulas"],
    use_cases = [
        "see which sheets a workbook has and what is in them",
        "read a table from an Excel file",
        "look at the formulas behind the numbers",
    ],
    aliases = ["read_excel", "read_sheet", "excel_read"],
    parameter_aliases = [
        ("file_path", "path"), ("file", "path"), ("sheet_name", "sheet"), ("cells", "range"), ("max_rows", "limit")
    ],
    opaque = ["path", "sheet", "range"],
    hints = [("more", "To count, sum or group all rows export the sheet with table_convert (to=csv, out) and use csv_query.")],
    examples = examples::all(),
)]
fn sheet_read(arguments: Arguments, call: &Call) -> ToolResult {
    if !(1..=MOST_ROWS).contains(&arguments.limit) {
        return Err(ToolError::invalid("/limit", format!("limit is 1 to {MOST_ROWS}; page with offset")));
    }
    let area = arguments.range.as_deref().map_or(Ok(Area::ALL), |range| Area::parse(range, "/range"))?;
    let path = ChatPath::parse(&arguments.path)?;
    let mut book = Workbook::open(&path)?;
    let sheet = book.choose(arguments.sheet.as_deref())?;
    let survey = survey::survey(&mut book, &sheet, area, &arguments)?;
    answer::put_together(&mut book, &sheet, survey, &arguments, call)
}
