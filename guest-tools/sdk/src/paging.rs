//! Fitting text into an answer.

use crate::text::counted;
use crate::{Answer, Call};

/// The most bytes of text that an answer brings on its own account: a page that a model can take in at once.
const PAGE: usize = 48 * 1024;

/// How many bytes of text an answer to this call has room for, a little space for closing words not counted.
pub fn room(call: &Call) -> usize {
    // The host counts the bytes of all parts. What is kept back is for notes at the end.
    call.output_limit().saturating_sub(call.output_limit() / 16).min(PAGE)
}

/// A text of at most `room` bytes that ends at the end of a line. What is left out is counted in a last line, which
/// comes on top. A single line longer than the room is cut within.
pub fn clip_lines(text: String, room: usize) -> String {
    if text.len() <= room {
        return text;
    }
    let fitting = text.get(..text.floor_char_boundary(room)).unwrap_or_default();
    let kept = match fitting.rfind('\n') {
        Some(end) => fitting.get(..=end).unwrap_or_default(),
        None => fitting,
    };
    let left = text.get(kept.len()..).unwrap_or_default();
    let line_end = if kept.ends_with('\n') { "" } else { "\n" };
    format!("{kept}{line_end}[{}, {} B, left out]\n", counted(left.lines().count() as u64, "line", "lines"), left.len())
}

/// Some lines of a longer text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The lines, each with its line break.
    pub text: String,
    /// How many lines there are.
    pub lines: u64,
    /// The offset that the next page begins with; none if this is the last one.
    pub next_offset: Option<u64>,
}

/// The lines after the first `offset` that have room together, `most` at most. There is always one if any is left: a
/// line longer than the room is cut, and `…` stands for its rest. Takes no more lines than it shows and one.
pub fn page_lines<'a>(lines: impl IntoIterator<Item = &'a str>, offset: u64, most: u64, room: usize) -> Page {
    let mut page = Page { text: String::new(), lines: 0, next_offset: None };
    let skipped = usize::try_from(offset).unwrap_or(usize::MAX);
    for line in lines.into_iter().skip(skipped) {
        let is_full = page.lines > 0 && page.text.len().saturating_add(line.len() + 1) > room;
        if is_full || page.lines >= most {
            page.next_offset = Some(offset.saturating_add(page.lines));
            break;
        }
        if line.len() < room {
            page.text.push_str(line);
        } else {
            let kept = line.floor_char_boundary(room.saturating_sub('…'.len_utf8() + 1));
            page.text.push_str(line.get(..kept).unwrap_or_default());
            page.text.push('…');
        }
        page.text.push('\n');
        page.lines += 1;
    }
    page
}

/// Room kept for the notes in the last line of [`Rows`].
const LAST_LINE: usize = 400;

/// Some rows of a list, and a last line of notes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    text: String,
    notes: Vec<String>,
    has_more: bool,
}

impl Rows {
    /// The rows from `offset` on that an answer to this call has room for, `limit` at most, of `total`, which are called
    /// for example `entries`. There is always one if any is left. Takes no more rows than it shows and one.
    pub fn page(
        call: &Call,
        rows: impl IntoIterator<Item = String>,
        (offset, limit): (u64, u32),
        (total, called): (u64, &str),
    ) -> Self {
        let room = room(call).saturating_sub(LAST_LINE);
        let mut page = Self::default();
        let mut end = offset;
        for row in rows.into_iter().skip(usize::try_from(offset).unwrap_or(usize::MAX)).take(limit as usize) {
            if end > offset && page.text.len() + row.len() > room {
                break;
            }
            page.text.push_str(&row);
            end += 1;
        }
        page.has_more = end < total;
        if page.has_more || offset > 0 {
            page.note(format!("{called} {}-{end} of {total}", offset + 1));
        }
        if page.has_more {
            page.note(format!("continue with offset={end}"));
        }
        page
    }

    /// Adds a note to the last line.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// The answer: the rows, the notes in brackets, and the action `more` if there are further rows.
    pub fn into_answer(mut self) -> Answer {
        if !self.notes.is_empty() {
            self.text.push_str(&format!("[{}]\n", self.notes.join("; ")));
        }
        let answer = Answer::text(self.text);
        if self.has_more { answer.action("more") } else { answer }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::*;

    #[test]
    fn the_room_is_less_than_the_limit() {
        assert_eq!(room(&Call::for_tests(16_000)), 15_000);
        assert_eq!(room(&Call::for_tests(u32::MAX)), PAGE);
        assert_eq!(room(&Call::for_tests(0)), 0);
    }

    #[test]
    fn a_text_ends_at_the_end_of_a_line() {
        let text = "one\ntwo\nthree\n".to_owned();
        assert_eq!(clip_lines(text.clone(), 14), text);
        assert_eq!(clip_lines(text.clone(), 9), "one\ntwo\n[1 line, 6 B, left out]\n");
        assert_eq!(clip_lines(text, 2), "on\n[3 lines, 12 B, left out]\n");
        assert_eq!(clip_lines("äö".to_owned(), 3), "ä\n[1 line, 2 B, left out]\n");
    }

    #[test]
    fn a_page_ends_at_a_line_and_says_where_the_next_begins() {
        let lines = ["one", "two", "three", "four"];
        let page = |offset, most, room| page_lines(lines, offset, most, room);
        let expected = |text: &str, lines, next_offset| Page { text: text.to_owned(), lines, next_offset };
        assert_eq!(page(0, 10, 100), expected("one\ntwo\nthree\nfour\n", 4, None));
        assert_eq!(page(0, 10, 8), expected("one\ntwo\n", 2, Some(2)));
        assert_eq!(page(2, 10, 11), expected("three\nfour\n", 2, None));
        assert_eq!(page(1, 1, 100), expected("two\n", 1, Some(2)));
        assert_eq!(page(4, 10, 100), expected("", 0, None));
        assert_eq!(page(u64::MAX, 10, 100), expected("", 0, None));
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_between_characters() {
        assert_eq!(page_lines(["äöüäöü", "b"], 0, 10, 8).text, "äö…\n");
        assert_eq!(page_lines(["äöüäöü", "b"], 0, 10, 8).next_offset, Some(1));
        assert_eq!(page_lines(["abcdef"], 0, 10, 0).text, "…\n");
    }

    proptest! {
        #[test]
        fn pages_together_are_the_text(lines in proptest::collection::vec("[a-zä]{0,9}", 0..40), room in 20..60_usize) {
            let (mut text, mut offset) = (String::new(), Some(0));
            while let Some(from) = offset {
                let page = page_lines(lines.iter().map(String::as_str), from, 100, room);
                prop_assert!(page.text.len() <= room);
                text.push_str(&page.text);
                offset = page.next_offset;
            }
            prop_assert_eq!(text, lines.iter().map(|line| format!("{line}\n")).collect::<String>());
        }

        #[test]
        fn a_page_of_anything_fits(lines in any::<Vec<String>>(), offset in 0..9_u64, most in 0..9_u64, room in 4..99_usize) {
            let page = page_lines(lines.iter().map(String::as_str), offset, most, room);
            prop_assert!(page.text.len() <= room && page.lines <= most);
        }
    }
}
