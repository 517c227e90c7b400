//! This says which files a call changed, by looking at the directory before and after.

use std::collections::BTreeMap;
use std::io;

use cap_std::fs::{Dir, Metadata, MetadataExt as _};

use crate::outcome::{ChangedFile, FileChanges};

/// Directories deeper than this are not looked into.
const DEEPEST: usize = 32;

/// What the files of a chat were like at one moment.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    files: BTreeMap<String, Stamp>,
}

/// What changes when a file's content changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    size: u64,
    inode: u64,
    changed: (i64, i64),
}

impl Manifest {
    pub(super) fn of(directory: &Dir) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        walk(directory, &mut |path, metadata| {
            let stamp = Stamp {
                size: metadata.len(),
                inode: metadata.ino(),
                changed: (metadata.mtime(), metadata.mtime_nsec()),
            };
            files.insert(path.to_owned(), stamp);
        })?;
        Ok(Self { files })
    }

    /// What is different in `after`.
    pub(crate) fn changes_until(&self, after: &Self) -> FileChanges {
        let entry = |(path, stamp): (&String, &Stamp)| ChangedFile { path: path.clone(), size: stamp.size };
        FileChanges {
            created: after.files.iter().filter(|(path, _)| !self.files.contains_key(*path)).map(entry).collect(),
            changed: after
                .files
                .iter()
                .filter(|(path, stamp)| self.files.get(*path).is_some_and(|before| before != *stamp))
                .map(entry)
                .collect(),
            deleted: self.files.iter().filter(|(path, _)| !after.files.contains_key(*path)).map(entry).collect(),
        }
    }
}

/// Visits every regular file beneath a directory, without following links.
pub(super) fn walk(directory: &Dir, visit: &mut dyn FnMut(&str, &Metadata)) -> io::Result<()> {
    walk_beneath(directory, "", 0, visit)
}

fn walk_beneath(directory: &Dir, prefix: &str, depth: usize, visit: &mut dyn FnMut(&str, &Metadata)) -> io::Result<()> {
    for entry in directory.entries()? {
        let entry = entry?;
        let name = entry.file_name();
        let path = format!("{prefix}{}", name.to_string_lossy());
        // A file may vanish between listing and looking: another call of the chat deleted it.
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        if metadata.is_file() {
            visit(&path, &metadata);
        } else if metadata.is_dir() && depth < DEEPEST {
            let Ok(inner) = directory.open_dir(&name) else {
                continue;
            };
            walk_beneath(&inner, &format!("{path}/"), depth + 1, visit)?;
        }
    }
    Ok(())
}
