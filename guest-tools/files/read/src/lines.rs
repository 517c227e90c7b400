//! Lines from a stream, without ever holding more of one than was asked for.

use std::io::{self, BufRead};

use memchr::{memchr, memchr_iter};

/// Reads a stream line by line.
pub(crate) struct Lines<R> {
    source: R,
    /// Index, from 0, of the line that comes next.
    index: u64,
    kept: Vec<u8>,
    endings: Endings,
}

/// How many of the lines read so far ended in CRLF.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Endings {
    pub(crate) crlf: u64,
    pub(crate) all: u64,
}

/// One line, without its end.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// From 0.
    pub(crate) index: u64,
    /// The line, or its beginning if it is longer than what was asked for.
    pub(crate) bytes: &'a [u8],
    /// The whole line's length in bytes.
    pub(crate) length: u64,
}

impl Line<'_> {
    /// Whether `bytes` is not all of it.
    pub(crate) fn is_cut(&self) -> bool {
        self.length > self.bytes.len() as u64
    }
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source, index: 0, kept: Vec::new(), endings: Endings::default() }
    }

    /// Index, from 0, of the next line. At the end: the number of lines.
    pub(crate) fn index(&self) -> u64 {
        self.index
    }

    /// What has not been read yet.
    pub(crate) fn into_source(self) -> R {
        self.source
    }

    pub(crate) fn endings(&self) -> Endings {
        self.endings
    }

    /// Passes over up to `count` lines.
    pub(crate) fn skip(&mut self, count: u64) -> io::Result<()> {
        let target = self.index.saturating_add(count);
        let mut in_line = false;
        while self.index < target {
            let buffer = self.source.fill_buf()?;
            let Some(&last) = buffer.last() else {
                self.index += u64::from(in_line);
                break;
            };
            let mut used = buffer.len();
            // Counting is much cheaper than looking at each, which only the last buffer needs.
            let ends = memchr_iter(b'\n', buffer).count() as u64;
            if self.index + ends < target {
                self.index += ends;
            } else {
                let last = usize::try_from(target - self.index - 1).unwrap_or(usize::MAX);
                used = memchr_iter(b'\n', buffer).nth(last).map_or(used, |at| at + 1);
                self.index = target;
            }
            in_line = last != b'\n';
            self.source.consume(used);
        }
        Ok(())
    }

    /// Passes over all that is left. `index` is then the number of lines.
    pub(crate) fn skip_rest(&mut self) -> io::Result<()> {
        let mut in_line = false;
        loop {
            let buffer = self.source.fill_buf()?;
            let Some(&last) = buffer.last() else { break };
            self.index += memchr_iter(b'\n', buffer).count() as u64;
            in_line = last != b'\n';
            let used = buffer.len();
            self.source.consume(used);
        }
        self.index += u64::from(in_line);
        Ok(())
    }

    /// Reads the next line and keeps up to `most` bytes of it. None at the end.
    pub(crate) fn next(&mut self, most: usize) -> io::Result<Option<Line<'_>>> {
        self.kept.clear();
        let mut length = 0_u64;
        let mut last = None;
        let ended = loop {
            let buffer = self.source.fill_buf()?;
            if buffer.is_empty() {
                break false;
            }
            let (piece, used, ended) = match memchr(b'\n', buffer) {
                Some(at) => (buffer.get(..at).unwrap_or_default(), at + 1, true),
                None => (buffer, buffer.len(), false),
            };
            let room = most.saturating_sub(self.kept.len());
            self.kept.extend_from_slice(piece.get(..room).unwrap_or(piece));
            length += piece.len() as u64;
            last = piece.last().copied().or(last);
            self.source.consume(used);
            if ended {
                break true;
            }
        };
        if length == 0 && !ended {
            return Ok(None);
        }
        if ended {
            self.endings.all += 1;
            if last == Some(b'\r') {
                self.endings.crlf += 1;
                if self.kept.len() as u64 == length {
                    self.kept.pop();
                }
                length -= 1;
            }
        }
        let index = self.index;
        self.index += 1;
        Ok(Some(Line { index, bytes: &self.kept, length }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::BufReader;

    fn lines(text: &[u8], buffer: usize) -> Lines<BufReader<&[u8]>> {
        Lines::new(BufReader::with_capacity(buffer, text))
    }

    #[test]
    fn line_ends_are_not_part_of_a_line() {
        let mut lines = lines(b"one\r\n\ntw\ro\r", 2);
        let mut seen = Vec::new();
        while let Some(line) = lines.next(10).expect("it works") {
            seen.push((line.index, String::from_utf8(line.bytes.to_vec()).expect("it works")));
        }
        assert_eq!(seen, [(0, "one".to_owned()), (1, String::new()), (2, "tw\ro\r".to_owned())]);
        assert_eq!(lines.endings(), Endings { crlf: 1, all: 2 });
    }

    #[test]
    fn a_long_line_is_cut_and_its_length_known() {
        let text = [vec![b'x'; 10_000], b"\r\nnext".to_vec()].concat();
        let mut lines = lines(&text, 100);
        let line = lines.next(8).expect("it works").expect("it works");
        assert_eq!((line.bytes.len(), line.length, line.is_cut()), (8, 10_000, true));
        assert_eq!(lines.next(8).expect("it works").expect("it works").bytes, b"next");
        assert!(lines.next(8).expect("it works").is_none());
    }

    #[test]
    fn a_line_of_exactly_the_room_is_whole() {
        let mut lines = lines(b"abc\r\n", 64);
        assert!(!lines.next(3).expect("it works").expect("it works").is_cut());
    }

    proptest! {
        #[test]
        fn skipping_agrees_with_reading(text in "[a\r\n]{0,60}", buffer in 1_usize..9, count in 0_u64..20) {
            let mut read = lines(text.as_bytes(), buffer);
            for _ in 0..count {
                read.next(5).expect("it works");
            }
            let mut skipped = lines(text.as_bytes(), buffer);
            skipped.skip(count).expect("it works");
            prop_assert_eq!(read.index(), skipped.index());
            let next = read.next(99).expect("it works").map(|line| line.bytes.to_vec());
            prop_assert_eq!(next, skipped.next(99).expect("it works").map(|line| line.bytes.to_vec()));
            read.skip_rest().expect("it works");
            prop_assert_eq!(read.index(), text.lines().count() as u64);
        }
    }
}
