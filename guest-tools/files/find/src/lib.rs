//! The tool `find`.

mod examples;
mod search;
mod size;
#[cfg(test)]
mod tests;

use toolhost_sdk::prelude::*;

use crate::size::Size;

/// What to find.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// A glob for the name, such as *.csv or report*. With a slash it is compared with the path below the folder
    /// searched, and ** stands for any folders: src/**/*.rs.
    name: String,
    /// The folder to search, with all folders in it.
    #[serde(default = "here")]
    path: String,
    /// What to look for.
    #[serde(default, rename = "type")]
    kind: Kind,
    /// Only files of at least this size: bytes, or with k, m or g (powers of 1,024) as in "10k".
    min_size: Option<Size>,
    /// Only files of at most this size.
    max_size: Option<Size>,
    /// Take upper and lower case for the same.
    #[serde(default)]
    ignore_case: bool,
    /// Results to show at most.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 10_000))]
    limit: u32,
    /// Results to pass over, to continue a list that was cut.
    #[serde(default)]
    offset: u64,
}

/// What an entry has to be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    #[default]
    All,
    File,
    Folder,
    Link,
}

fn here() -> String {
    ".".to_owned()
}

fn fifty() -> u32 {
    50
}

/// Finds files and folders by name, type and size. Each has a line with the path from the chat's files on and the size
/// in bytes (B); a folder's path ends in a slash. Upper and lower case differ unless ignore_case is set. Hidden files,
/// whose names begin with a dot, are found too. Links are listed and not followed. The order is that of the names'
/// bytes, each folder before what is in it. To search in the content of files use grep.
#[tool(
    name = "find",
    title = "Find files",
    category = files,
    tier = low,
    access = read,
    danger = safe,
    class = small,
    idempotent,
    concurrency_safe,
    files = read,
    cache_seconds = 300,
    keywords = ["find", "locate", "where", "glob", "filename", "search", "path", "extension", "large"],
    use_cases = [
        "find where a file is",
        "list all files of a kind, such as every CSV",
        "find large or empty files"
    ],
    aliases = ["find_files", "glob", "locate"],
    parameter_aliases = [
        ("pattern", "name"), ("glob", "name"), ("filename", "name"), ("dir", "path"), ("directory", "path"),
        ("folder", "path"), ("max_results", "limit")
    ],
    opaque = ["name", "path"],
    hints = [("more", "There are more results: continue with the offset given, or narrow name, path or size.")],
    examples = examples::examples(),
)]
fn find(arguments: Arguments, call: &Call) -> ToolResult {
    search::search(&arguments, call)
}
