//! The tool `table_convert`.
//!
//! `from` gives the rows of a file one at a time, as fields whose numbers keep their digits (`field`); `writer` puts a
//! row into the wanted format; `convert` sends all of them to a file or some of them to the answer.

mod convert;
mod examples;
mod field;
mod from;
#[cfg(test)]
mod tests;
mod writer;

use toolhost_sdk::prelude::*;

/// Which table to convert to what.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The table, relative to the chat's files: CSV or TSV, JSON (a list of objects or lists), JSON Lines, or a workbook
    /// (xlsx, xlsm, xlsb, xls, ods).
    path: String,
    /// The format wanted: csv, json (a list of objects), jsonl (an object per line), md (a Markdown table) or html.
    to: Format,
    /// The file to write all rows to. Without it some rows are returned as text.
    #[serde(default)]
    out: Option<String>,
    /// With out: replace the file if it exists.
    #[serde(default)]
    overwrite: bool,
    /// The sheet of a workbook, by name or number; the first that is visible if left out.
    #[serde(default)]
    sheet: Option<String>,
    /// Whether the first row of a CSV file or a sheet names the columns. Found out for CSV and assumed for sheets if
    /// left out.
    #[serde(default)]
    header: Option<bool>,
    /// What separates the fields of a CSV file that is read: auto, tab, or one character.
    #[serde(default = "auto")]
    delimiter: String,
    /// The encoding of a CSV file that is read: auto, or a name such as windows-1251.
    #[serde(default = "auto")]
    encoding: String,
    /// With to=csv: what separates the fields that are written: one character, or tab.
    #[serde(default = "comma")]
    to_delimiter: String,
    /// With to=csv: put ' before texts that begin with = + - or @, which a spreadsheet would run as formulas.
    #[serde(default)]
    formula_guard: bool,
    /// Without out: the most rows to return.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 10_000))]
    limit: u32,
    /// Without out: rows to leave out before the first one returned.
    #[serde(default)]
    offset: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Csv,
    Json,
    Jsonl,
    Md,
    Html,
}

fn auto() -> String {
    "auto".to_owned()
}

fn comma() -> String {
    ",".to_owned()
}

fn hundred() -> u32 {
    100
}

/// Converts a table between CSV, JSON, JSON Lines, workbooks (read only), Markdown and HTML.
///
/// With out, all rows are written to that file and the answer is {path, rows, columns, bytes, notes}. Without out, the
/// answer is the converted text of some rows. In JSON, numbers come as numbers with all their digits, identifiers such as
/// 007 and dates as text, missing values as null. Nested JSON becomes JSON text in a cell. Cells with formulas give the
/// values that were computed when the workbook was saved.
#[tool(
    title = "Convert a table",
    category = data,
    tier = low,
    access = write,
    danger = low,
    class = large,
    idempotent = false,
    concurrency_safe = false,
    files = read_write,
    keywords = ["convert", "export", "csv", "json", "jsonl", "markdown", "html", "excel", "table", "tsv"],
    use_cases = [
        "turn a CSV file into JSON or the other way round",
        "export a sheet of an Excel workbook as CSV",
        "show a table as Markdown in an answer",
    ],
    aliases = ["convert_table", "export_table"],
    parameter_aliases = [
        ("file_path", "path"), ("file", "path"), ("input", "path"), ("format", "to"), ("output_format", "to"),
        ("output", "out"), ("output_path", "out"), ("sheet_name", "sheet")
    ],
    opaque = ["path", "out", "sheet"],
    narrower = [(
        parameter = "out", values = [null], access = read, tier = low, files = read, idempotent = true,
        concurrency_safe = true
    )],
    hints = [("more", "To convert all rows give out; the file need not be read afterwards.")],
    examples = examples::all(),
)]
fn table_convert(arguments: Arguments, call: &Call) -> ToolResult {
    convert::run(&arguments, call)
}
