//! The tool `ls`.

mod examples;
mod list;
mod row;
#[cfg(test)]
mod tests;

use toolhost_sdk::prelude::*;

/// What to list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The folder, relative to the chat's files.
    #[serde(default = "here")]
    path: String,
    /// How many levels to list: 1 is only what lies in the folder itself.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 16))]
    depth: u32,
    /// List only names that match this glob, such as *.csv or data/**/*.csv. Upper and lower case differ.
    pattern: Option<String>,
    /// Entries to list at most.
    #[serde(default = "thousand")]
    #[schemars(range(min = 1, max = 10_000))]
    limit: u32,
    /// Entries to pass over, to continue a list that was cut.
    #[serde(default)]
    offset: u64,
}

fn here() -> String {
    ".".to_owned()
}

fn one() -> u32 {
    1
}

fn thousand() -> u32 {
    1_000
}

/// Lists files and folders with their sizes. Each has a line with the path from the chat's files on, then the size in
/// bytes (B), or for a folder, whose path ends in a slash, how many entries it holds. Hidden entries, whose names begin with a dot,
/// are listed and marked. Links are shown with their target and not followed. The order is that of the names' bytes,
/// each folder before what is in it.
#[tool(
    name = "ls",
    title = "List files",
    category = files,
    tier = low,
    access = read,
    danger = safe,
    class = small,
    idempotent,
    concurrency_safe,
    files = read,
    cache_seconds = 300,
    keywords = ["list", "files", "folder", "directory", "ls", "dir", "tree", "uploads", "sizes"],
    use_cases = [
        "see which files there are",
        "see what a folder holds, with sizes",
        "get a tree of folders with depth"
    ],
    aliases = ["list_files", "list_directory", "list_dir", "dir"],
    parameter_aliases = [
        ("dir", "path"), ("directory", "path"), ("folder", "path"), ("glob", "pattern"), ("max_depth", "depth")
    ],
    opaque = ["path", "pattern"],
    hints = [("more", "The list is longer: continue with the offset given, or narrow it with path or pattern.")],
    examples = examples::examples(),
)]
fn ls(arguments: Arguments, call: &Call) -> ToolResult {
    list::list(&arguments, call)
}
