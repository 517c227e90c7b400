//! What to show when a text is not in a file: the lines that look most like it.

use std::fmt::Write as _;

use similar::get_close_matches;

/// Lines beyond this many bytes of text are not compared, which keeps a failed search in a big file cheap.
const COMPARED_BYTES: usize = 256 * 1024;
/// Only the beginning of a line is compared and shown.
const COMPARED_CHARS: usize = 160;
const SHOWN: usize = 3;
const CUTOFF: f32 = 0.5;

/// The lines most like the first line of `old` that has text, with their numbers; empty if none is close.
pub(crate) fn nearest_lines(text: &str, old: &str) -> String {
    let Some(wanted) = old.lines().map(str::trim).find(|line| !line.is_empty()) else { return String::new() };
    let wanted = beginning(wanted);
    let mut budget = COMPARED_BYTES;
    let lines: Vec<(usize, &str)> = text
        .lines()
        .map(|line| beginning(line.trim()))
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .take_while(|(_, line)| {
            budget = budget.saturating_sub(line.len());
            budget > 0
        })
        .collect();
    let candidates: Vec<&str> = lines.iter().map(|(_, line)| *line).collect();
    let mut shown = String::new();
    let mut last = "";
    for close in get_close_matches(wanted, &candidates, SHOWN, CUTOFF) {
        // Equal lines come once each: show the first and go on with other ones.
        if close == last {
            continue;
        }
        last = close;
        if let Some((index, _)) = lines.iter().find(|(_, line)| *line == close) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\n{}: {close}", index + 1);
        }
    }
    shown
}

fn beginning(line: &str) -> &str {
    line.char_indices().nth(COMPARED_CHARS).and_then(|(end, _)| line.get(..end)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_closest_line_with_its_number() {
        let text = "alpha\n\ntotal = price * count\nomega\n";
        assert_eq!(nearest_lines(text, "\n  total = prices * count\nmore"), "\n3: total = price * count");
        assert_eq!(nearest_lines(text, "zzzzzz"), "");
        assert_eq!(nearest_lines(text, " \n"), "");
    }

    #[test]
    fn equal_lines_are_shown_once() {
        assert_eq!(nearest_lines("abcd\nabcd\n", "abce"), "\n1: abcd");
    }
}
