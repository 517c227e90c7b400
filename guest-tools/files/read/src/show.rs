//! Putting the answer together: the lines, and one line about what they are.

use toolhost_lines::{Found, Limits, Nul, Pattern, Search, Searched, matcher};
use toolhost_sdk::files::{self, ChatPath};
use toolhost_sdk::paging::room;
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;

use crate::Arguments;
use crate::open::{Text, open};
use crate::page::{Problem, Wanted, page};

/// Lines behind the page are counted in files up to this size; beyond, only the size is given.
const COUNTED: u64 = 16 * 1024 * 1024;
/// The longest line that is searched, in bytes. What is longer is no line that a person wrote.
const LONGEST_LINE: usize = 16 * 1024 * 1024;
/// Room kept for the last line of the answer.
const LAST_LINE: usize = 300;

/// Reads or searches a file.
pub(crate) fn show(arguments: &Arguments, call: &Call) -> ToolResult {
    let path = ChatPath::parse(&arguments.path)?;
    let room = room(call).saturating_sub(LAST_LINE);
    let encoding = arguments.encoding.as_deref();
    match &arguments.search {
        None => {
            let wanted = Wanted { offset: arguments.offset, limit: arguments.limit, room };
            show_page(&path, open(&path, encoding)?, wanted)
        }
        Some(text) => {
            let pattern =
                Pattern { text, parameter: "search", is_regex: arguments.regex, ignore_case: arguments.ignore_case };
            let limit = if arguments.limit == 0 { u64::MAX } else { arguments.limit };
            let found = Found::new(Limits { offset: 0, limit, room, around: arguments.ctx as usize });
            let search = Search::new(matcher(pattern)?, found, Nul::Character, LONGEST_LINE);
            show_matches(&path, open(&path, encoding)?, search, arguments.offset)
        }
    }
}

fn show_page(path: &ChatPath, mut text: Text, wanted: Wanted) -> ToolResult {
    let shown = path.shown();
    let page = page(&mut text.lines, wanted).map_err(|problem| explained(problem, path))?;
    if text.size == 0 {
        return Ok(Answer::text(format!("`{shown}` is empty (0 B).\n")));
    }
    let total = match page.more {
        true if text.size > COUNTED => None,
        true => {
            text.lines.skip_rest().map_err(|error| files::io_error(path, &error))?;
            Some(text.lines.index())
        }
        false => Some(text.lines.index()),
    };
    let (first, end) = (page.shown.start + 1, page.shown.end);
    if page.shown.is_empty() {
        let total = text.lines.index();
        return Err(ToolError::invalid(
            "/offset",
            format!("`{shown}` has {}, so offset {} is behind its end", counted(total, "line", "lines"), wanted.offset),
        ));
    }
    let mut notes = Vec::new();
    let endings = text.lines.endings();
    if wanted.offset > 0 || page.more {
        let of = total.map_or(format!(" of a file of {} B", text.size), |total| format!(" of {total}"));
        notes.push(format!("lines {first}-{end}{of}"));
    }
    if endings.crlf > 0 {
        notes.push(
            if endings.crlf == endings.all { "CRLF line ends" } else { "mixed CRLF and LF line ends" }.to_owned(),
        );
    }
    if page.more {
        notes.push(format!("continue with offset={end}"));
    }
    let mut answer = page.text;
    if !notes.is_empty() {
        answer.push_str(&format!("[{}]\n", notes.join("; ")));
    }
    let answer = Answer::text(answer);
    Ok(if page.more { answer.action("more") } else { answer })
}

fn show_matches(path: &ChatPath, mut text: Text, mut search: Search, offset: u64) -> ToolResult {
    let shown = path.shown();
    let failed = |error: std::io::Error| files::io_error(path, &error);
    text.lines.skip(offset).map_err(failed)?;
    let passed = text.lines.index();
    match search.text("", passed, text.lines.into_source()) {
        Searched::Whole => {}
        Searched::LongLine | Searched::Binary => {
            return Err(ToolError::unsupported(format!(
                "`{shown}` has a line of more than {LONGEST_LINE} B, which is not searched; use `code_interpreter`"
            )));
        }
        Searched::Failed(error) => return Err(failed(error)),
    }
    let found = search.found;
    let mut notes = Vec::new();
    notes.push(match (found.matches, found.shown) {
        (0, _) if offset == 0 => format!("no line of `{shown}` matches"),
        (0, _) => format!("no line of `{shown}` matches from line {} on", offset + 1),
        (1, 1) => "1 matching line".to_owned(),
        (all, shown) if all == shown => format!("{all} matching lines"),
        (all, shown) => format!("{shown} of {all} matching lines"),
    });
    if found.is_lossy {
        notes.push("bytes that are not UTF-8 are shown as \u{fffd}; name the encoding".to_owned());
    }
    if let Some(next) = found.next {
        notes.push(format!("continue with offset={}", next.saturating_sub(1)));
    }
    let answer = Answer::text(format!("{}[{}]\n", found.text, notes.join("; ")));
    Ok(if found.next.is_some() { answer.action("more") } else { answer })
}

fn explained(problem: Problem, path: &ChatPath) -> ToolError {
    let shown = path.shown();
    match problem {
        Problem::Io(error) => files::io_error(path, &error),
        Problem::NotUtf8 { line, byte } => ToolError::unsupported(format!(
            "`{shown}` is not UTF-8 text: line {} has the byte 0x{byte:02X} where UTF-8 cannot have it. If it is in \
             another encoding, name it, for example encoding=windows-1252.",
            line + 1
        )),
    }
}
