//! What each operation does to a draft.

use std::fmt::Write as _;

use memchr::memmem;
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;

use crate::draft::Draft;
use crate::folded::{Folded, fold};
use crate::matching::{MOST_PLACES, loose_places, places, reindent};
use crate::nearest::nearest_lines;
use crate::operation::{Change, Step};

/// How many places an error lists.
const LISTED: usize = 10;

/// What an operation did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Changed(String),
    /// There was nothing to do.
    Nothing(String),
}

/// Applies one operation.
pub(crate) fn apply(draft: &mut Draft, step: &Step) -> Result<Effect, ToolError> {
    let path = &step.path;
    match &step.change {
        Change::Replace { old, new, all } => {
            let text = draft.text(path)?;
            match replace(text, path.shown(), old, new, *all)? {
                Some((changed, effect)) => {
                    draft.set_text(path, changed)?;
                    Ok(Effect::Changed(effect))
                }
                None => Ok(Effect::Nothing("the text is there already".to_owned())),
            }
        }
        Change::InsertLines { after, content } => {
            let (changed, effect) = insert_lines(draft.text(path)?, path.shown(), *after, content)?;
            draft.set_text(path, changed)?;
            Ok(Effect::Changed(effect))
        }
        Change::Create { content } => {
            if draft.has_text(path, content) {
                return Ok(Effect::Nothing("the file is there already, with this content".to_owned()));
            }
            draft.create(path, content.clone())?;
            Ok(Effect::Changed(size_of(content)))
        }
        Change::Delete => draft.delete(path).map(|()| Effect::Changed(String::new())),
        Change::Rename { to } if to == path => Ok(Effect::Nothing("the file has this name already".to_owned())),
        Change::Rename { to } => draft.rename(path, to).map(|()| Effect::Changed(String::new())),
    }
}

/// A changed text and how it changed; None if it would be the same.
type Changed = Option<(String, String)>;

fn replace(text: &str, shown: &str, old: &str, new: &str, all: bool) -> Result<Changed, ToolError> {
    let folded = Folded::new(text);
    let old = fold(old);
    let is_same = folded.dress(&old) == folded.dress(new);
    let exact = places(folded.text(), &old);
    match exact.as_slice() {
        [_, ..] if is_same && (all || exact.len() == 1) => Ok(None),
        [at] => Ok(Some((folded.replace_range(*at..at + old.len(), new), lines_of(&folded, *at, at + old.len())))),
        [] if !all => replace_loosely(&folded, shown, &old, new),
        [] => Err(not_there(&folded, shown, &old, new)),
        _ if all => {
            let starts: Vec<usize> = memmem::find_iter(folded.text().as_bytes(), &old).collect();
            Ok(Some((folded.replace_all(&starts, old.len(), new), format!("{} places", starts.len()))))
        }
        _ => Err(ToolError::conflict(format!(
            "old_str stands {} times in `{shown}`, on lines {}. Take in more of the lines around the one meant, or \
             set all=true to replace every one.",
            at_least(exact.len()),
            listed(exact.iter().map(|&at| folded.line_of(at).to_string()))
        ))),
    }
}

/// Replaces a place that differs from `old` in white space only.
fn replace_loosely(folded: &Folded<'_>, shown: &str, old: &str, new: &str) -> Result<Changed, ToolError> {
    let loose = loose_places(folded.text(), old);
    match loose.as_slice() {
        [] => Err(not_there(folded, shown, old, new)),
        [range] => {
            let found = folded.text().get(range.clone()).unwrap_or_default();
            let new = reindent(found, old, &fold(new));
            let lines = lines_of(folded, range.start, range.end);
            if folded.dress(&new) == folded.dress(found) {
                return Ok(None);
            }
            let effect = format!("{lines}, where old_str matched but for white space");
            Ok(Some((folded.replace_range(range.clone(), &new), effect)))
        }
        _ => Err(ToolError::conflict(format!(
            "old_str is not in `{shown}` exactly, and but for white space it stands there {} times, on lines {}. Give \
             it exactly, with more of the lines around it.",
            at_least(loose.len()),
            listed(loose.iter().map(|range| folded.line_of(range.start).to_string()))
        ))),
    }
}

fn not_there(folded: &Folded<'_>, shown: &str, old: &str, new: &str) -> ToolError {
    let mut message = format!("old_str is not in `{shown}`.");
    let new = fold(new);
    if let [at, ..] = places(folded.text(), &new).as_slice()
        && !new.trim().is_empty()
    {
        let _ = write!(message, " new_str is, on line {}: perhaps the change was made before.", folded.line_of(*at));
    }
    match nearest_lines(folded.text(), old) {
        near if near.is_empty() => message.push_str(" No line resembles it: read the file again."),
        near => {
            let _ = write!(message, " The lines most like its first line:{near}");
        }
    }
    ToolError::not_found(message)
}

