//! What a preview shows: unified diffs, as far as an answer has room for them.

use std::fmt::{self, Write as _};

use memchr::memchr_iter;
use similar::{ChangeTag, DiffOp, TextDiff};

use toolhost_sdk::text::counted;

use crate::draft::Draft;
use crate::middle::{Middle, middle};

/// Lines shown around a change.
pub(crate) const CONTEXT: usize = 3;
/// The most lines that are compared between the first and the last change, old and new ones together. Comparing takes
/// time with the square of it in the worst case.
const COMPARED_LINES: usize = 6_000;
/// The most bytes, likewise.
const COMPARED_BYTES: usize = 512 * 1024;

/// Text up to a bound. Writing more fails, so that a diff is not written out only to be cut.
struct Bounded<'a> {
    text: &'a mut String,
    bound: usize,
}

impl fmt::Write for Bounded<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let room = self.bound.saturating_sub(self.text.len());
        self.text.push_str(piece.get(..piece.floor_char_boundary(room)).unwrap_or_default());
        if piece.len() > room { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Adds a unified diff of every text that changes, until the text has `bound` bytes.
pub(crate) fn add_diffs(text: &mut String, drafts: &[Draft], bound: usize) {
    for (path, file) in drafts.iter().flat_map(Draft::files) {
        let Some(now) = &file.now else { continue };
        let before = file.before.as_deref().unwrap_or_default();
        let from = file.origin.as_ref().map_or("/dev/null".to_owned(), |origin| format!("a/{origin}"));
        if add_diff(Bounded { text, bound }, before, now, &from, &format!("b/{path}")).is_err() {
            // Ends at the end of a line, unless there is only one.
            if let Some(end) = text.rfind('\n') {
                text.truncate(end + 1);
            }
            text.push_str("[the diff goes on; preview fewer operations to see it]\n");
            return;
        }
    }
}

fn add_diff(mut out: Bounded<'_>, before: &str, now: &str, from: &str, to: &str) -> fmt::Result {
    let Some(Middle { skipped, old, new }) = middle(before, now) else { return Ok(()) };
    let lines = memchr_iter(b'\n', old.as_bytes()).count() + memchr_iter(b'\n', new.as_bytes()).count();
    let bytes = old.len() + new.len();
    if (lines > COMPARED_LINES || bytes > COMPARED_BYTES) && !old.is_empty() && !new.is_empty() {
        let lines = counted(lines as u64, "line", "lines");
        return writeln!(
            out,
            "[{to}: {lines} old and new, {bytes} B, from the first change to the last: too much for a diff]"
        );
    }
    write!(out, "--- {from}\n+++ {to}\n")?;
    let diff = TextDiff::from_lines(old, new);
    for hunk in diff.grouped_ops(CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let old = span(skipped, first.old_range().start, last.old_range().end);
        let new = span(skipped, first.new_range().start, last.new_range().end);
        writeln!(out, "@@ -{old} +{new} @@")?;
        for change in hunk.iter().flat_map(|op: &DiffOp| diff.iter_changes(op)) {
            let mark = match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            write!(out, "{mark}{}", change.value())?;
            if change.missing_newline() {
                write!(out, "\n\\ No newline at end of file\n")?;
            }
        }
    }
    Ok(())
}

/// Lines as a hunk's header names them: the first, from 1, and how many if not one.
fn span(skipped: usize, start: usize, end: usize) -> String {
    match end.saturating_sub(start) {
        0 => format!("{},0", skipped + start),
        1 => format!("{}", skipped + start + 1),
        count => format!("{},{count}", skipped + start + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn diff(before: &str, now: &str) -> String {
        let mut text = String::new();
        let out = Bounded { text: &mut text, bound: 100_000 };
        add_diff(out, before, now, "a/f", "b/f").expect("enough room");
        text
    }

    #[test]
    fn a_bound_is_kept() {
        let mut text = "12".to_owned();
        assert!(Bounded { text: &mut text, bound: 5 }.write_str("ää").is_err());
        assert_eq!(text, "12ä");
    }

    #[test]
    fn line_numbers_are_those_of_the_whole_file() {
        let before: String = (1..=100).map(|number| format!("{number}\n")).collect();
        let now = before.replace("50\n", "fifty\n");
        assert_eq!(
            diff(&before, &now),
            "--- a/f\n+++ b/f\n@@ -47,7 +47,7 @@\n 47\n 48\n 49\n-50\n+fifty\n 51\n 52\n 53\n"
        );
    }

    #[test]
    fn too_much_for_a_diff_is_said() {
        let before = "a\n".repeat(10_000);
        assert!(diff(&before, &before.replace('a', "b")).contains("20000 lines old and new, 40000 B"));
        // New files and emptied ones need no comparing.
        assert!(diff("", &before).ends_with("+a\n+a\n"));
    }

    proptest! {
        #[test]
        fn it_is_what_a_diff_of_the_whole_files_is(before in "([ab]?\n?){0,30}", now in "([ab]?\n?){0,30}") {
            let whole = TextDiff::from_lines(before.as_str(), now.as_str());
            let whole = whole.unified_diff().header("a/f", "b/f").to_string();
            let removed = |text: &str, mark: char| {
                let lines = text.lines().filter(|line| line.starts_with(mark) && !line.starts_with("---") && !line.starts_with("+++"));
                lines.count()
            };
            let ours = diff(&before, &now);
            prop_assert_eq!(ours.is_empty(), whole.is_empty());
            // Which of several equal lines counts as changed may differ, how many do may not.
            prop_assert_eq!(removed(&ours, '+') as i64 - removed(&ours, '-') as i64, removed(&whole, '+') as i64 - removed(&whole, '-') as i64);
        }
    }
}
