//! A file's text as `old_str` is compared with it: every CRLF folded into LF, with the way back.

use std::ops::Range;

/// Text without the CR of its CRLFs.
///
/// A model writes `\n` in its arguments whatever the file uses. Comparing folded texts lets such an argument match,
/// and mapping positions back leaves every byte outside the match as it was.
pub(crate) struct Folded<'a> {
    original: &'a str,
    text: String,
    /// Positions in `text` of each LF that had a CR before it, ascending.
    dropped: Vec<usize>,
    /// How many LFs there are.
    lines: usize,
}

impl<'a> Folded<'a> {
    pub(crate) fn new(original: &'a str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut dropped = Vec::new();
        let mut lines = 0;
        for piece in original.split_inclusive('\n') {
            lines += usize::from(piece.ends_with('\n'));
            match piece.strip_suffix("\r\n") {
                Some(line) => {
                    text.push_str(line);
                    dropped.push(text.len());
                    text.push('\n');
                }
                None => text.push_str(piece),
            }
        }
        Self { original, text, dropped, lines }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The position in the file of a position in the folded text.
    fn unfold(&self, position: usize) -> usize {
        position + self.dropped.partition_point(|&line_feed| line_feed < position)
    }

    /// Whether most lines end in CRLF.
    fn is_crlf(&self) -> bool {
        self.dropped.len() * 2 > self.lines
    }

    /// A text for this file: with CRLF if the file has CRLF, otherwise as given.
    pub(crate) fn dress(&self, text: &str) -> String {
        if self.is_crlf() { fold(text).replace('\n', "\r\n") } else { text.to_owned() }
    }

    /// The file with a range of the folded text replaced.
    pub(crate) fn replace_range(&self, range: Range<usize>, by: &str) -> String {
        let (start, end) = (self.unfold(range.start), self.unfold(range.end));
        let (before, after) =
            (self.original.get(..start).unwrap_or_default(), self.original.get(end..).unwrap_or_default());
        [before, &self.dress(by), after].concat()
    }

    /// The file with every one of some ranges of the folded text replaced. The ranges ascend and do not overlap.
    pub(crate) fn replace_all(&self, starts: &[usize], length: usize, by: &str) -> String {
        let by = self.dress(by);
        let mut out = String::with_capacity(self.original.len());
        let mut done = 0;
        for &start in starts {
            out.push_str(self.original.get(done..self.unfold(start)).unwrap_or_default());
            out.push_str(&by);
            done = self.unfold(start + length);
        }
        out.push_str(self.original.get(done..).unwrap_or_default());
        out
    }

    /// The number, from 1, of the line that holds a position of the folded text.
    pub(crate) fn line_of(&self, position: usize) -> usize {
        let before = self.text.as_bytes().get(..position).unwrap_or_default();
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }
}

/// A text with LF in place of CRLF.
pub(crate) fn fold(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
