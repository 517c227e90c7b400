//! The answer: one line for each operation.

use std::fmt::Write as _;

use toolhost_sdk::prelude::*;

use crate::apply::Effect;

/// What became of an operation.
#[derive(Debug)]
pub(crate) enum Fate {
    Done(Effect),
    Failed(ToolError),
    /// Another operation on the same file failed.
    Undone {
        because_of: usize,
    },
}

/// One operation in a report.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) title: String,
    pub(crate) fate: Fate,
}

/// One line for each operation, numbered from 1 as in `ops`.
pub(crate) fn report(entries: &[Entry]) -> String {
    let mut text = String::new();
    for (index, Entry { title, fate }) in entries.iter().enumerate() {
        let number = index + 1;
        // Writing to a string cannot fail.
        let _ = match fate {
            Fate::Done(Effect::Changed(effect)) if effect.is_empty() => writeln!(text, "{number} {title}"),
            Fate::Done(Effect::Changed(effect)) => writeln!(text, "{number} {title}: {effect}"),
            Fate::Done(Effect::Nothing(why)) => writeln!(text, "{number} {title}: nothing to do, {why}"),
            Fate::Failed(error) => writeln!(text, "{number} {title}: failed: {}", error.message()),
            Fate::Undone { because_of } => {
                writeln!(text, "{number} {title}: not done, because operation {} failed", because_of + 1)
            }
        };
    }
    text
}

/// Whether any operation changed something.
pub(crate) fn changes_something(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| matches!(entry.fate, Fate::Done(Effect::Changed(_))))
}

/// The error for a call of which some operations failed; None if none did. It is of the kind of the first failure.
pub(crate) fn failure(entries: &[Entry], preview: bool) -> Option<ToolError> {
    let mut failed = entries.iter().enumerate().filter_map(|(index, entry)| match &entry.fate {
        Fate::Failed(error) => Some((index, error)),
        _ => None,
    });
    let (index, first) = failed.next()?;
    if entries.len() == 1 {
        return Some(first.clone());
    }
    let others = match failed.count() {
        0 => String::new(),
        others => format!(" ({others} more failed.)"),
    };
    let changed = entries.iter().filter(|entry| matches!(entry.fate, Fate::Done(Effect::Changed(_)))).count();
    let state = match changed {
        _ if preview => "Nothing was changed, as this is a preview.".to_owned(),
        0 => "Nothing was changed.".to_owned(),
        _ => format!("{changed} of {} operations, on other files, were made.", entries.len()),
    };
    let message = format!("operation {} failed: {}.{others} {state}", index + 1, first.message().trim_end_matches('.'));
    Some(match first.kind() {
        "not_found" => ToolError::not_found(message),
        "conflict" => ToolError::conflict(message),
        "unsupported" => ToolError::unsupported(message),
        "denied" => ToolError::denied(message),
        "invalid_arguments" => {
            let pointer = first.violations().first().map(|(pointer, _)| pointer.clone());
            ToolError::invalid(pointer.unwrap_or_default(), message)
        }
        _ => ToolError::failed(message),
    })
}
