//! Where a piece of text stands in a file: exactly, or but for white space.

use std::ops::Range;

/// How many places are looked for at most: beyond that an error lists a few and says "at least".
pub(crate) const MOST_PLACES: usize = 1_000;

/// Where `needle` begins, overlapping places included: `aa` stands twice in `aaa`, so replacing it is ambiguous.
pub(crate) fn places(text: &str, needle: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let Some(first) = needle.chars().next() else { return found };
    let mut from = 0;
    while found.len() < MOST_PLACES {
        let Some(at) = text.get(from..).and_then(|rest| rest.find(needle)) else { break };
        found.push(from + at);
        from += at + first.len_utf8();
    }
    found
}

/// Lines that hold `needle` if white space is ignored at the ends of lines and any run of it counts as one blank.
/// Each range is in bytes of `text` and ends before the last line's LF.
pub(crate) fn loose_places(text: &str, needle: &str) -> Vec<Range<usize>> {
    let wanted: Vec<&str> = trim_blank_lines(needle);
    let Some(first) = wanted.first() else { return Vec::new() };
    let lines = line_ranges(text);
    let mut found = Vec::new();
    for window in lines.windows(wanted.len()) {
        let (Some(start), Some(end)) = (window.first(), window.last()) else { break };
        if same_words(&text[start.clone()], first)
            && window.iter().zip(&wanted).all(|(range, wanted)| same_words(&text[range.clone()], wanted))
        {
            found.push(start.start..end.end);
            if found.len() == MOST_PLACES {
                break;
            }
        }
    }
    found
}

/// `new` for a place that was found loosely: without blank lines around it, and moved by the difference in
/// indentation between the file and `old`, if that difference is the same on every line.
pub(crate) fn reindent(in_file: &str, old: &str, new: &str) -> String {
    let new = trim_blank_lines(new);
    let pairs = || in_file.lines().zip(trim_blank_lines(old)).filter(|(file, _)| !file.trim().is_empty());
    let Some((file, old)) = pairs().next() else { return new.join("\n") };
    let (file, old) = (indentation(file), indentation(old));
    if let Some(extra) = file.strip_suffix(old)
        && pairs().all(|(file, old)| indentation(file).strip_prefix(extra) == Some(indentation(old)))
    {
        let moved = |line: &&str| if line.is_empty() { String::new() } else { format!("{extra}{line}") };
        return new.iter().map(moved).collect::<Vec<_>>().join("\n");
    }
    if let Some(surplus) = old.strip_suffix(file)
        && pairs().all(|(file, old)| indentation(old).strip_prefix(surplus) == Some(indentation(file)))
        && new.iter().all(|line| line.is_empty() || line.starts_with(surplus))
    {
        return new.iter().map(|line| line.strip_prefix(surplus).unwrap_or(line)).collect::<Vec<_>>().join("\n");
    }
    new.join("\n")
}

fn trim_blank_lines(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.split('\n').collect();
    let is_text = |line: &&str| !line.trim().is_empty();
    let start = lines.iter().position(is_text).unwrap_or(lines.len());
    let end = lines.iter().rposition(is_text).map_or(start, |last| last + 1);
    lines.get(start..end).unwrap_or_default().to_vec()
}

fn line_ranges(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    text.split('\n')
        .map(|line| {
            let range = start..start + line.len();
            start = range.end + 1;
            range
        })
        .collect()
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
    fn new_text_moves_with_the_indentation() {
        assert_eq!(reindent("    if a:\n        b()", "if a:\n    b()", "if c:\n    d()\n"), "    if c:\n        d()");
        assert_eq!(reindent("if a:\n  b()", "  if a:\n    b()", "  if c:\n    d()"), "if c:\n  d()");
        assert_eq!(reindent("\tx", "  x", "  y"), "  y");
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
