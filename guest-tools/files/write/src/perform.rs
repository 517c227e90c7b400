//! Carrying a decision out.

use std::fs::OpenOptions;
use std::io::Write as _;

use toolhost_sdk::files::{self, ChatPath, Staged};
use toolhost_sdk::prelude::*;

use crate::decision::{Decision, Mode, decide};
use crate::present::{Content, content, parse_sha256, size};
use crate::{Arguments, Done, Written};

/// Writes a file as the arguments say.
pub(crate) fn perform(arguments: &Arguments) -> ToolResult {
    let path = ChatPath::parse(&arguments.path)?;
    if arguments.path.ends_with('/') || path.is_root() {
        return Err(ToolError::invalid("/path", format!("`{}` names a folder; add the name of a file", path.shown())));
    }
    let expected = arguments.expect_hash.as_deref().map(parse_sha256).transpose()?;
    let new = Content::of(&arguments.content);
    let decision_and_present = match size(&path)? {
        // What is replaced whatever it holds need not be read, unless it may be the same.
        Some(size)
            if arguments.mode == Mode::Overwrite && arguments.force && expected.is_none() && size != new.bytes =>
        {
            (Decision::Overwrite, None)
        }
        present => {
            let present = present.map(|_| content(&path)).transpose()?;
            let decision =
                decide(arguments.mode, path.shown(), present.as_ref(), &new, expected.as_deref(), arguments.force)?;
            (decision, present)
        }
    };
    let (done, result, joined_last_line) = match decision_and_present {
        (Decision::Create, _) => (Done::Created, new, false),
        (Decision::Overwrite, _) => (Done::Overwritten, new, false),
        (Decision::Nothing, present) => (Done::Unchanged, present.unwrap_or(new), false),
        (Decision::Append, present) => {
            let mut result = present.unwrap_or_default();
            let joined = result.ends_open();
            result.add(arguments.content.as_bytes());
            (Done::Appended, result, joined)
        }
    };
    if !arguments.dry_run {
        match done {
            Done::Unchanged => {}
            Done::Appended => append(&path, &arguments.content)?,
            Done::Created | Done::Overwritten => Staged::write(&path.real(), arguments.content.as_bytes())
                .and_then(Staged::publish)
                .map_err(|error| files::io_error(&path, &error))?,
        }
    }
    let written = Written {
        path: path.shown().to_owned(),
        done,
        bytes: result.bytes,
        lines: result.lines(),
        sha256: result.sha256(),
        dry_run: arguments.dry_run,
        joined_last_line,
    };
    let answer = Answer::json(&written);
    let answer = if done == Done::Unchanged { answer.as_noop() } else { answer };
    Ok(if arguments.dry_run { answer.action("dry_run") } else { answer })
}

/// Adds to the end of a file. If that fails half-way, what was added is cut off again.
fn append(path: &ChatPath, text: &str) -> Result<(), ToolError> {
    let failed = |error: std::io::Error| files::io_error(path, &error);
    let mut file = OpenOptions::new().append(true).open(path.real()).map_err(failed)?;
    let before = file.metadata().map_err(failed)?.len();
    file.write_all(text.as_bytes()).map_err(|error| {
        // The first error is the one to report, whether or not this one helps.
        let _ = file.set_len(before);
        failed(error)
    })
}