fn insert_lines(text: &str, shown: &str, after: u64, content: &str) -> Result<(String, String), ToolError> {
    let folded = Folded::new(text);
    let body = folded.text().strip_prefix('\u{feff}').unwrap_or(folded.text());
    let start = folded.text().len() - body.len();
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let Some(before) = usize::try_from(after).ok().and_then(|after| lines.get(..after)) else {
        return Err(ToolError::invalid(
            "/line",
            format!("`{shown}` has {}; line {after} is beyond its end", counted(lines.len() as u64, "line", "lines")),
        ));
    };
    let at = start + before.iter().map(|line| line.len()).sum::<usize>();
    let content = fold(content);
    let content = content.strip_suffix('\n').unwrap_or(&content);
    // Behind a last line without an end, the new lines have none either.
    let is_open = before.last().is_some_and(|line| !line.ends_with('\n'));
    let piece = if is_open { format!("\n{content}") } else { format!("{content}\n") };
    let count = content.split('\n').count() as u64;
    let effect = match count {
        1 => format!("line {}", after + 1),
        _ => format!("lines {}-{}", after + 1, after + count),
    };
    Ok((folded.replace_range(at..at, &piece), effect))
}

fn lines_of(folded: &Folded<'_>, start: usize, end: usize) -> String {
    let first = folded.line_of(start);
    // An end behind a line's LF is still on that line.
    match folded.line_of(end.saturating_sub(1).max(start)) {
        last if last == first => format!("line {first}"),
        last => format!("lines {first}-{last}"),
    }
}

/// A text's size in lines and bytes.
fn size_of(text: &str) -> String {
    format!("{}, {} B", counted(text.lines().count() as u64, "line", "lines"), text.len())
}

fn at_least(count: usize) -> String {
    if count < MOST_PLACES { count.to_string() } else { format!("at least {count}") }
}

fn listed(lines: impl ExactSizeIterator<Item = String>) -> String {
    let more = if lines.len() > LISTED { ", …" } else { "" };
    lines.take(LISTED).collect::<Vec<_>>().join(", ") + more
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &str, old: &str, new: &str) -> String {
        replace(text, "f", old, new, false).expect("it works").expect("a change").0
    }

    fn refusal(text: &str, old: &str, new: &str) -> String {
        replace(text, "f", old, new, false).expect_err("a refusal").message().to_owned()
    }

    #[test]
    fn line_ends_and_a_missing_last_one_stay() {
        assert_eq!(replaced("a\r\nb\r\nc", "a\nb", "x\ny\nz"), "x\r\ny\r\nz\r\nc");
        assert_eq!(replaced("a\nb", "b", "c"), "a\nc");
        assert_eq!(replaced("a\r\nb\n", "b\n", "c\n"), "a\r\nc\n");
    }

    #[test]
    fn an_ambiguous_text_is_refused_with_its_lines() {
        assert!(refusal("x\ny\nx\n", "x", "z").contains("2 times in `f`, on lines 1, 3."));
        assert!(refusal(&"x\n".repeat(2_000), "x", "z").contains("at least 1000 times"));
        assert!(refusal("\tx\n  x\n", " x ", "z").contains("but for white space it stands there 2 times"));
    }

    #[test]
    fn white_space_may_differ_if_there_is_one_such_place() {
        let (text, effect) =
            replace("if a:\n\treturn  1\n", "f", "return 1", "return 2", false).expect("it works").expect("a change");
        assert_eq!(text, "if a:\n\treturn 2\n");
        assert_eq!(effect, "line 2, where old_str matched but for white space");
    }

    #[test]
    fn a_text_that_is_not_there_is_refused_with_the_nearest_lines() {
        assert!(refusal("total = 1\n", "totals = 1", "x").ends_with("first line:\n1: total = 1"));
        assert!(refusal("done\n", "tbd 123", "done").contains("new_str is, on line 1"));
    }

    #[test]
    fn every_place_is_replaced_on_demand() {
        assert_eq!(
            replace("aXbX\n", "f", "X", "YY", true).expect("it works").expect("a change"),
            ("aYYbYY\n".to_owned(), "2 places".to_owned())
        );
        assert_eq!(replace("aaa", "f", "aa", "b", true).expect("it works").expect("a change").0, "ba");
    }

    #[test]
    fn lines_are_inserted_at_both_ends() {
        let inserted =
            |text, after, content| insert_lines(text, "f", after, content).map(|done| done.0).expect("it works");
        assert_eq!(inserted("a\nb\n", 0, "x"), "x\na\nb\n");
        assert_eq!(inserted("a\nb\n", 2, "x\n"), "a\nb\nx\n");
        assert_eq!(inserted("a\nb", 2, "x"), "a\nb\nx");
        assert_eq!(inserted("a\r\nb\r\n", 1, "x\ny"), "a\r\nx\r\ny\r\nb\r\n");
        assert_eq!(inserted("", 0, "x"), "x\n");
        assert_eq!(inserted("\u{feff}a\n", 0, "x"), "\u{feff}x\na\n");
        assert!(insert_lines("a\n", "f", 2, "x").expect_err("a refusal").message().contains("has 1 line;"));
    }
}
