//! The list: walk, filter, and the part of it that was asked for.

use std::fs;

use toolhost_sdk::files::{self, ChatPath, Entry, Glob, walk};
use toolhost_sdk::paging::Rows;
use toolhost_sdk::prelude::*;

use crate::Arguments;
use crate::row::row;

/// A list ends after so many entries, shown or not.
const MOST: usize = 100_000;

/// Lists a folder, or shows the one line of a file.
pub(crate) fn list(arguments: &Arguments, call: &Call) -> ToolResult {
    let start = ChatPath::parse(&arguments.path)?;
    let depth = match arguments.depth {
        0 => return Err(ToolError::invalid("/depth", "depth is 1 or more; 1 lists only the folder itself")),
        depth => depth as usize - 1,
    };
    let glob = arguments.pattern.as_deref().map(|pattern| Glob::parse(pattern, "/pattern", false)).transpose()?;
    let found = fs::metadata(start.real()).map_err(|error| files::io_error(&start, &error))?;
    if !found.is_dir() {
        return Ok(Answer::text(format!("{}\t{} B\n", start.shown(), found.len())));
    }
    let walk = walk(&start, depth, MOST)?;
    let below = if start.is_root() { 0 } else { start.shown().len() + 1 };
    let is_wanted =
        |entry: &&Entry| glob.as_ref().is_none_or(|glob| glob.matches(entry.path.get(below..).unwrap_or_default()));
    let wanted: Vec<&Entry> = walk.entries.iter().filter(is_wanted).collect();
    let total = wanted.len() as u64;
    if total == 0 {
        return Ok(Answer::text(nothing(&start, arguments, walk.entries.len())));
    }
    if arguments.offset >= total {
        let message = format!("the list has {total} entries, so offset {} is behind its end", arguments.offset);
        return Err(ToolError::invalid("/offset", message));
    }
    let asked_for = (arguments.offset, arguments.limit);
    let mut rows = Rows::page(call, wanted.into_iter().map(row), asked_for, (total, "entries"));
    if walk.cut_off {
        rows.note(format!("only the first {MOST} entries were looked at; name a folder further down"));
    }
    if let Some(note) = walk.unreadable_note() {
        rows.note(note);
    }
    Ok(rows.into_answer())
}

fn nothing(start: &ChatPath, arguments: &Arguments, looked_at: usize) -> String {
    let place = if start.is_root() { "the chat's files".to_owned() } else { format!("`{}`", start.shown()) };
    match &arguments.pattern {
        Some(pattern) if looked_at > 0 => {
            format!("nothing in {place} matches `{pattern}` to depth {} ({looked_at} entries)\n", arguments.depth)
        }
        _ if start.is_root() => "there are no files yet\n".to_owned(),
        _ => format!("{place} is empty\n"),
    }
}
