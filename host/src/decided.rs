//! This keeps a chat's decisions on the disk, where every process that has the chat open sees them.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;

use crate::chat_files::Store;
use crate::policy::Decisions;

/// The decisions of one chat.
#[derive(Debug)]
pub(crate) struct Decided {
    path: PathBuf,
    /// Its lock keeps two processes from changing the decisions at once.
    store: Arc<Store>,
    last: Mutex<Last>,
}

/// What was read last, and from which file.
#[derive(Debug, Default)]
struct Last {
    stamp: Option<Stamp>,
    decisions: Arc<Decisions>,
}

type Stamp = (u64, u64, i64, i64);

impl Decided {
    pub(crate) fn of(store: Arc<Store>) -> Self {
        Self { path: store.folder().join("decisions.json"), store, last: Mutex::default() }
    }

    /// What is decided now.
    ///
    /// # Errors
    /// If the file cannot be read or is not what was written. Then nothing may be called: what is not known is denied.
    pub(crate) fn current(&self) -> anyhow::Result<Arc<Decisions>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = match std::fs::symlink_metadata(&self.path) {
            Ok(found) => Some((found.ino(), found.size(), found.mtime(), found.mtime_nsec())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| format!("cannot look at {}", self.path.display())),
        };
        if last.stamp != stamp {
            *last = Last { stamp, decisions: Arc::new(self.read()?) };
        }
        Ok(Arc::clone(&last.decisions))
    }

    /// Changes the decisions as the function says.
    ///
    /// # Errors
    /// If they cannot be read or written. Then nothing has changed.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Decisions) -> T) -> anyhow::Result<T> {
        let _held = self.store.lock().context("cannot lock the chat")?;
        let mut decisions = self.read()?;
        let before = decisions.clone();
        let done = change(&mut decisions);
        if decisions != before {
            self.write(&decisions).with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        Ok(done)
    }

    fn read(&self) -> anyhow::Result<Decisions> {
        match std::fs::read(&self.path) {
            Ok(text) => serde_json::from_slice(&text).with_context(|| {
                format!(
                    "{} is damaged, so nothing can be called in this chat; mend it, or remove it to go back to what a new chat has",
                    self.path.display()
                )
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Decisions::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", self.path.display())),
        }
    }

    fn write(&self, decisions: &Decisions) -> anyhow::Result<()> {
        Ok(crate::chat_files::replace(&self.path, &serde_json::to_string_pretty(decisions)?)?)
    }
}
