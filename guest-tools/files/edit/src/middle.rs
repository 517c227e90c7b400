//! The part of two texts that a diff has to look at.

use memchr::{memchr_iter, memrchr};

use crate::diff::CONTEXT;

/// Both texts from a few lines before their first difference to a few lines after their last.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Middle<'a> {
    /// Lines before it, the same in both.
    pub(crate) skipped: usize,
    pub(crate) old: &'a str,
    pub(crate) new: &'a str,
}

/// The part in which two texts differ; None if they do not.
pub(crate) fn middle<'a>(old: &'a str, new: &'a str) -> Option<Middle<'a>> {
    let (old_bytes, new_bytes) = (old.as_bytes(), new.as_bytes());
    let same = common(old_bytes, new_bytes);
    if same == old.len() && same == new.len() {
        return None;
    }
    // From the line with the first difference back by the lines around it.
    let mut start = line_start(old_bytes, same);
    for _ in 0..CONTEXT {
        start = line_start(old_bytes, start.saturating_sub(1));
    }
    let (old_rest, new_rest) = (old_bytes.get(same..)?, new_bytes.get(same..)?);
    let tail = common_end(old_rest, new_rest);
    // The first line that lies in the common end as a whole begins after a line feed there.
    let tail = old_bytes.get(old.len() - tail..)?;
    let after_context = memchr_iter(b'\n', tail).nth(CONTEXT).map_or(tail.len(), |at| at + 1);
    let dropped = tail.len() - after_context;
    Some(Middle {
        skipped: memchr_iter(b'\n', old_bytes.get(..start)?).count(),
        old: old.get(start..old.len() - dropped)?,
        new: new.get(start..new.len() - dropped)?,
    })
}

/// Where the line begins that a position lies in.
fn line_start(text: &[u8], position: usize) -> usize {
    memrchr(b'\n', text.get(..position).unwrap_or_default()).map_or(0, |at| at + 1)
}

/// How many bytes two texts have in common at their beginnings. Eight at a time: a guest has no fast `memcmp`.
fn common(one: &[u8], other: &[u8]) -> usize {
    let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let same = 8 * words.take_while(|(one, other)| u64::from_ne_bytes(**one) == u64::from_ne_bytes(**other)).count();
    let rest = one.iter().zip(other).skip(same);
    same + rest.take_while(|(one, other)| one == other).count()
}

/// The same at their ends.
fn common_end(one: &[u8], other: &[u8]) -> usize {
    let words = one.as_rchunks::<8>().1.iter().rev().zip(other.as_rchunks::<8>().1.iter().rev());
    let same = 8 * words.take_while(|(one, other)| u64::from_ne_bytes(**one) == u64::from_ne_bytes(**other)).count();
    let rest = one.iter().rev().zip(other.iter().rev()).skip(same);
    same + rest.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_few_lines_stay_on_both_sides() {
        let old: String = (1..=20).map(|number| format!("{number}\n")).collect();
        let new = old.replace("10\n", "ten\n");
        let found = middle(&old, &new).expect("a difference");
        assert_eq!(found.skipped, 6);
        assert!(found.old.starts_with("7\n8\n9\n10\n") && found.old.ends_with("11\n12\n13\n"), "{found:?}");
        assert!(found.new.contains("9\nten\n11\n"));
        assert_eq!(middle("same", "same"), None);
        assert_eq!(middle("a\nx", "b\nx").map(|found| found.new), Some("b\nx"));
    }

    proptest! {
        #[test]
        fn what_is_left_out_is_the_same_in_both(old in "([ab]{0,9}\n){0,20}[a]?", new in "([ab]{0,9}\n){0,20}[a]?") {
            match middle(&old, &new) {
                None => prop_assert_eq!(old, new),
                Some(found) => {
                    let start = found.old.as_ptr() as usize - old.as_ptr() as usize;
                    prop_assert_eq!(&old[..start], &new[..start]);
                    let (old_end, new_end) = (&old[start + found.old.len()..], &new[start + found.new.len()..]);
                    prop_assert_eq!(old_end, new_end);
                    prop_assert_eq!(found.skipped, old[..start].matches('\n').count());
                }
            }
        }

        #[test]
        fn changes_in_characters_of_several_bytes_are_no_trouble(old in "[äöü€\n]{0,20}", new in "[äöü€\n]{0,20}") {
            prop_assert_eq!(middle(&old, &new).is_none(), old == new);
        }
    }
}
