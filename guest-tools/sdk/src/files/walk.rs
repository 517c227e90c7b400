//! A walk over folders that always goes the same way, follows no links and has an end.

use std::fs;

use super::ChatPath;
use crate::ToolError;

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link. It is never followed.
    Link,
    /// Something else, such as a device.
    Other,
}

/// One thing that the walk came past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path beneath the chat's files.
    pub path: String,
    /// What it is.
    pub kind: EntryKind,
    /// Its size in bytes; 0 for a folder.
    pub size: u64,
    /// How many folders it lies beneath the start; 0 for what lies in it.
    pub depth: usize,
}

impl Entry {
    /// The last part of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// What a walk came past.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// The entries, each folder before what is in it, names in the order of their bytes.
    pub entries: Vec<Entry>,
    /// Whether there was more than the bound.
    pub cut_off: bool,
    /// Folders that could not be read, with the reason.
    pub unreadable: Vec<String>,
}

impl Walk {
    /// Words about the folders that could not be read, if there are any.
    pub fn unreadable_note(&self) -> Option<String> {
        (!self.unreadable.is_empty()).then(|| format!("not readable: {}", self.unreadable.join(", ")))
    }
}

/// Walks a folder to a depth; 0 is only what lies in it. Ends after `most` entries.
///
/// # Errors
/// If the folder itself cannot be read.
pub fn walk(start: &ChatPath, deepest: usize, most: usize) -> Result<Walk, ToolError> {
    let mut walk = Walk::default();
    visit(start.real(), if start.is_root() { "" } else { start.shown() }, 0, deepest, most, &mut walk)
        .map_err(|error| super::io_error(start, &error))?;
    Ok(walk)
}

fn visit(
    folder: std::path::PathBuf,
    shown: &str,
    depth: usize,
    deepest: usize,
    most: usize,
    walk: &mut Walk,
) -> std::io::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        match entry {
            Ok(entry) => names.push(entry.file_name()),
            // A host ends the list at a name that it cannot pass on.
            Err(_) => {
                walk.unreadable.push(format!("the rest of `{}`", if shown.is_empty() { "." } else { shown }));
                break;
            }
        }
    }
    names.sort();
    for name in names {
        if walk.entries.len() >= most {
            walk.cut_off = true;
            return Ok(());
        }
        let real = folder.join(&name);
        // Something that vanished between listing and looking is not there.
        let Ok(facts) = fs::symlink_metadata(&real) else { continue };
        let kind = match facts.file_type() {
            kind if kind.is_dir() => EntryKind::Folder,
            kind if kind.is_file() => EntryKind::File,
            kind if kind.is_symlink() => EntryKind::Link,
            _ => EntryKind::Other,
        };
        let name = name.to_string_lossy();
        let path = if shown.is_empty() { name.into_owned() } else { format!("{shown}/{name}") };
        let size = if kind == EntryKind::File { facts.len() } else { 0 };
        walk.entries.push(Entry { path: path.clone(), kind, size, depth });
        if kind == EntryKind::Folder && depth < deepest && visit(real, &path, depth + 1, deepest, most, walk).is_err() {
            walk.unreadable.push(path);
        }
    }
    Ok(())
}
