//! The tool `write`.

mod decision;
mod examples;
mod perform;
mod present;
#[cfg(test)]
mod tests;

use toolhost_sdk::prelude::*;

use crate::decision::Mode;

/// What to write where.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The file, relative to the chat's files. Folders that are missing are made.
    path: String,
    /// The file's whole content, or with mode=append what to add. Written exactly as given, as UTF-8.
    content: String,
    /// create makes a new file and is a conflict if there is one with other content. overwrite replaces the content
    /// and needs expect_hash or force. append puts content at the end. The latter two make a file if there is none.
    #[serde(default)]
    mode: Mode,
    /// The SHA-256 that the existing file must have, as an earlier answer gave it: nothing is written if the file
    /// has changed since.
    expect_hash: Option<String>,
    /// With mode=overwrite: replace the file whatever it holds.
    #[serde(default)]
    force: bool,
    /// Say what would happen and write nothing.
    #[serde(default)]
    dry_run: bool,
}

/// What a write did.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Written {
    path: String,
    /// What was done, or with dry_run would be done.
    done: Done,
    /// The file's size afterwards.
    bytes: u64,
    /// Its lines.
    lines: u64,
    /// The SHA-256 of its content, to be given as expect_hash.
    sha256: String,
    /// Present and true if nothing was written because dry_run asked for it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    dry_run: bool,
    /// Present and true if the added text went on in a last line that had no end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    joined_last_line: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Done {
    Created,
    Overwritten,
    Appended,
    Unchanged,
}

/// Writes a text file: creates it, replaces it or adds to its end. A file is written whole or not at all.
///
/// An existing file is not replaced by accident: mode=overwrite needs expect_hash, the SHA-256 that the file was last
/// seen with, or force=true. Without either the answer is a conflict that names the present SHA-256. To change a part
/// of a file use edit.
#[tool(
    name = "write",
    title = "Write a file",
    category = files,
    tier = low,
    access = write,
    danger = low,
    // Hashing a file of the largest size allowed takes more than small work may.
    class = medium,
    idempotent = false,
    concurrency_safe = false,
    files = read_write,
    answer = Written,
    keywords = ["write", "save", "create", "file", "store", "append", "output", "report", "export"],
    use_cases = [
        "save a text, report, table or program as a file",
        "produce a file for the person to download",
        "add lines to the end of a file, such as a log"
    ],
    aliases = ["write_file", "create_file", "save_file"],
    parameter_aliases = [
        ("file_path", "path"), ("file", "path"), ("filename", "path"), ("text", "content"), ("contents", "content")
    ],
    opaque = ["path", "content"],
    narrower = [(
        parameter = "dry_run", values = [true], access = read, tier = low, files = read, idempotent = true,
        concurrency_safe = true
    )],
    hints = [("dry_run", "Nothing was written. Repeat the call without dry_run to write.")],
    examples = examples::examples(),
)]
fn write(arguments: Arguments) -> ToolResult {
    perform::perform(&arguments)
}
