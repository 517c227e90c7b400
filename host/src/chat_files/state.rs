//! This keeps the small entries of tools (`state`): for each tool one file, read whole and replaced whole.
//!
//! A call works on a view; what it writes is there for others only after its commit, which fails if an entry that it
//! wrote has changed since the call saw it first.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use super::quota::lock;

/// Bytes of a key.
const LONGEST_KEY: usize = 256;
/// Bytes of a value.
const LARGEST_VALUE: usize = 64 * 1024;
/// Entries of one tool in one scope.
const MOST_ENTRIES: usize = 1_000;
/// Bytes of all entries of one tool in one scope.
const MOST_BYTES: usize = 1024 * 1024;
/// Keys that one listing gives.
const MOST_LISTED: usize = 1_000;

/// A value with the number of its last change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) value: String,
    pub(crate) version: u64,
}

/// Why an operation on state was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StateError {
    #[error("{0}")]
    Invalid(String),
    #[error("{0}")]
    Quota(String),
    #[error("the state cannot be read: {0}")]
    Host(#[from] io::Error),
}

/// All entries of one tool in one scope.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Book {
    /// No entry has a version up to this that a deleted entry once had.
    floor: u64,
    entries: BTreeMap<String, Entry>,
}

type Stamp = (u64, u64, i64, i64);

/// What one call sees of a tool's entries.
#[derive(Debug)]
pub(crate) struct StateView {
    file: PathBuf,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    read: Option<(Option<Stamp>, Arc<Book>)>,
    writes: BTreeMap<String, Write>,
}

#[derive(Debug, Clone)]
struct Write {
    /// The version that the call found before its first write; none if there was no entry.
    seen: Option<u64>,
    version: u64,
    /// None: deleted.
    value: Option<String>,
}

impl StateView {
    /// A view of the entries in a file, which need not exist.
    pub(crate) fn of(file: PathBuf) -> Self {
        Self { file, inner: Mutex::default() }
    }

    pub(crate) fn is_changed(&self) -> bool {
        !lock(&self.inner).writes.is_empty()
    }

    pub(crate) fn get(&self, key: &str) -> Result<Option<Entry>, StateError> {
        check_key(key)?;
        let mut inner = lock(&self.inner);
        if let Some(write) = inner.writes.get(key) {
            return Ok(write.value.clone().map(|value| Entry { value, version: write.version }));
        }
        Ok(self.book(&mut inner)?.entries.get(key).cloned())
    }

    pub(crate) fn set(&self, key: &str, value: String) -> Result<u64, StateError> {
        check_key(key)?;
        if value.len() > LARGEST_VALUE {
            return Err(StateError::Quota(format!(
                "the value has {} bytes and may have {LARGEST_VALUE}; put large content into a file",
                value.len()
            )));
        }
        let mut inner = lock(&self.inner);
        let book = self.book(&mut inner)?;
        check_room(&book, &inner.writes, key, &value)?;
        Ok(write(&mut inner.writes, &book, key, Some(value)))
    }

    /// Writes if the entry still has the expected version. Otherwise gives what it is now.
    pub(crate) fn compare_and_set(
        &self,
        key: &str,
        expected: Option<u64>,
        value: String,
    ) -> Result<Result<u64, Option<Entry>>, StateError> {
        let now = self.get(key)?;
        if now.as_ref().map(|entry| entry.version) != expected {
            return Ok(Err(now));
        }
        self.set(key, value).map(Ok)
    }

    pub(crate) fn delete(&self, key: &str) -> Result<bool, StateError> {
        if self.get(key)?.is_none() {
            return Ok(false);
        }
        let mut inner = lock(&self.inner);
        let book = self.book(&mut inner)?;
        write(&mut inner.writes, &book, key, None);
        Ok(true)
    }

    pub(crate) fn keys(&self, prefix: &str, after: Option<&str>) -> Result<Vec<String>, StateError> {
        let mut inner = lock(&self.inner);
        let book = self.book(&mut inner)?;
        let there = |key: &&String| inner.writes.get(*key).is_none_or(|write| write.value.is_some());
        let mut keys: Vec<&String> = book.entries.keys().filter(there).collect();
        let new = inner.writes.iter().filter(|(key, write)| write.value.is_some() && !book.entries.contains_key(*key));
        keys.extend(new.map(|(key, _)| key));
        keys.retain(|key| key.starts_with(prefix) && after.is_none_or(|after| key.as_str() > after));
        keys.sort_unstable();
        Ok(keys.into_iter().take(MOST_LISTED).cloned().collect())
    }

    /// What the tool's file has to hold with this call's writes, or the keys that others have changed meanwhile. The
    /// scope's lock must be held.
    pub(super) fn merged(&self) -> io::Result<Result<(PathBuf, String), Vec<String>>> {
        let mut inner = lock(&self.inner);
        inner.read = None;
        let mut book = (*self.book(&mut inner)?).clone();
        let changed: Vec<String> = inner
            .writes
            .iter()
            .filter(|(key, write)| book.entries.get(*key).map(|entry| entry.version) != write.seen)
            .map(|(key, _)| format!("state entry {key}"))
            .collect();
        if !changed.is_empty() {
            return Ok(Err(changed));
        }
        for (key, write) in &inner.writes {
            match &write.value {
                Some(value) => {
                    book.entries.insert(key.clone(), Entry { value: value.clone(), version: write.version });
                }
                None => {
                    book.entries.remove(key);
                    book.floor = book.floor.max(write.version);
                }
            }
        }
        Ok(Ok((self.file.clone(), serde_json::to_string(&book)?)))
    }

