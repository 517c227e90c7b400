//! This is the store of chats' files. A call works on a view of its own; its commit changes all of its files or none.
//!
//! ```text
//! Files (embedder) ─┐
//! a call's guest ───┴▶ Overlay ──▶ plan ──▶ commit: conflicts, quota ──▶ journal ──▶ committed files
//!                      (its view)                                       (all or nothing)
//! ```
//!
//! A call reads what is committed at the moment it looks; two calls conflict if both changed the same path.

mod base;
mod commit;
mod content;
#[cfg(test)]
#[path = "crash/tests.rs"]
mod crash;
mod error;
mod fault;
mod files;
mod journal;
mod names;
mod overlay;
mod quota;
mod snapshots;
mod staging;
mod state;
mod store;

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;

pub(crate) use base::{Kind, Times};
pub(crate) use commit::CommitError;
pub(crate) use error::FileError;
pub use files::{ChatFile, Files};
pub(crate) use journal::replace;
pub(crate) use overlay::{Access, DirId, How, OpenFile, Opened, Overlay, Stat};
pub(crate) use quota::CallMeter;
pub use quota::ChatQuota;
pub use snapshots::{SavedFile, Snapshot, SnapshotQuota};
pub(crate) use staging::remove_stale;
pub(crate) use state::{Entry as StateEntry, StateError, StateView};
pub use store::Durability;
pub(crate) use store::Store;

use crate::outcome::FileChanges;

const LONGEST_NAME: usize = 64;

/// The store of a chat's files, which need not exist yet.
///
/// # Errors
/// If the name cannot be a chat's.
pub(crate) fn store(
    data_directory: &Path,
    chat: &str,
    quota: ChatQuota,
    snapshots: SnapshotQuota,
    durability: Durability,
) -> anyhow::Result<Store> {
    check_name(chat)?;
    Ok(Store::new(data_directory.join("chats").join(chat), quota, snapshots, durability))
}

/// Where the entries are that tools keep with a person.
///
/// # Errors
/// If the name cannot be a person's, which follows the rules for chats.
pub(crate) fn user_store(data_directory: &Path, user: &str, durability: Durability) -> anyhow::Result<Store> {
    check_name(user)?;
    Ok(Store::new(data_directory.join("users").join(user), ChatQuota::default(), SnapshotQuota::default(), durability))
}

impl Store {
    /// A view for one call.
    pub(crate) fn view(self: &Arc<Self>, access: Access, meter: Arc<CallMeter>) -> Arc<Overlay> {
        Overlay::of_chat(Arc::clone(self), &self.quota, access, meter)
    }

    /// Commits what a call has changed in its view of the files, and of its tool's state: everything or nothing.
    ///
    /// # Errors
    /// If somebody else has changed the same files, if there is no room any more, or if the host fails. Then nothing
    /// was changed.
    pub(crate) fn commit(&self, view: &Overlay, state: Option<&StateView>) -> Result<FileChanges, CommitError> {
        commit::commit(self, view, state)
    }

    /// Commits what a call has changed in the entries that its tool keeps here, and `inner` with it: if that fails,
    /// nothing is changed here.
    ///
    /// # Errors
    /// Those of `inner`, and a conflict if another call has changed the same entries.
    pub(crate) fn commit_state(
        &self,
        state: &StateView,
        inner: impl FnOnce() -> Result<FileChanges, CommitError>,
    ) -> Result<FileChanges, CommitError> {
        self.make()?;
        let _held = self.lock().context("cannot lock the person's entries")?;
        match state.merged().context("cannot read the person's entries")? {
            Err(entries) => Err(CommitError::Conflict(entries)),
            Ok((file, content)) => {
                let changes = inner()?;
                journal::replace(&file, &content).context("cannot write the person's entries")?;
                Ok(changes)
            }
        }
    }

    /// What one call of a tool sees of the entries that the tool keeps with the chat.
    pub(crate) fn state_view(&self, tool: &str) -> StateView {
        StateView::of(self.state().join(format!("{tool}.json")))
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
