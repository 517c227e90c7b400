//! The results of a query as lines of an answer.

use jaq_json::Val;

use crate::encode::{self, Unwritable};

/// Results that are counted beyond those that are shown.
const COUNTED: u64 = 10_000;

/// The same if nothing but the count is asked for.
const COUNTED_ALONE: u64 = 1_000_000;

/// Results, one compact JSON text per line, as many as the answer may carry.
pub(crate) struct Results {
    text: String,
    shown: u64,
    seen: u64,
    offset: u64,
    limit: u64,
    bytes: usize,
    full: bool,
}

/// Why a result cannot be shown.
#[derive(Debug, PartialEq)]
pub(crate) enum Unshowable {
    TooLarge { bytes: usize },
    TooDeep,
}

impl Results {
    /// Shows at most `limit` results after the first `offset` ones, in at most `bytes` bytes.
    pub(crate) fn new(offset: u64, limit: u64, bytes: usize) -> Self {
        Self { text: String::new(), shown: 0, seen: 0, offset, limit, bytes, full: false }
    }

    /// Whether further results would not even be counted.
    pub(crate) fn is_done(&self) -> bool {
        let counted = if self.limit == 0 { COUNTED_ALONE } else { COUNTED };
        self.seen >= self.offset.saturating_add(self.shown).saturating_add(counted)
            && (self.full || self.shown >= self.limit)
    }

    pub(crate) fn add(&mut self, value: Val) -> Result<(), Unshowable> {
        self.seen += 1;
        if self.seen <= self.offset || self.full || self.shown >= self.limit {
            return Ok(());
        }
        let start = self.text.len();
        if start > 0 {
            self.text.push('\n');
        }
        match encode::write(&value, &mut self.text, self.bytes) {
            Ok(()) => self.shown += 1,
            Err(Unwritable::TooLarge) if self.shown > 0 => {
                self.text.truncate(start);
                self.full = true;
            }
            Err(Unwritable::TooLarge) => return Err(Unshowable::TooLarge { bytes: self.bytes }),
            Err(Unwritable::TooDeep) => {
                // Dropping it would recurse as deep as it is.
                std::mem::forget(value);
                return Err(Unshowable::TooDeep);
            }
        }
        Ok(())
    }

    pub(crate) fn shown(&self) -> u64 {
        self.shown
    }

    /// Says that results were left out, how many, and how to get them.
    pub(crate) fn note(&self) -> Option<String> {
        let end = self.offset.saturating_add(self.shown);
        if self.limit == 0 {
            return None;
        }
        if self.shown == 0 && self.seen > 0 {
            return Some(format!("no result at offset {}: there are {}", self.offset, self.seen));
        }
        let more = self.seen.saturating_sub(end);
        let least = if self.is_done() { "at least " } else { "" };
        let why = if self.full { "; the answer is full" } else { "" };
        (more > 0).then(|| format!("{least}{more} more results{why}; continue with offset={end}"))
    }

    /// The lines.
    pub(crate) fn into_text(self) -> String {
        let least = if self.is_done() { "at least " } else { "" };
        match (self.limit, self.shown) {
            (0, _) => format!("{least}{} results", self.seen),
            (_, 0) => "no results".to_owned(),
            _ => self.text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: usize, offset: u64, limit: u64, bytes: usize) -> (String, Option<String>) {
        let mut results = Results::new(offset, limit, bytes);
        for number in 0..numbers {
            if results.is_done() {
                break;
            }
            results.add(Val::from(number)).unwrap();
        }
        let note = results.note();
        (results.into_text(), note)
    }

    #[test]
    fn what_is_left_out_is_said() {
        assert_eq!(of(3, 0, 100, 100), ("0\n1\n2".to_owned(), None));
        assert_eq!(of(9, 2, 2, 100), ("2\n3".to_owned(), Some("5 more results; continue with offset=4".to_owned())));
        assert_eq!(of(1_000_000, 0, 1, 100).1.as_deref(), Some("at least 10000 more results; continue with offset=1"));
        assert_eq!(of(0, 0, 10, 100), ("no results".to_owned(), None));
        assert_eq!(of(20_000, 0, 0, 100), ("20000 results".to_owned(), None));
        assert_eq!(of(3, 5, 10, 100).1.as_deref(), Some("no result at offset 5: there are 3"));
    }

    #[test]
    fn the_answer_never_exceeds_its_bytes() {
        let (text, note) = of(1_000, 0, 1_000, 20);
        assert_eq!(text, "0\n1\n2\n3\n4\n5\n6\n7\n8\n9");
        assert_eq!(note.as_deref(), Some("990 more results; the answer is full; continue with offset=10"));
        let long = Val::from("x".repeat(100));
        assert_eq!(Results::new(0, 1, 20).add(long), Err(Unshowable::TooLarge { bytes: 20 }));
    }
}
