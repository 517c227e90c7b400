//! The tool `grep`.

mod examples;
mod search;
#[cfg(test)]
mod tests;

use toolhost_sdk::prelude::*;

/// What to search for, and where.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The regular expression, in the syntax of Rust and RE2: no look-around and no backreferences. Matches lie
    /// within one line.
    pattern: String,
    /// The folder to search, with all folders in it, or one file.
    #[serde(default = "here")]
    path: String,
    /// false: take pattern as plain text.
    #[serde(default = "yes")]
    regex: bool,
    /// Take upper and lower case for the same.
    #[serde(default)]
    ignore_case: bool,
    /// Lines to show before and after each match.
    #[serde(default)]
    #[schemars(range(max = 50))]
    ctx: u32,
    /// Search only files whose name, or path if the glob has a slash, matches: *.py, src/**/*.{ts,tsx}. With ! in
    /// front: only those that do not match.
    glob: Option<String>,
    /// Search hidden files and folders too, whose names begin with a dot.
    #[serde(default)]
    hidden: bool,
    /// Matching lines to show at most.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 10_000))]
    limit: u32,
    /// Matching lines to pass over, to continue a list that was cut.
    #[serde(default)]
    offset: u64,
}

fn here() -> String {
    ".".to_owned()
}

fn yes() -> bool {
    true
}

fn hundred() -> u32 {
    100
}

/// Finds lines that match a regular expression in the chat's files. A matching line is shown as path:number:text, a
/// line around it as path-number-text; numbers count from 1. Long lines are cut with … around the match. The last
/// line says how many lines match in how many files.
///
/// Binary files are skipped, and hidden ones unless hidden is set or path leads to them. Text in UTF-8 and, if marked,
/// UTF-16 is searched. To find files by name use find; to look at one file use read.
#[tool(
    name = "grep",
    title = "Search in files",
    category = search,
    tier = low,
    access = read,
    danger = safe,
    class = medium,
    idempotent,
    concurrency_safe,
    files = read,
    cache_seconds = 300,
    keywords = ["grep", "search", "text", "regex", "pattern", "lines", "occurrences", "todo", "match", "contains"],
    use_cases = [
        "find where a word, name or number stands in the files",
        "list every TODO",
        "count in how many lines a pattern occurs"
    ],
    aliases = ["search_text", "grep_search", "ripgrep", "rg"],
    parameter_aliases = [
        ("query", "pattern"), ("regexp", "pattern"), ("dir", "path"), ("directory", "path"), ("file_path", "path"),
        ("context", "ctx"), ("include", "glob"), ("max_results", "limit"), ("case_insensitive", "ignore_case")
    ],
    opaque = ["pattern", "path", "glob"],
    hints = [("more", "There are more matches: continue with the offset given, or narrow pattern, path or glob.")],
    examples = examples::examples(),
)]
fn grep(arguments: Arguments, call: &Call) -> ToolResult {
    search::search(&arguments, call)
}
