//! The tool `read`.

mod examples;
mod kind;
mod lines;
mod open;
mod page;
mod show;
#[cfg(test)]
mod tests;

use toolhost_sdk::prelude::*;

/// What to read.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The file, relative to the chat's files.
    path: String,
    /// Lines to pass over: 0 starts at line 1. With search: where to start searching.
    #[serde(default)]
    offset: u64,
    /// Lines to show, with search matching lines to show. 0: as many as an answer has room for.
    #[serde(default)]
    limit: u64,
    /// Show only lines that contain this text, with their numbers.
    search: Option<String>,
    /// Take search as a regular expression. Matches lie within one line.
    #[serde(default)]
    regex: bool,
    /// With search: take upper and lower case for the same.
    #[serde(default)]
    ignore_case: bool,
    /// With search: lines to show before and after each match.
    #[serde(default = "two")]
    #[schemars(range(max = 50))]
    ctx: u32,
    /// The text's encoding by its name in the WHATWG standard, such as windows-1252 or shift_jis. Only needed for
    /// texts that are neither UTF-8 nor marked as UTF-16.
    encoding: Option<String>,
}

fn two() -> u32 {
    2
}

/// Reads a text file and shows its lines with their numbers, counted from 1. A long file comes in pages: the last
/// line of the answer says which lines were shown and the offset to continue with.
///
/// With search it shows the matching lines of the one file; to search several files use grep. A file that is not
/// text is refused with what it is and the tool that opens it, such as doc_read for PDF and Word, sheet_read for
/// spreadsheets, image for pictures.
#[tool(
    name = "read",
    title = "Read a file",
    category = files,
    tier = low,
    access = read,
    danger = safe,
    // Passing over hundreds of megabytes, or searching them, takes more than small work may.
    class = medium,
    idempotent,
    concurrency_safe,
    files = read,
    cache_seconds = 300,
    keywords = ["read", "open", "show", "cat", "view", "file", "text", "lines", "head", "look"],
    use_cases = [
        "look at a text file that was uploaded or written",
        "see some lines of a long file, such as a log",
        "find the lines of one file that contain a text"
    ],
    aliases = ["cat", "read_file", "view_file", "open_file"],
    parameter_aliases = [
        ("file_path", "path"), ("file", "path"), ("filename", "path"), ("start", "offset"), ("max_lines", "limit"),
        ("pattern", "search"), ("context", "ctx")
    ],
    opaque = ["path", "search"],
    hints = [("more", "The file goes on: continue with the offset given, or use search to find a place in it.")],
    examples = examples::examples(),
)]
fn read(arguments: Arguments, call: &Call) -> ToolResult {
    show::show(&arguments, call)
}
