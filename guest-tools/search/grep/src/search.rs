//! The search: every file of the walk that is wanted, one after the other.

use std::fs::{self, File};

use toolhost_lines::{Found, Limits, Nul, Pattern, Search, Searched, matcher};
use toolhost_sdk::files::{self, ChatPath, EntryKind, Glob, walk};
use toolhost_sdk::paging::room;
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::{counted, printable};

use crate::Arguments;

/// A search ends after so many entries, files or not.
const MOST: usize = 100_000;
const DEEPEST: usize = 64;
/// The longest line that is searched, in bytes. A file with a longer one is left out and named.
const LONGEST_LINE: usize = 32 * 1024 * 1024;
/// Room kept for the last line of the answer.
const LAST_LINE: usize = 600;
/// How many files that could not be searched are named.
const NAMED: usize = 3;

/// What was looked at.
#[derive(Debug, Default)]
struct Tally {
    searched: u64,
    matching: u64,
    binary: u64,
    failed: Vec<String>,
}

/// Searches a folder or a file.
pub(crate) fn search(arguments: &Arguments, call: &Call) -> ToolResult {
    let start = ChatPath::parse(&arguments.path)?;
    let pattern = Pattern {
        text: &arguments.pattern,
        parameter: "pattern",
        is_regex: arguments.regex,
        ignore_case: arguments.ignore_case,
    };
    let limits = Limits {
        offset: arguments.offset,
        limit: u64::from(arguments.limit),
        room: room(call).saturating_sub(LAST_LINE),
        around: arguments.ctx as usize,
    };
    let mut search = Search::new(matcher(pattern)?, Found::new(limits), Nul::Binary, LONGEST_LINE);
    let glob = arguments.glob.as_deref().map(|glob| Glob::parse(glob, "/glob", false)).transpose()?;
    let mut tally = Tally::default();
    let facts = fs::metadata(start.real()).map_err(|error| files::io_error(&start, &error))?;
    let mut notes = Vec::new();
    if facts.is_dir() {
        let walk = walk(&start, DEEPEST, MOST)?;
        let below = if start.is_root() { 0 } else { start.shown().len() + 1 };
        for entry in walk.entries.iter().filter(|entry| entry.kind == EntryKind::File) {
            let relative = entry.path.get(below..).unwrap_or_default();
            let is_hidden = !arguments.hidden && relative.split('/').any(|part| part.starts_with('.'));
            if is_hidden || glob.as_ref().is_some_and(|glob| !glob.matches(relative)) {
                continue;
            }
            search_file(&entry.path, &mut search, &mut tally);
        }
        if walk.cut_off {
            notes.push(format!("only the first {MOST} entries were looked at; name a folder further down as path"));
        }
        tally.failed.extend(walk.unreadable.iter().map(|path| format!("{path} (not readable)")));
    } else {
        search_file(start.shown(), &mut search, &mut tally);
        if tally.binary > 0 {
            let shown = start.shown();
            return Err(ToolError::unsupported(format!(
                "`{shown}` is binary; grep searches text, read says what it is"
            )));
        }
    }
    let mut found = search.found;
    let is_more = found.next.is_some();
    if found.matches > 0 && arguments.offset >= found.matches {
        let message = format!("{} lines match, so offset {} is behind their end", found.matches, arguments.offset);
        return Err(ToolError::invalid("/offset", message));
    }
    notes.insert(0, summary(&found, &tally));
    if is_more {
        notes.push(format!("continue with offset={}", arguments.offset + found.shown));
    }
    if found.is_lossy {
        notes.push("bytes that are not UTF-8 are shown as \u{fffd}".to_owned());
    }
    if tally.binary > 0 {
        notes.push(counted(tally.binary, "binary file skipped", "binary files skipped"));
    }
    if !tally.failed.is_empty() {
        let more = match tally.failed.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        tally.failed.truncate(NAMED);
        notes.push(format!("not searched: {}{more}", tally.failed.join(", ")));
    }
    found.text.push_str(&format!("[{}]\n", notes.join("; ")));
    let answer = Answer::text(found.text);
    Ok(if is_more { answer.action("more") } else { answer })
}

/// Searches one file.
fn search_file(path: &str, search: &mut Search, tally: &mut Tally) {
    let before = search.found.matches;
    let searched = match File::open(files::root().join(path)) {
        Ok(file) => search.text(&printable(path), 0, file),
        Err(error) => Searched::Failed(error),
    };
    let reason = match searched {
        Searched::Whole => {
            tally.searched += 1;
            tally.matching += u64::from(search.found.matches > before);
            return;
        }
        Searched::Binary => {
            tally.binary += 1;
            return;
        }
        Searched::LongLine => format!("a line longer than {LONGEST_LINE} B"),
        Searched::Failed(error) if error.kind() == std::io::ErrorKind::PermissionDenied => "not permitted".to_owned(),
        Searched::Failed(error) => error.to_string(),
    };
    tally.failed.push(format!("{} ({reason})", printable(path)));
}

/// How many lines match, and where.
fn summary(found: &Found, tally: &Tally) -> String {
    let searched = counted(tally.searched, "file", "files");
    if found.matches == 0 {
        return format!("no line matches in {searched}");
    }
    let lines = counted(found.matches, "matching line", "matching lines");
    let files = format!("{} of {searched}", tally.matching);
    match found.shown {
        shown if shown == found.matches => format!("{lines} in {files}"),
        shown => {
            let offset = found.limits().offset;
            format!("{}-{} of {lines} in {files}", offset + 1, offset + shown)
        }
    }
}
