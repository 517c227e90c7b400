//! The text files of a folder, one after the other, for tools that look into many.

use std::fs;

use super::{ChatPath, EntryKind, Glob, as_text, io_error, read_text, read_whole, walk};
use crate::ToolError;
use crate::text::{counted, printable};

/// A walk ends after so many entries.
const MOST_ENTRIES: usize = 100_000;
const DEEPEST: usize = 64;
/// How many files that were left out are named.
const NAMED: usize = 3;

/// Which files are looked into.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// Only those whose path below the start matches.
    pub glob: Option<&'a Glob>,
    /// Those too whose names, or names of folders above them, begin with a dot.
    pub hidden: bool,
    /// Files with more bytes are left out.
    pub largest: u64,
}

/// The text files of a folder in a stable order, each as its path beneath the chat's files and its text. Binary files
/// and those that cannot be read are left out and counted.
#[derive(Debug)]
pub struct Texts {
    first: Option<(String, String)>,
    left: std::vec::IntoIter<String>,
    largest: u64,
    binary: u64,
    failed: Vec<String>,
    cut_off: bool,
}

/// The text files at a path: a folder with everything in it, or one file.
///
/// # Errors
/// If there is nothing at the path, or it is one file that is no text or larger than wanted.
pub fn texts(start: &ChatPath, wanted: Wanted<'_>) -> Result<Texts, ToolError> {
    let facts = fs::metadata(start.real()).map_err(|error| io_error(start, &error))?;
    let mut texts = Texts {
        first: None,
        left: Vec::new().into_iter(),
        largest: wanted.largest,
        binary: 0,
        failed: Vec::new(),
        cut_off: false,
    };
    if !facts.is_dir() {
        texts.first = Some((start.shown().to_owned(), read_text(start, wanted.largest)?.text));
        return Ok(texts);
    }
    let walk = walk(start, DEEPEST, MOST_ENTRIES)?;
    let below = if start.is_root() { 0 } else { start.shown().len() + 1 };
    let mut paths = Vec::new();
    for entry in walk.entries.into_iter().filter(|entry| entry.kind == EntryKind::File) {
        let relative = entry.path.get(below..).unwrap_or_default();
        let is_hidden = !wanted.hidden && relative.split('/').any(|part| part.starts_with('.'));
        if is_hidden || wanted.glob.is_some_and(|glob| !glob.matches(relative)) {
            continue;
        }
        if entry.size > wanted.largest {
            texts.failed.push(format!("{} ({} B)", printable(&entry.path), entry.size));
        } else {
            paths.push(entry.path);
        }
    }
    texts.failed.extend(walk.unreadable.iter().map(|path| format!("{path} (not readable)")));
    texts.cut_off = walk.cut_off;
    texts.left = paths.into_iter();
    Ok(texts)
}

impl Iterator for Texts {
    type Item = (String, String);

    fn next(&mut self) -> Option<(String, String)> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        loop {
            let path = self.left.next()?;
            // A name that a path cannot have, such as one with a line break.
            let read = ChatPath::parse(&path).and_then(|path| read_whole(&path, self.largest));
            match read.map(as_text) {
                Ok(Some(file)) => return Some((path, file.text)),
                Ok(None) => self.binary += 1,
                Err(_) => self.failed.push(format!("{} (not readable)", printable(&path))),
            }
        }
    }
}

impl Texts {
    /// Words about what was left out so far.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.cut_off {
            notes.push(format!(
                "only the first {MOST_ENTRIES} entries were looked at; name a folder further down as path"
            ));
        }
        if self.binary > 0 {
            notes.push(counted(self.binary, "binary file skipped", "binary files skipped"));
        }
        if !self.failed.is_empty() {
            let named: Vec<&str> = self.failed.iter().take(NAMED).map(String::as_str).collect();
            let more = match self.failed.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            notes.push(format!("left out: {}{more}", named.join(", ")));
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::with_root;

    fn look(wanted: Wanted<'_>, start: &str) -> (Vec<String>, Vec<String>) {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder.path().join("a/.git")).expect("folders");
        for (path, content) in
            [("a/.git/x.txt", "x"), ("a/b.txt", "b"), ("a/c.bin", "\0"), ("a/d.md", "dddddddd"), ("e.txt", "e")]
        {
            fs::write(folder.path().join(path), content).expect("a file");
        }
        with_root(folder.path(), || {
            let mut texts = texts(&ChatPath::parse(start).expect("a path"), wanted).expect("texts");
            (texts.by_ref().map(|(path, text)| format!("{path}={text}")).collect(), texts.notes())
        })
    }

    #[test]
    fn files_come_in_order_and_what_is_left_out_is_said() {
        let (found, notes) = look(Wanted { glob: None, hidden: false, largest: 4 }, ".");
        assert_eq!(found, ["a/b.txt=b", "e.txt=e"]);
        assert_eq!(notes, ["1 binary file skipped", "left out: a/d.md (8 B)"]);
        let glob = Glob::parse("*.txt", "/glob", false).expect("a glob");
        let (found, notes) = look(Wanted { glob: Some(&glob), hidden: true, largest: 4 }, "a");
        assert_eq!(found, ["a/.git/x.txt=x", "a/b.txt=b"]);
        assert!(notes.is_empty());
        assert_eq!(look(Wanted { largest: 4, ..Wanted::default() }, "e.txt").0, ["e.txt=e"]);
    }

    #[test]
    fn one_file_that_is_no_text_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("b"), "\0").expect("a file");
        let found = |path: &str| {
            with_root(folder.path(), || texts(&ChatPath::parse(path)?, Wanted { largest: 9, ..Wanted::default() }))
        };
        assert_eq!(found("b").expect_err("binary").kind(), "unsupported");
        assert_eq!(found("c").expect_err("nothing").kind(), "not_found");
    }
}
