//! Pieces of text for an answer.

use std::borrow::Cow;
use std::ops::Range;

/// A line that is cut to about `most` bytes if it is longer, so that the place `kept` stays visible. An ellipsis
/// stands where something was left out.
///
/// `kept` need not lie on character boundaries or even inside the line.
pub fn clip_around(line: &str, kept: Range<usize>, most: usize) -> Cow<'_, str> {
    if line.len() <= most {
        return Cow::Borrowed(line);
    }
    let spare = most.saturating_sub(kept.len());
    // A quarter of what is spare goes before the place: what follows usually says more.
    let wanted = kept.start.saturating_sub(spare / 4);
    let latest = line.ceil_char_boundary(line.len() - most);
    let start = line.floor_char_boundary(wanted).min(latest);
    let end = line.floor_char_boundary(start + most);
    let before = if start > 0 { "…" } else { "" };
    let after = if end < line.len() { "…" } else { "" };
    Cow::Owned([before, line.get(start..end).unwrap_or_default(), after].concat())
}

/// A number with what it counts: `counted(1, "file", "files")`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// A name with its control characters escaped, so that it stays on its line whatever it is.
pub fn printable(name: &str) -> Cow<'_, str> {
    if !name.contains(char::is_control) {
        return Cow::Borrowed(name);
    }
    let mut text = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        if c.is_control() { text.extend(c.escape_default()) } else { text.push(c) }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_stay() {
        assert_eq!(clip_around("short", 1..2, 5), "short");
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("ä b.txt"), "ä b.txt");
        assert_eq!(printable("ä\nb\u{1b}"), "ä\\nb\\u{1b}");
    }

    #[test]
    fn the_kept_place_is_visible() {
        assert_eq!(clip_around("0123456789abcdef", 0..1, 6), "012345…");
        assert_eq!(clip_around("0123456789abcdef", 9..10, 6), "…89abcd…");
        assert_eq!(clip_around("0123456789abcdef", 15..16, 6), "…abcdef");
        assert_eq!(clip_around("0123456789abcdef", 2..14, 6), "…234567…");
        assert_eq!(clip_around("äöüäöüäöü", 7..8, 5), "…äö…");
        assert_eq!(clip_around("äöü", 900..1000, 3), "…ü");
    }
}
