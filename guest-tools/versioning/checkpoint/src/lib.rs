//! The tool `checkpoint`.

use toolhost_sdk::prelude::*;
use toolhost_sdk::services::snapshots::{self, Change, ChangeKind, Snapshot};

/// Changes that one answer lists.
const MOST_LISTED: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Op {
    Save,
    List,
    Diff,
    Restore,
}

/// What to do.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// save keeps the files as they are. list shows what was kept. diff says what has changed since. restore goes back.
    op: Op,
    /// With diff and restore: the checkpoint, such as s3.
    id: Option<String>,
    /// With diff: a later checkpoint to compare with; without it the files as they are now.
    to: Option<String>,
    /// With save: why.
    #[serde(default)]
    message: String,
    /// With restore: only these files and folders.
    #[serde(default)]
    paths: Vec<String>,
}

/// Keeps the chat's files as they are and goes back to what was kept.
///
/// Before files are restored, what is there is kept as a checkpoint of its own, so that restoring can be undone too.
#[tool(
    name = "checkpoint",
    title = "Checkpoints",
    category = versioning,
    // Going back changes files; the other uses are narrower.
    tier = medium,
    access = write,
    danger = low,
    class = medium,
    idempotent = false,
    concurrency_safe = false,
    files = none,
    services = [snapshots],
    keywords = ["undo", "checkpoint", "version", "history", "restore", "snapshot", "backup", "revert"],
    use_cases = ["keep the files before a risky change", "undo changes to files", "see what has changed since"],
    aliases = ["snapshot", "undo"],
    opaque = ["id", "to", "message", "paths"],
    narrower = [
        (
            parameter = "op", values = ["list", "diff"], access = read, tier = low, files = none, idempotent = false,
            concurrency_safe = true
        ),
        (
            parameter = "op", values = ["save"], access = write, tier = low, files = none, idempotent = false,
            concurrency_safe = false
        )
    ],
    hints = [("save", "Go back with op=restore and this id."), ("restore", "What was there before is kept as the newest checkpoint.")],
    examples = vec![
        Example::new("Nothing is kept yet", json!({"op": "list"})).expect("There are no checkpoints."),
        Example::new("Keep the files", json!({"op": "save", "message": "before the cleanup"})).file("a.txt", "one\n")
            .expect("s1 keeps 1 file, 4 bytes."),
    ],
)]
fn checkpoint(arguments: Arguments) -> ToolResult {
    let needed = |id: Option<String>| {
        id.ok_or_else(|| ToolError::invalid("/id", "which checkpoint? give its id, as op=list shows it"))
    };
    if !arguments.paths.is_empty() && arguments.op != Op::Restore {
        return Err(ToolError::invalid("/paths", "paths go with op=restore alone"));
    }
    match arguments.op {
        Op::Save => {
            let saved = snapshots::save(&arguments.message)?;
            Ok(Answer::text(format!("{} keeps {}.", saved.id, extent(&saved))).action("save"))
        }
        Op::List => {
            let history = snapshots::history()?;
            if history.is_empty() {
                return Ok(Answer::text("There are no checkpoints."));
            }
            let line = |saved: &Snapshot| format!("{}: {}{}", saved.id, extent(saved), message(saved));
            Ok(Answer::text(history.iter().map(line).collect::<Vec<_>>().join("\n")))
        }
        Op::Diff => {
            let id = needed(arguments.id)?;
            Ok(Answer::text(listed(&snapshots::diff(&id, arguments.to.as_deref())?, "Nothing is different.")))
        }
        Op::Restore => {
            let id = needed(arguments.id)?;
            let changes = snapshots::restore(&id, &arguments.paths)?;
            if changes.is_empty() {
                return Ok(Answer::noop(format!("The files are as {id} keeps them already.")));
            }
            Ok(Answer::text(listed(&changes, "")).action("restore"))
        }
    }
}

fn extent(saved: &Snapshot) -> String {
    let files = if saved.files == 1 { "1 file".to_owned() } else { format!("{} files", saved.files) };
    format!("{files}, {}", bytes(saved.bytes))
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn message(saved: &Snapshot) -> String {
    if saved.message.is_empty() { String::new() } else { format!(": {}", saved.message.replace('\n', " ")) }
}

fn listed(changes: &[Change], nothing: &str) -> String {
    if changes.is_empty() {
        return nothing.to_owned();
    }
    let line = |change: &Change| {
        let what = match change.kind {
            ChangeKind::Created => "created",
            ChangeKind::Changed => "changed",
            ChangeKind::Deleted => "deleted",
        };
        format!("{what} {} ({})", change.path, bytes(change.size))
    };
    let mut lines: Vec<String> = changes.iter().take(MOST_LISTED).map(line).collect();
    if changes.len() > MOST_LISTED {
        lines.push(format!("and {} more", changes.len() - MOST_LISTED));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_of_changes_is_cut() {
        let change = |number| Change { path: format!("f{number}"), kind: ChangeKind::Changed, size: 3 };
        let changes: Vec<Change> = (0..MOST_LISTED + 5).map(change).collect();
        let text = listed(&changes, "");
        assert!(text.starts_with("changed f0 (3 bytes)\n") && text.ends_with("\nand 5 more"), "{text}");
        assert_eq!(listed(&[], "Nothing is different."), "Nothing is different.");
    }
}
