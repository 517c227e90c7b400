//! The tool `edit`.

mod apply;
mod commit;
mod diff;
mod draft;
mod examples;
mod folded;
mod groups;
mod matching;
mod middle;
mod nearest;
mod operation;
mod report;
mod run;
#[cfg(test)]
mod tests;

use toolhost_sdk::paging::{clip_lines, room};
use toolhost_sdk::prelude::*;

use crate::operation::{Operation, Step};

/// What to change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The operations, done in order; later ones see what earlier ones did.
    #[schemars(length(min = 1, max = 100))]
    ops: Vec<Operation>,
    /// Show what would change as a unified diff and change nothing.
    #[serde(default)]
    preview: bool,
}

/// Changes text files: replaces, inserts, creates, deletes, renames. All operations on one file are made or, if one
/// of them fails, none; other files keep their changes, and the answer says what became of each operation.
///
/// old_str must stand in the file exactly once (or set all=true). If it differs from the file in white space only
/// and there is one such place, that place is taken and the answer says so. Line ends (LF or CRLF) and a missing last
/// one stay as they are. Folders are the business of file_ops.
#[tool(
    name = "edit",
    title = "Edit files",
    category = files,
    tier = low,
    access = write,
    danger = low,
    class = small,
    idempotent = false,
    concurrency_safe = false,
    files = read_write,
    files_on_error = keep,
    keywords = ["edit", "change", "replace", "modify", "fix", "insert", "rename", "delete", "update", "diff"],
    use_cases = [
        "change a few lines of a file",
        "rename or delete a file",
        "make changes to several files at once",
        "see a change as a diff before making it"
    ],
    aliases = ["edit_file"],
    parameter_aliases = [("operations", "ops"), ("edits", "ops"), ("dry_run", "preview")],
    narrower = [(
        parameter = "preview", values = [true], access = read, tier = low, files = read, idempotent = true,
        concurrency_safe = true
    )],
    hints = [
        ("preview", "Nothing was changed. Repeat the call without preview to make the changes."),
        ("partial", "Operations that failed can be repeated alone, corrected; the others were made.")
    ],
    examples = examples::examples(),
)]
fn edit(arguments: Arguments, call: &Call) -> ToolResult {
    let preview = arguments.preview;
    let steps = checked(arguments.ops)?;
    let (entries, drafts) = run::run(&steps, preview);
    let mut text = report::report(&entries);
    let room = room(call);
    if preview {
        diff::add_diffs(&mut text, &drafts, room.saturating_sub(100));
    }
    let text = clip_lines(text, room);
    match report::failure(&entries, preview) {
        Some(error) if entries.len() > 1 => Err(error.content(Answer::text(text)).action("partial")),
        Some(error) => Err(error),
        None => {
            let answer = if report::changes_something(&entries) { Answer::text(text) } else { Answer::noop(text) };
            Ok(if preview { answer.action("preview") } else { answer })
        }
    }
}

/// Checks all operations, so that one call reports every violation.
fn checked(operations: Vec<Operation>) -> Result<Vec<Step>, ToolError> {
    let mut steps = Vec::new();
    let mut refusal: Option<ToolError> = None;
    for (index, operation) in operations.into_iter().enumerate() {
        match operation.check(index) {
            Ok(step) => steps.push(step),
            Err(violations) => {
                for (pointer, message) in violations {
                    refusal = Some(match refusal.take() {
                        Some(earlier) => earlier.and(pointer, message),
                        None => ToolError::invalid(pointer, message),
                    });
                }
            }
        }
    }
    refusal.map_or(Ok(steps), Err)
}
