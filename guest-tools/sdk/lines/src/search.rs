//! Searching one text after the other.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;

use grep_matcher::{LineTerminator, Matcher as _};
use grep_searcher::{
    BinaryDetection, MmapChoice, Searcher, SearcherBuilder, Sink, SinkContext, SinkContextKind, SinkMatch,
};

use toolhost_sdk::text::clip_around;

use crate::found::Found;
use crate::matcher::LineMatcher;

/// The most bytes of one line that are shown.
const LINE_SHOWN: usize = 500;

/// What a NUL character says about a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nul {
    /// That it is no text.
    Binary,
    /// Nothing.
    Character,
}

/// How the search of one text ended.
#[derive(Debug)]
pub enum Searched {
    /// It was searched to its end.
    Whole,
    /// It is no text. What it matched before that showed is forgotten.
    Binary,
    /// A line is longer than the longest that is searched. What was found before is forgotten.
    LongLine,
    /// It could not be read. What was found before is forgotten.
    Failed(io::Error),
}

/// A search through texts.
#[derive(Debug)]
pub struct Search {
    matcher: LineMatcher,
    searcher: Searcher,
    /// What was found so far.
    pub found: Found,
}

impl Search {
    /// Prepares a search. A text with a line longer than `longest_line` bytes is not searched.
    pub fn new(matcher: LineMatcher, found: Found, nul: Nul, longest_line: usize) -> Self {
        let around = found.limits().around;
        let binary = match nul {
            Nul::Binary => BinaryDetection::quit(0),
            Nul::Character => BinaryDetection::none(),
        };
        let searcher = SearcherBuilder::new()
            .line_terminator(LineTerminator::crlf())
            .line_number(true)
            .before_context(around)
            .after_context(around)
            .binary_detection(binary)
            .heap_limit(Some(longest_line))
            .memory_map(MmapChoice::never())
            .build();
        Self { matcher, searcher, found }
    }

    /// Searches one text. `prefix` stands before each line shown; `passed` lines of the text came before `source`.
    pub fn text(&mut self, prefix: &str, passed: u64, source: impl Read) -> Searched {
        let mark = self.found.mark();
        let mut lines = Lines {
            found: &mut self.found,
            matcher: &self.matcher,
            prefix,
            passed,
            before: VecDeque::new(),
            last: None,
            is_after: false,
            is_binary: false,
        };
        let result = self.searcher.search_reader(&self.matcher, source, &mut lines);
        let is_binary = lines.is_binary;
        let searched = match result {
            Ok(()) if is_binary => Searched::Binary,
            Ok(()) => return Searched::Whole,
            // The line buffer has no error of its own for this.
            Err(error) if error.to_string().contains("allocation limit") => Searched::LongLine,
            Err(error) => Searched::Failed(error),
        };
        self.found.return_to(&mark);
        searched
    }
}

/// Takes the lines of one text.
struct Lines<'a> {
    found: &'a mut Found,
    matcher: &'a LineMatcher,
    prefix: &'a str,
    passed: u64,
    /// Lines that wait for the match that they come before.
    before: VecDeque<(u64, String)>,
    /// The number of the last line shown.
    last: Option<u64>,
    is_after: bool,
    is_binary: bool,
}

impl Lines<'_> {
    fn line(&mut self, number: u64, mark: char, bytes: &[u8]) -> String {
        let bytes = trim_line_end(bytes);
        let matched = match mark {
            ':' => self.matcher.find(bytes).ok().flatten().map_or(0..0, |found| found.start()..found.end()),
            _ => 0..0,
        };
        let (before, matched, after) = near(bytes, matched);
        let mut text = String::from_utf8_lossy(before).into_owned();
        let start = text.len();
        text.push_str(&String::from_utf8_lossy(matched));
        let end = text.len();
        text.push_str(&String::from_utf8_lossy(after));
        let shown = clip_around(&text, start..end, LINE_SHOWN);
        self.found.is_lossy |= shown.contains('\u{fffd}');
        let place = if self.prefix.is_empty() { String::new() } else { format!("{}{mark}", self.prefix) };
        format!("{place}{number}{mark}{}\n", shown.replace('\0', "␀"))
    }
}

impl Sink for Lines<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, matched: &SinkMatch<'_>) -> Result<bool, io::Error> {
        let number = self.passed + matched.line_number().unwrap_or_default();
        let before = std::mem::take(&mut self.before);
        self.is_after = false;
        if !self.found.takes_match(number) {
            return Ok(true);
        }
        let first = before.front().map_or(number, |(number, _)| *number);
        let mut lines = String::new();
        let is_apart = self.last.is_none_or(|last| last + 1 != first);
        if self.found.limits().around > 0 && is_apart && !self.found.text.is_empty() {
            lines.push_str("--\n");
        }
        before.iter().for_each(|(_, line)| lines.push_str(line));
        lines.push_str(&self.line(number, ':', matched.bytes()));
        if self.found.add(number, &lines) {
            self.last = Some(number);
            self.is_after = true;
        }
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> Result<bool, io::Error> {
        if self.found.next.is_some() {
            return Ok(true);
        }
        let number = self.passed + context.line_number().unwrap_or_default();
        let line = self.line(number, '-', context.bytes());
        if context.kind() == &SinkContextKind::After && self.is_after {
            if self.found.add_after(&line) {
                self.last = Some(number);
            }
        } else {
            // A line after a match that is not shown may also be one before a match that is.
            self.before.push_back((number, line));
            if self.before.len() > self.found.limits().around {
                self.before.pop_front();
            }
        }
        Ok(true)
    }

    fn context_break(&mut self, _: &Searcher) -> Result<bool, io::Error> {
        self.before.clear();
        Ok(true)
    }

    fn binary_data(&mut self, _: &Searcher, _: u64) -> Result<bool, io::Error> {
        self.is_binary = true;
        Ok(false)
    }
}

fn trim_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The part of a line around a match that can be shown, as what is before, in and after the match: a line of many
/// megabytes is not decoded to be cut afterwards.
fn near(line: &[u8], matched: Range<usize>) -> (&[u8], &[u8], &[u8]) {
    let start = character_start(line, matched.start.saturating_sub(2 * LINE_SHOWN));
    let end = character_start(line, matched.start.saturating_add(4 * LINE_SHOWN));
    let matched_end = matched.end.min(end);
    let part = |range: Range<usize>| line.get(range).unwrap_or_default();
    (part(start..matched.start), part(matched.start..matched_end), part(matched_end..end))
}

/// The beginning of the UTF-8 character that a position lies in, which is at most three bytes back.
fn character_start(line: &[u8], position: usize) -> usize {
    let position = position.min(line.len());
    let is_inside = |at: &usize| line.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    (position.saturating_sub(3)..=position).rev().find(|at| !is_inside(at)).unwrap_or(position)
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
