//! Where a piece of text stands in a file: exactly, or but for white space.

use std::ops::Range;

use memchr::memmem::{self, Finder};
use memchr::memrchr;

/// How many places are looked for at most: beyond that an error lists a few and says "at least".
pub(crate) const MOST_PLACES: usize = 1_000;

/// Where `needle` begins, overlapping places included: `aa` stands twice in `aaa`, so replacing it is ambiguous.
pub(crate) fn places(text: &str, needle: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let Some(first) = needle.chars().next() else { return found };
    let finder = Finder::new(needle);
    let mut from = 0;
    while found.len() < MOST_PLACES {
        let Some(at) = text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) else { break };
        found.push(from + at);
        from += at + first.len_utf8();
    }
    found
}

/// Lines that hold `needle` if white space is ignored at the ends of lines and any run of it counts as one blank.
/// Each range is in bytes of `text` and ends before the last line's LF.
pub(crate) fn loose_places(text: &str, needle: &str) -> Vec<Range<usize>> {
    let wanted: Vec<&str> = trim_blank_lines(needle);
    // The longest word has to be there as it is, which spares looking at nearly every line.
    let words =
        wanted.iter().enumerate().flat_map(|(above, line)| line.split_whitespace().map(move |word| (above, word)));
    let Some((above, word)) = words.max_by_key(|(_, word)| word.len()) else { return Vec::new() };
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut tried = None;
    for at in memmem::find_iter(text.as_bytes(), word) {
        let Some(start) = line_start_above(text, at, above) else { continue };
        // The word may stand in the line more than once.
        if tried.replace(start) == Some(start) {
            continue;
        }
        let mut lines = text.get(start..).unwrap_or_default().split('\n');
        let mut length = 0;
        let is_same = wanted.iter().all(|wanted| {
            lines.next().is_some_and(|line| {
                length += line.len() + 1;
                same_words(line, wanted)
            })
        });
        if is_same {
            found.push(start..start + length - 1);
            if found.len() == MOST_PLACES {
                break;
            }
        }
    }
    found
}

/// Where the line begins that is so many lines above the one that a position lies in.
fn line_start_above(text: &str, position: usize, lines: usize) -> Option<usize> {
    let line_start = |end| Some(memrchr(b'\n', text.as_bytes().get(..end)?).map_or(0, |at| at + 1));
    (0..lines).try_fold(line_start(position)?, |start, _| line_start(start.checked_sub(1)?))
}

/// `new` for a place that was found loosely: without blank lines around it, and indented as the file is. Where a line
/// of `old` has one indentation and the file another, lines of `new` with the former get the latter.
pub(crate) fn reindent(in_file: &str, old: &str, new: &str) -> String {
    let mut known: Vec<(&str, &str)> = Vec::new();
    for (file, old) in in_file.lines().zip(trim_blank_lines(old)).filter(|(file, _)| !file.trim().is_empty()) {
        let pair = (indentation(old), indentation(file));
        match known.iter().find(|(of_old, _)| *of_old == pair.0) {
            None => known.push(pair),
            Some(same) if *same == pair => {}
            // The file indents alike lines differently: nothing follows from that.
            Some(_) => return trim_blank_lines(new).join("\n"),
        }
    }
    let moved = |line: &&str| {
        let indent = indentation(line);
        let nearest =
            known.iter().filter(|(of_old, _)| indent.starts_with(of_old)).max_by_key(|(of_old, _)| of_old.len());
        match nearest {
            Some((of_old, of_file)) if !line.trim().is_empty() => {
                [of_file, line.get(of_old.len()..).unwrap_or_default()].concat()
            }
            _ => (*line).to_owned(),
        }
    };
    trim_blank_lines(new).iter().map(moved).collect::<Vec<_>>().join("\n")
}

fn trim_blank_lines(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.split('\n').collect();
    let is_text = |line: &&str| !line.trim().is_empty();
    let start = lines.iter().position(is_text).unwrap_or(lines.len());
    let end = lines.iter().rposition(is_text).map_or(start, |last| last + 1);
    lines.get(start..end).unwrap_or_default().to_vec()
}

fn same_words(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

fn indentation(line: &str) -> &str {
    line.get(..line.len() - line.trim_start().len()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn overlapping_places_count() {
        assert_eq!(places("aaa", "aa"), [0, 1]);
        assert_eq!(places("äää", "ää"), [0, 2]);
        assert_eq!(places("abc", ""), [] as [usize; 0]);
    }

    #[test]
    fn white_space_may_differ() {
        let text = "fn a() {\n\tlet  x = 1; \n}\n";
        assert_eq!(loose_places(text, "  let x = 1;\n}"), std::slice::from_ref(&(9..24)));
        assert!(loose_places(text, "let y = 1;").is_empty());
        assert!(loose_places(text, " \n\n").is_empty());
        assert_eq!(loose_places("x\nx\n", " x"), [0..1, 2..3]);
    }

    #[test]
    fn blank_lines_inside_must_be_there() {
        assert!(loose_places("a\n\nb\n", " a\nb").is_empty());
        assert_eq!(loose_places("a\n \nb\n", " a\n\nb"), std::slice::from_ref(&(0..5)));
    }

    #[test]
    fn a_word_that_stands_often_is_no_trouble() {
        assert_eq!(loose_places("a a\nb\na a\nc\n", " a  a\nc"), std::slice::from_ref(&(6..11)));
        assert_eq!(loose_places("x\nlong\n", "y\nlong").len(), 0);
        assert_eq!(loose_places("long\n", "y\nlong").len(), 0);
    }

    #[test]
    fn new_text_moves_with_the_indentation() {
        assert_eq!(reindent("    if a:\n        b()", "if a:\n    b()", "if c:\n    d()\n"), "    if c:\n        d()");
        assert_eq!(reindent("if a:\n  b()", "  if a:\n    b()", "  if c:\n    d()"), "if c:\n  d()");
        assert_eq!(reindent("\tx", "  x", "  y\n    z"), "\ty\n\t  z");
        assert_eq!(
            reindent("def g:\n    a", "def g:\n  a", "def g:\n  b\n    c\n\n  d"),
            "def g:\n    b\n      c\n\n    d"
        );
        assert_eq!(reindent("a\n  b", "a\nb", "c\nd"), "c\nd");
    }

    proptest! {
        #[test]
        fn places_are_places(text in "[aä\n ]{0,40}", needle in "[aä\n ]{1,3}") {
            for at in places(&text, &needle) {
                prop_assert!(text[at..].starts_with(&needle));
            }
        }

        #[test]
        fn any_text_is_searched_without_a_panic(text in ".*", old in ".*", new in ".*") {
            places(&text, &old);
            for range in loose_places(&text, &old) {
                reindent(&text[range], &old, &new);
            }
            reindent(&text, &old, &new);
        }
    }
}
