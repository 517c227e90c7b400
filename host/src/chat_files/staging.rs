//! This is where the content that a call writes waits until the call has succeeded.
//!
//! The folder is made when the first content comes. Its maker holds a lock on it; the system gives the lock up when the
//! process ends, however it ends, so a folder without a lock is left over and can go.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use super::quota::lock;

/// The contents that one call has written, each under a number.
#[derive(Debug)]
pub(crate) struct Staging {
    /// The folder of all staging folders of this chat, or of all scratch space.
    parent: PathBuf,
    made: OnceLock<Made>,
    making: Mutex<()>,
    next: AtomicU64,
}

#[derive(Debug)]
struct Made {
    path: PathBuf,
    folder: Dir,
    /// Holds the lock.
    _held: File,
}

impl Staging {
    pub(super) fn new(parent: PathBuf) -> Self {
        Self { parent, made: OnceLock::new(), making: Mutex::new(()), next: AtomicU64::new(0) }
    }

    /// The folder, made if need be.
    pub(super) fn folder(&self) -> io::Result<&Dir> {
        if let Some(made) = self.made.get() {
            return Ok(&made.folder);
        }
        let _alone = lock(&self.making);
        if self.made.get().is_none() {
            // Nobody else sets it: this is the only place, and it is locked.
            let _ = self.made.set(make(&self.parent)?);
        }
        self.made.get().map(|made| &made.folder).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Where the folder is, if it has been made.
    pub(super) fn path(&self) -> Option<&Path> {
        self.made.get().map(|made| made.path.as_path())
    }

    /// A number that nothing stands under yet.
    pub(super) fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Makes an empty content.
    pub(super) fn create(&self) -> io::Result<(u64, File)> {
        let number = self.number();
        let mut how = OpenOptions::new();
        how.read(true).write(true).create_new(true);
        let file = self.folder()?.open_with(number.to_string(), &how)?;
        Ok((number, file.into_std()))
    }

    pub(super) fn open(&self, number: u64) -> io::Result<File> {
        let mut how = OpenOptions::new();
        how.read(true).write(true);
        Ok(self.folder()?.open_with(number.to_string(), &how)?.into_std())
    }

    /// Removes a content that has lost its last name. One that stays behind goes with the folder.
    pub(super) fn remove(&self, number: u64) {
        if let Some(made) = self.made.get() {
            let _ = made.folder.remove_file(number.to_string());
        }
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if let Some(made) = self.made.get()
            && let Err(error) = std::fs::remove_dir_all(&made.path)
            // A commit has moved it away.
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!("cannot remove {}: {error}; the next start will", made.path.display());
        }
    }
}

fn make(parent: &Path) -> io::Result<Made> {
    loop {
        std::fs::create_dir_all(parent)?;
        let path = tempfile::Builder::new().prefix("call-").rand_bytes(12).tempdir_in(parent)?.keep();
        // Somebody who cleans up may come between making and locking, and take it for left over.
        let Ok(held) = File::open(&path) else { continue };
        if held.try_lock().is_err() {
            continue;
        }
        match Dir::open_ambient_dir(&path, ambient_authority()) {
            Ok(folder) => return Ok(Made { path, folder, _held: held }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        }
    }
}

/// Removes what calls of ended processes have left in a folder of staging folders.
pub(crate) fn remove_stale(parent: &Path) {
    let entries = match std::fs::read_dir(parent) {
        Ok(entries) => entries,
        Err(_) => return,
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let Ok(folder) = File::open(&path) else { continue };
        match folder.try_lock() {
            Ok(()) => {
                if let Err(error) = std::fs::remove_dir_all(&path) {
                    tracing::warn!("cannot remove {}, which an ended call has left: {error}", path.display());
                }
            }
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => tracing::warn!("cannot lock {}: {error}", path.display()),
        }
    }
}
