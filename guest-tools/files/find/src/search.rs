//! The search: walk, filter, and the part of the results that was asked for.

use std::fs;

use toolhost_sdk::files::{self, ChatPath, Entry, EntryKind, Glob, walk};
use toolhost_sdk::paging::Rows;
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::printable;

use crate::{Arguments, Kind};

/// A search ends after so many entries, found or not.
const MOST: usize = 100_000;
const DEEPEST: usize = 64;

/// Finds what the arguments describe.
pub(crate) fn search(arguments: &Arguments, call: &Call) -> ToolResult {
    let start = ChatPath::parse(&arguments.path)?;
    let glob = Glob::parse(&arguments.name, "/name", arguments.ignore_case)?;
    if let (Some(min), Some(max)) = (arguments.min_size, arguments.max_size)
        && min > max
    {
        return Err(ToolError::invalid("/min_size", "min_size is larger than max_size, so nothing can be found"));
    }
    let facts = fs::metadata(start.real()).map_err(|error| files::io_error(&start, &error))?;
    if !facts.is_dir() {
        return Err(ToolError::invalid("/path", format!("`{start}` is a file; give the folder to search in")));
    }
    let walk = walk(&start, DEEPEST, MOST)?;
    let found: Vec<&Entry> =
        walk.entries.iter().filter(|entry| fits(entry, arguments) && glob.matches(below(entry, &start))).collect();
    let total = found.len() as u64;
    let mut rows = if total == 0 {
        let mut rows = Rows::default();
        rows.note(format!("nothing of {} entries matches `{}`", walk.entries.len(), arguments.name));
        if let Some(note) = other_case(&walk.entries, arguments, &start) {
            rows.note(note);
        }
        rows
    } else if arguments.offset >= total {
        let message = format!("there are {total} results, so offset {} is behind their end", arguments.offset);
        return Err(ToolError::invalid("/offset", message));
    } else {
        let asked_for = (arguments.offset, arguments.limit);
        Rows::page(call, found.into_iter().map(line), asked_for, (total, "results"))
    };
    if walk.cut_off {
        rows.note(format!("only the first {MOST} entries were looked at; name a folder further down as path"));
    }
    if let Some(note) = walk.unreadable_note() {
        rows.note(note);
    }
    Ok(rows.into_answer())
}

/// Whether type and size are those asked for. Only files have a size.
fn fits(entry: &Entry, arguments: &Arguments) -> bool {
    let is_kind = match arguments.kind {
        Kind::All => true,
        Kind::File => entry.kind == EntryKind::File,
        Kind::Folder => entry.kind == EntryKind::Folder,
        Kind::Link => entry.kind == EntryKind::Link,
    };
    let has_size = match (arguments.min_size, arguments.max_size) {
        (None, None) => true,
        (min, max) => {
            entry.kind == EntryKind::File
                && min.is_none_or(|min| entry.size >= min.0)
                && max.is_none_or(|max| entry.size <= max.0)
        }
    };
    is_kind && has_size
}

fn below<'a>(entry: &'a Entry, start: &ChatPath) -> &'a str {
    let skipped = if start.is_root() { 0 } else { start.shown().len() + 1 };
    entry.path.get(skipped..).unwrap_or_default()
}

fn line(entry: &Entry) -> String {
    let path = printable(&entry.path);
    match entry.kind {
        EntryKind::File => format!("{path}\t{} B\n", entry.size),
        EntryKind::Folder => format!("{path}/\n"),
        EntryKind::Link => format!("{path}\tlink\n"),
        EntryKind::Other => format!("{path}\tneither file nor folder\n"),
    }
}

/// What would have been found if case did not matter.
fn other_case(entries: &[Entry], arguments: &Arguments, start: &ChatPath) -> Option<String> {
    let glob = (!arguments.ignore_case).then(|| Glob::parse(&arguments.name, "/name", true).ok()).flatten()?;
    let found = entries.iter().find(|entry| fits(entry, arguments) && glob.matches(below(entry, start)))?;
    Some(format!("with ignore_case=true there is {}", found.path))
}
