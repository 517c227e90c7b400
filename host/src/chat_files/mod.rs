//! This is the store of one chat's files: a directory that holds nothing else, opened once.
//!
//! Guests get it as `/chat`. Host code reads it only through the handle of the directory and follows no links.

mod manifest;

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context as _;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use serde::Serialize;

pub(crate) use manifest::Manifest;

const LONGEST_NAME: usize = 64;

/// The files of one chat.
#[derive(Debug)]
pub(crate) struct ChatFiles {
    directory: Dir,
    path: PathBuf,
}

/// One file of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChatFile {
    /// Path relative to the chat's files, with `/` between its parts.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// When its content last changed.
    #[serde(skip)]
    pub modified: Option<SystemTime>,
}

impl ChatFiles {
    /// Opens the files of a chat, making their directory if this is a new chat.
    ///
    /// # Errors
    /// If the name cannot be a chat's, or the directory cannot be made or opened.
    pub(crate) fn open(data_directory: &Path, chat: &str) -> anyhow::Result<Self> {
        check_name(chat)?;
        let path = data_directory.join("chats").join(chat).join("files");
        std::fs::create_dir_all(&path).with_context(|| {
            format!(
                "cannot make the directory {} for the files of the chat `{chat}`; check that the data directory can be written and has space",
                path.display()
            )
        })?;
        let directory = Dir::open_ambient_dir(&path, ambient_authority())
            .with_context(|| format!("cannot open the files of the chat `{chat}` at {}", path.display()))?;
        Ok(Self { directory, path })
    }

    /// Where the files are.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// All files in the order of their paths. Links and special files are left out.
    ///
    /// # Errors
    /// If a directory cannot be read.
    pub(crate) fn list(&self) -> io::Result<Vec<ChatFile>> {
        let mut files = Vec::new();
        manifest::walk(&self.directory, &mut |path, metadata| {
            files.push(ChatFile {
                path: path.to_owned(),
                size: metadata.len(),
                modified: metadata.modified().ok().map(cap_std::time::SystemTime::into_std),
            });
        })?;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }

    /// What the files are like now.
    ///
    /// # Errors
    /// If a directory cannot be read.
    pub(crate) fn manifest(&self) -> io::Result<Manifest> {
        Manifest::of(&self.directory)
    }
}

/// A chat's name is 1 to 64 letters, digits, `.`, `_` and `-`, and begins with a letter or digit.
fn check_name(chat: &str) -> anyhow::Result<()> {
    let begins_well = chat.starts_with(|first: char| first.is_ascii_alphanumeric());
    let fits =
        chat.len() <= LONGEST_NAME && chat.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
    anyhow::ensure!(
        begins_well && fits,
        "`{}` cannot be the name of a chat: a name is 1 to {LONGEST_NAME} letters, digits, `.`, `_` or `-` and begins with a letter or digit",
        crate::catalog::rules::shown(chat)
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_name;

    #[test]
    fn names_that_could_lead_elsewhere_are_refused() {
        for name in ["", ".", "..", "../other", "a/b", "/etc", "a\\b", "a\0b", ".hidden", "-flag", "ü", &"x".repeat(65)]
        {
            assert!(check_name(name).is_err(), "{name:?}");
        }
        for name in ["demo", "a", "2026-01-01_notes.v2", &"x".repeat(64)] {
            assert!(check_name(name).is_ok(), "{name:?}");
        }
    }
}
