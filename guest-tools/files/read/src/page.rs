//! Numbered lines of a text, as many as fit into an answer.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::ops::Range;

use crate::lines::{Line, Lines};

/// Why a text cannot be shown.
#[derive(Debug)]
pub(crate) enum Problem {
    Io(io::Error),
    /// A byte that UTF-8 does not have at this place.
    NotUtf8 {
        line: u64,
        byte: u8,
    },
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Which lines to show.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// Lines to pass over.
    pub(crate) offset: u64,
    /// Lines to show; 0 for as many as fit.
    pub(crate) limit: u64,
    /// Bytes that the answer has room for.
    pub(crate) room: usize,
}

/// Lines to show.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) text: String,
    /// Indices, from 0, of the lines shown.
    pub(crate) shown: Range<u64>,
    /// Whether the text goes on after them.
    pub(crate) more: bool,
}

/// Reads a page. The lines are left behind the page, or one line further if it goes on.
pub(crate) fn page<R: BufRead>(lines: &mut Lines<R>, wanted: Wanted) -> Result<Page, Problem> {
    lines.skip(wanted.offset)?;
    let first = lines.index();
    let mut page = Page { text: String::new(), shown: first..first, more: false };
    while let Some(line) = lines.next(wanted.room)? {
        if wanted.limit > 0 && page.shown.end - first >= wanted.limit {
            page.more = true;
            break;
        }
        let number = format!("{}\t", line.index + 1);
        let text = decode(&line)?;
        let room = wanted.room.saturating_sub(page.text.len());
        if page.text.is_empty() && (line.is_cut() || number.len() + text.len() > room) {
            // A line that no page has room for is shown in part, or it could never be passed.
            let end = text.floor_char_boundary(room.saturating_sub(number.len()));
            let beginning = text.get(..end).unwrap_or_default();
            page.text = format!(
                "{number}{beginning}\n[line {} cut: {end} of {} B shown; search shows text further on]\n",
                line.index + 1,
                line.length
            );
            page.shown.end += 1;
            page.more = lines.next(0)?.is_some();
            break;
        }
        if line.is_cut() || number.len() + text.len() + 1 > room {
            page.more = true;
            break;
        }
        page.text.push_str(&number);
        page.text.push_str(&text);
        page.text.push('\n');
        page.shown.end += 1;
    }
    Ok(page)
}

/// A line as text, with NUL characters made visible.
pub(crate) fn decode<'a>(line: &Line<'a>) -> Result<Cow<'a, str>, Problem> {
    let text = match std::str::from_utf8(line.bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = line.bytes.get(..error.valid_up_to()).unwrap_or_default();
            if !(line.is_cut() && error.error_len().is_none()) {
                let byte = line.bytes.get(error.valid_up_to()).copied().unwrap_or_default();
                return Err(Problem::NotUtf8 { line: line.index, byte });
            }
            std::str::from_utf8(valid).unwrap_or_default()
        }
    };
    Ok(if text.contains('\0') { Cow::Owned(text.replace('\0', "␀")) } else { Cow::Borrowed(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page_of(text: &[u8], offset: u64, limit: u64, room: usize) -> Page {
        page(&mut Lines::new(text), Wanted { offset, limit, room }).expect("it works")
    }

    #[test]
    fn numbers_start_at_one_and_offsets_at_zero() {
        let page = page_of(b"a\nb\nc\n", 1, 1, 100);
        assert_eq!((page.text.as_str(), page.shown, page.more), ("2\tb\n", 1..2, true));
        let page = page_of(b"a\nb\nc", 1, 0, 100);
        assert_eq!((page.text.as_str(), page.shown, page.more), ("2\tb\n3\tc\n", 1..3, false));
        assert_eq!(page_of(b"a\n", 5, 0, 100).shown, 1..1);
    }

    #[test]
    fn a_page_ends_at_the_end_of_a_line() {
        let page = page_of(b"aaaa\nbbbb\ncccc\n", 0, 0, 15);
        assert_eq!((page.text.as_str(), page.shown, page.more), ("1\taaaa\n2\tbbbb\n", 0..2, true));
    }

    #[test]
    fn a_line_that_never_fits_is_cut_and_passed() {
        let text = format!("{}\nend\n", "é".repeat(500));
        let page = page_of(text.as_bytes(), 0, 0, 21);
        assert_eq!(page.shown, 0..1);
        assert!(page.more);
        assert!(page.text.starts_with("1\tééééééééé\n[line 1 cut: 18 of 1000 B shown"), "{}", page.text);
        let page = page_of(text.as_bytes(), 1, 0, 21);
        assert_eq!((page.text.as_str(), page.more), ("2\tend\n", false));
    }

    #[test]
    fn other_encodings_are_noticed() {
        let problem = page(&mut Lines::new(&b"ok\ncaf\xe9\n"[..]), Wanted { offset: 0, limit: 0, room: 99 });
        assert!(matches!(problem, Err(Problem::NotUtf8 { line: 1, byte: 0xE9 })));
    }
}