    /// The entries as they are on the disk now.
    fn book(&self, inner: &mut Inner) -> io::Result<Arc<Book>> {
        let stamp = match std::fs::symlink_metadata(&self.file) {
            Ok(found) => Some((found.ino(), found.size(), found.mtime(), found.mtime_nsec())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some((of, book)) = &inner.read
            && *of == stamp
        {
            return Ok(Arc::clone(book));
        }
        let book = match stamp {
            None => Book::default(),
            Some(_) => serde_json::from_slice(&std::fs::read(&self.file)?)?,
        };
        Ok(Arc::clone(&inner.read.insert((stamp, Arc::new(book))).1))
    }
}

fn write(writes: &mut BTreeMap<String, Write>, book: &Book, key: &str, value: Option<String>) -> u64 {
    let seen = book.entries.get(key).map(|entry| entry.version);
    let write = writes.entry(key.to_owned()).or_insert_with(|| Write {
        seen,
        version: seen.unwrap_or(book.floor),
        value: None,
    });
    write.version += 1;
    write.value = value;
    write.version
}

fn check_key(key: &str) -> Result<(), StateError> {
    if key.is_empty() || key.len() > LONGEST_KEY || key.contains('\0') {
        return Err(StateError::Invalid(format!("a key has 1 to {LONGEST_KEY} bytes, none of them NUL")));
    }
    Ok(())
}

fn check_room(book: &Book, writes: &BTreeMap<String, Write>, key: &str, value: &str) -> Result<(), StateError> {
    let kept = book.entries.iter().filter(|(other, _)| *other != key && !writes.contains_key(*other));
    let written = writes.iter().filter(|(other, _)| *other != key);
    let sizes = kept
        .map(|(key, entry)| key.len() + entry.value.len())
        .chain(written.filter_map(|(key, write)| write.value.as_ref().map(|value| key.len() + value.len())));
    let (count, bytes) = sizes.fold((1, key.len() + value.len()), |(count, bytes), size| (count + 1, bytes + size));
    if count > MOST_ENTRIES || bytes > MOST_BYTES {
        return Err(StateError::Quota(format!(
            "a tool may keep {MOST_ENTRIES} entries with {MOST_BYTES} bytes together; delete some"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(view: &StateView) -> Result<(), Vec<String>> {
        let (file, content) = view.merged().expect("readable")?;
        std::fs::write(file, content).expect("written");
        Ok(())
    }

    #[test]
    fn what_a_call_writes_is_seen_by_others_after_its_commit() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("notes.json");
        let (one, other) = (StateView::of(file.clone()), StateView::of(file));
        assert_eq!(one.set("a", "1".to_owned()).expect("set"), 1);
        assert_eq!(one.get("a").expect("read").map(|entry| entry.value), Some("1".to_owned()));
        assert_eq!(other.get("a").expect("read"), None);
        commit(&one).expect("committed");
        assert_eq!(other.get("a").expect("read"), Some(Entry { value: "1".to_owned(), version: 1 }));
    }

    #[test]
    fn two_calls_that_write_the_same_entry_conflict_and_others_do_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("notes.json");
        let views = || StateView::of(file.clone());
        let (one, same, different) = (views(), views(), views());
        one.set("a", "1".to_owned()).expect("set");
        same.set("a", "2".to_owned()).expect("set");
        different.set("b", "3".to_owned()).expect("set");
        commit(&one).expect("committed");
        assert_eq!(commit(&same), Err(vec!["state entry a".to_owned()]));
        commit(&different).expect("committed");
        assert_eq!(views().keys("", None).expect("listed"), ["a", "b"]);
    }

    #[test]
    fn a_version_is_never_given_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("notes.json");
        let first = StateView::of(file.clone());
        let version = first.set("a", "1".to_owned()).expect("set");
        commit(&first).expect("committed");
        let second = StateView::of(file.clone());
        assert!(second.delete("a").expect("deleted"));
        commit(&second).expect("committed");
        let third = StateView::of(file);
        assert!(third.set("a", "2".to_owned()).expect("set") > version + 1);
        assert!(third.compare_and_set("a", Some(version), "3".to_owned()).expect("compared").is_err());
    }

    #[test]
    fn there_is_an_end_to_what_a_tool_can_keep() {
        let folder = tempfile::tempdir().expect("a folder");
        let view = StateView::of(folder.path().join("notes.json"));
        assert!(matches!(view.set("", String::new()), Err(StateError::Invalid(_))));
        assert!(matches!(view.set(&"k".repeat(257), String::new()), Err(StateError::Invalid(_))));
        assert!(matches!(view.set("a", "x".repeat(LARGEST_VALUE + 1)), Err(StateError::Quota(_))));
        for number in 0..16 {
            let stored = view.set(&format!("k{number:02}"), "x".repeat(LARGEST_VALUE));
            assert_eq!(stored.is_ok(), number < 15, "{number}");
        }
        assert!(view.delete("k00").expect("deleted"));
        view.set("k15", "x".repeat(LARGEST_VALUE - 100)).expect("there is room again");
    }
}
