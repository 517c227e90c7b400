//! A file's text as `old_str` is compared with it: every CRLF folded into LF, with the way back.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr_iter;

/// Text without the CR of its CRLFs.
///
/// A model writes `\n` in its arguments whatever the file uses. Comparing folded texts lets such an argument match,
/// and mapping positions back leaves every byte outside the match as it was.
pub(crate) struct Folded<'a> {
    original: &'a str,
    text: Cow<'a, str>,
    /// Positions in `text` of each LF that had a CR before it, ascending.
    dropped: Vec<usize>,
}

impl<'a> Folded<'a> {
    pub(crate) fn new(original: &'a str) -> Self {
        let mut text = String::new();
        let mut dropped = Vec::new();
        let mut copied = 0;
        for at in memchr_iter(b'\r', original.as_bytes()) {
            if original.as_bytes().get(at + 1) == Some(&b'\n') {
                text.push_str(original.get(copied..at).unwrap_or_default());
                dropped.push(text.len());
                copied = at + 1;
            }
        }
        if dropped.is_empty() {
            return Self { original, text: Cow::Borrowed(original), dropped };
        }
        text.push_str(original.get(copied..).unwrap_or_default());
        Self { original, text: Cow::Owned(text), dropped }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether most lines end in CRLF.
    fn is_crlf(&self) -> bool {
        !self.dropped.is_empty() && self.dropped.len() * 2 > memchr_iter(b'\n', self.text.as_bytes()).count()
    }

    /// A text for this file: with CRLF if the file has CRLF, otherwise as given.
    pub(crate) fn dress(&self, text: &str) -> String {
        if self.is_crlf() { fold(text).replace('\n', "\r\n") } else { text.to_owned() }
    }

    /// The file with a range of the folded text replaced.
    pub(crate) fn replace_range(&self, range: Range<usize>, by: &str) -> String {
        self.replace_all(&[range.start], range.len(), by)
    }

    /// The file with every one of some ranges of the folded text replaced. The ranges ascend and do not overlap.
    pub(crate) fn replace_all(&self, starts: &[usize], length: usize, by: &str) -> String {
        let by = self.dress(by);
        let mut out = String::with_capacity(self.original.len() + by.len());
        let mut done = 0;
        // How many CRs were dropped before the position: it only grows.
        let mut dropped = 0;
        let mut unfold = |position: usize| {
            while self.dropped.get(dropped).is_some_and(|&line_feed| line_feed < position) {
                dropped += 1;
            }
            position + dropped
        };
        for &start in starts {
            out.push_str(self.original.get(done..unfold(start)).unwrap_or_default());
            out.push_str(&by);
            done = unfold(start + length);
        }
        out.push_str(self.original.get(done..).unwrap_or_default());
        out
    }

    /// The number, from 1, of the line that holds a position of the folded text.
    pub(crate) fn line_of(&self, position: usize) -> usize {
        memchr_iter(b'\n', self.text.as_bytes().get(..position).unwrap_or_default()).count() + 1
    }
}

/// A text with LF in place of CRLF.
pub(crate) fn fold(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bytes_outside_the_range_stay() {
        let folded = Folded::new("one\r\ntwo\nthree\r\nfour");
        assert_eq!(folded.text(), "one\ntwo\nthree\nfour");
        assert_eq!(folded.replace_range(4..7, "2"), "one\r\n2\nthree\r\nfour");
        assert_eq!(folded.replace_range(3..4, "\n"), "one\r\ntwo\nthree\r\nfour");
        assert_eq!(folded.line_of(8), 3);
    }

    #[test]
    fn new_text_takes_the_line_ends_of_the_file() {
        assert_eq!(Folded::new("a\r\nb\r\n").replace_range(0..1, "x\ny"), "x\r\ny\r\nb\r\n");
        assert_eq!(Folded::new("a\nb\n").replace_range(0..1, "x\ny"), "x\ny\nb\n");
        assert_eq!(Folded::new("a\nb\n").replace_range(0..1, "x\r\ny"), "x\r\ny\nb\n");
    }

    #[test]
    fn all_ranges_are_replaced() {
        let folded = Folded::new("a=1\r\na=2\r\na");
        assert_eq!(folded.replace_all(&[0, 4, 8], 1, "bb"), "bb=1\r\nbb=2\r\nbb");
    }

    proptest! {
        #[test]
        fn replacing_leaves_what_is_around_as_it_was(text in "[a\r\n]{0,30}", start in 0_usize..30, length in 0_usize..5) {
            let folded = Folded::new(&text);
            prop_assert_eq!(folded.text(), fold(&text));
            let end = (start + length).min(folded.text().len());
            let start = start.min(end);
            let changed = folded.replace_range(start..end, "<>");
            let (before, after) = changed.split_once("<>").expect("the new text");
            prop_assert!(text.starts_with(before) && text.ends_with(after));
            prop_assert_eq!(fold(before), &folded.text()[..start]);
            // An LF that lost its CR to the replaced text is one line end either way.
            prop_assert_eq!(fold(after), &folded.text()[end..]);
        }
    }
}
