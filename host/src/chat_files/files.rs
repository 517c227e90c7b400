//! This is how an embedder, or a person, reads and changes the files of a chat: by the rules that hold for tools too.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::Context as _;
use serde::Serialize;

use super::CommitError;
use super::base::{Base, Found};
use super::error::FileError;
use super::names::Steps;
use super::overlay::{Access, How, Opened, Overlay};
use super::quota::CallMeter;
use super::store::Store;
use crate::catalog::rules::shown;
use crate::outcome::FileChanges;

/// Bytes that are in memory at once while a file is put.
const PART: usize = 256 * 1024;

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

/// The files of one chat. Every change is a commit of its own: whole, or not at all.
///
/// The functions wait for the disk; call them outside of asynchronous code or on a blocking thread.
#[derive(Debug, Clone)]
pub struct Files {
    store: Arc<Store>,
}

impl Files {
    pub(crate) fn new(store: Arc<Store>) -> Self {
        Self { store }
    }

    pub(super) fn store(&self) -> &Arc<Store> {
        &self.store
    }

    pub(super) fn base(&self) -> anyhow::Result<Base> {
        self.store.open_base()
    }

    /// How many commits the chat has had. Rises with every change.
    pub fn generation(&self) -> u64 {
        self.store.generation()
    }

    /// All files in the order of their paths. Links, special files and names that are not text are left out.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn list(&self) -> anyhow::Result<Vec<ChatFile>> {
        let mut files = Vec::new();
        self.base()?
            .walk("", &mut |path, found, times| {
                if let Found::File(stamp) = found {
                    files.push(ChatFile { path: path.to_owned(), size: stamp.size, modified: times.modified });
                }
            })
            .context("cannot list the files")?;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }

    /// Opens a file for reading. What is read is the file as it is now, whatever is committed later.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn get(&self, path: &str) -> anyhow::Result<File> {
        let path = plain(path)?;
        let (file, ..) =
            self.base()?.open_file(&path).map_err(|error| about(&self.store, "read", &path, error.into()))?;
        Ok(file)
    }

    /// Writes a file from a stream, with the folders that it needs, in place of what had its name.
    ///
    /// # Errors
    /// If the path breaks a rule, a quota is used up, the stream fails, or somebody else changed the file meanwhile.
    pub fn put(&self, path: &str, mut content: impl Read) -> anyhow::Result<FileChanges> {
        let path = plain(path)?;
        let view = self.store.view(Access::ReadWrite, CallMeter::unlimited());
        let refused = |error| about(&self.store, "put", &path, error);
        for (at, _) in path.match_indices('/') {
            match view.make_dir(view.root(), path.get(..at).unwrap_or_default()) {
                Ok(()) | Err(FileError::Exists) => {}
                Err(error) => return Err(refused(error)),
            }
        }
        let how = How { write: true, create: true, truncate: true, ..How::default() };
        let Opened::File(file) = view.open(view.root(), &path, how).map_err(refused)? else {
            return Err(refused(FileError::IsDirectory));
        };
        let mut buffer = vec![0; PART];
        loop {
            match content.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => file.append(buffer.get(..count).unwrap_or_default()).map_err(refused)?,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error).context("cannot read the content to put"),
            }
        }
        drop(file);
        self.commit(&view)
    }

    /// Deletes a file, or an empty folder.
    ///
    /// # Errors
    /// If there is none, the folder is not empty, or somebody else changed it meanwhile.
    pub fn delete(&self, path: &str) -> anyhow::Result<FileChanges> {
        let path = plain(path)?;
        let view = self.store.view(Access::ReadWrite, CallMeter::unlimited());
        let done = match view.unlink(view.root(), &path) {
            Err(FileError::IsDirectory) => view.remove_dir(view.root(), &path),
            done => done,
        };
        done.map_err(|error| about(&self.store, "delete", &path, error))?;
        self.commit(&view)
    }

    pub(super) fn commit(&self, view: &Overlay) -> anyhow::Result<FileChanges> {
        self.store.commit(view, None).map_err(|error| match error {
            CommitError::Host(error) => error,
            other => anyhow::Error::from(other).context("nothing was changed; look again and repeat the change"),
        })
    }
}

/// A path without needless parts. One that leads nowhere, or out of the chat, is refused.
pub(super) fn plain(path: &str) -> anyhow::Result<String> {
    let steps = Steps::of(path.strip_prefix("/chat/").unwrap_or(path));
    match steps {
        Ok(steps) if !steps.names.is_empty() && !steps.names.contains(&"..") => Ok(steps.names.join("/")),
        _ => anyhow::bail!(
            "`{}` cannot be the path of a file in a chat: give names with `/` between them, without `..` and without a `/` in front",
            shown(path)
        ),
    }
}

/// What was refused, why, and the figures of the rule.
pub(super) fn about(store: &Store, what: &str, path: &str, error: FileError) -> anyhow::Error {
    let quota = &store.quota;
    let rule = match error {
        FileError::FileTooLarge => format!(": a file may have {} bytes", quota.file_bytes),
        FileError::Quota => {
            format!(": a chat may hold {} bytes in {} files and folders; delete some first", quota.bytes, quota.entries)
        }
        FileError::NameTooLong => format!(
            ": a name may have {} bytes, a path {} bytes and {} names",
            quota.name_bytes, quota.path_bytes, quota.depth
        ),
        FileError::IllegalName => {
            ": no control characters, no `\\`, no dot or space at the end, and Unicode in its normal form NFC"
                .to_owned()
        }
        FileError::Exists => {
            ", perhaps in another case: names that differ in case alone cannot stand side by side".to_owned()
        }
        _ => String::new(),
    };
    anyhow::anyhow!("cannot {what} `{}`: {error}{rule}", shown(path))
}
