//! What to show when a text is not in a file: the lines that look most like it.

use std::fmt::Write as _;

/// Lines beyond this many bytes of text are not compared, which keeps a failed search in a big file cheap.
const COMPARED_BYTES: usize = 1024 * 1024;
/// Only the beginning of a line is compared and shown.
const COMPARED_CHARS: usize = 160;
const SHOWN: usize = 3;
/// How alike a line has to be, from 0 to 100.
const ALIKE: usize = 50;

/// The lines most like the first line of `old` that has text, with their numbers; empty if none is close.
pub(crate) fn nearest_lines(text: &str, old: &str) -> String {
    let Some(wanted) = old.lines().map(str::trim).find(|line| !line.is_empty()) else { return String::new() };
    let mut pairs = Pairs::of(beginning(wanted));
    let mut budget = COMPARED_BYTES;
    let mut best: Vec<(usize, usize, &str)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = beginning(line.trim());
        budget = budget.saturating_sub(line.len() + 1);
        if budget == 0 {
            break;
        }
        let score = pairs.likeness(line);
        // Equal lines would say the same: the first of them stands for all.
        let is_news = score >= ALIKE && !best.iter().any(|(_, _, other)| *other == line);
        if is_news && (best.len() < SHOWN || best.last().is_some_and(|(least, ..)| score > *least)) {
            best.insert(best.partition_point(|(other, ..)| *other >= score), (score, index + 1, line));
            best.truncate(SHOWN);
        }
    }
    let mut shown = String::new();
    for (_, number, line) in best {
        // Writing to a string cannot fail.
        let _ = write!(shown, "\n{number}: {line}");
    }
    shown
}

/// How often each pair of neighbouring bytes stands in a text. Pairs with the same place in the table count as one.
struct Pairs {
    counts: Vec<i16>,
    total: usize,
}

impl Pairs {
    fn of(text: &str) -> Self {
        let mut pairs = Self { counts: vec![0; 1 << 12], total: text.len().saturating_sub(1) };
        for place in places(text) {
            pairs.add(place, 1);
        }
        pairs
    }

    fn add(&mut self, place: usize, change: i16) -> i16 {
        let Some(count) = self.counts.get_mut(place) else { return 0 };
        *count += change;
        *count
    }

    /// The share of pairs that a line has in common with this text, from 0 to 100.
    fn likeness(&mut self, line: &str) -> usize {
        let total = self.total + line.len().saturating_sub(1);
        // Too different in length to be alike.
        if total == 0 || 200 * self.total.min(total - self.total) < ALIKE * total {
            return 0;
        }
        let common = places(line).filter(|&place| self.add(place, -1) >= 0).count();
        for place in places(line) {
            self.add(place, 1);
        }
        200 * common / total
    }
}

fn places(text: &str) -> impl Iterator<Item = usize> {
    text.as_bytes().windows(2).filter_map(|pair| match pair {
        [first, second] => Some((usize::from(*first) << 5 ^ usize::from(*second)) & 0xFFF),
        _ => None,
    })
}

fn beginning(line: &str) -> &str {
    if line.len() <= COMPARED_CHARS {
        return line;
    }
    line.char_indices().nth(COMPARED_CHARS).and_then(|(end, _)| line.get(..end)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shows_the_closest_lines_with_their_numbers() {
        let text = "alpha\n\ntotal = price * count\nomega\ntotal = 1\n";
        assert_eq!(nearest_lines(text, "\n  total = prices * count\nmore"), "\n3: total = price * count");
        assert_eq!(nearest_lines("ab cd\nab cde\nab cdef\nab cd e\n", "ab cdef"), "\n3: ab cdef\n2: ab cde\n1: ab cd");
        assert_eq!(nearest_lines(text, "zzzzzz"), "");
        assert_eq!(nearest_lines(text, " \n"), "");
    }

    #[test]
    fn equal_lines_are_shown_once() {
        assert_eq!(nearest_lines("abcd\nabcd\n", "abce"), "\n1: abcd");
    }

    proptest! {
        #[test]
        fn any_text_has_nearest_lines_or_none(text in "(.|\n)*", old in "(.|\n)*") {
            nearest_lines(&text, &old);
        }

        #[test]
        fn comparing_leaves_the_counts_as_they_were(wanted in ".*", line in ".*") {
            let mut pairs = Pairs::of(&wanted);
            let before = pairs.counts.clone();
            prop_assert!(pairs.likeness(&line) <= 100);
            prop_assert_eq!(before, pairs.counts);
        }
    }
}
