//! This gives a call its mounts, and settles afterwards what becomes of the files that it changed.

use std::sync::Arc;

use anyhow::Context as _;
use serde_json::json;

use crate::catalog::metadata::{FileAccess, FilesOnError};
use crate::chat::ChatState;
use crate::chat_files::{Access, CallMeter, CommitError, Overlay, Store};
use crate::host::HostState;
use crate::outcome::{CallError, Code, FileChanges, Outcome, Status};
use crate::policy::{Grant, Limits};
use crate::sandbox::Mount;

/// The files of one call.
pub(super) struct CallFiles {
    store: Arc<Store>,
    chat: Option<Arc<Overlay>>,
    scratch: Option<Arc<Overlay>>,
    packages: Option<Arc<Overlay>>,
    meter: Arc<CallMeter>,
}

impl CallFiles {
    /// Makes what a grant gives. Nothing is opened or made on the disk before the guest asks for it.
    pub(super) fn new(host: &HostState, chat: &ChatState, grant: &Grant, limits: &Limits) -> Self {
        let meter = CallMeter::new(limits);
        let access = match grant.files() {
            FileAccess::None => None,
            FileAccess::Read => Some(Access::Read),
            FileAccess::ReadWrite => Some(Access::ReadWrite),
        };
        Self {
            store: Arc::clone(chat.files()),
            chat: access.map(|access| chat.files().view(access, Arc::clone(&meter))),
            scratch: grant.scratch().then(|| Overlay::scratch(host.scratch_dir.clone(), limits, Arc::clone(&meter))),
            packages: host
                .packages_dir
                .clone()
                .filter(|_| grant.packages())
                .map(|folder| Overlay::shared(folder, limits, Arc::clone(&meter))),
            meter,
        }
    }

    pub(super) fn mounts(&self) -> Vec<Mount> {
        let mount = |path, files: &Option<Arc<Overlay>>| files.clone().map(|files| Mount { path, files });
        [mount("/chat", &self.chat), mount("/tmp", &self.scratch), mount("/packages", &self.packages)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Whether the call saw the chat's files at all.
    pub(super) fn has_chat(&self) -> bool {
        self.chat.is_some()
    }

    /// Commits what the call changed, or drops it. `by_guest` is whether the guest itself ended the call.
    pub(super) async fn settle(
        self,
        outcome: &mut Outcome,
        by_guest: bool,
        on_error: FilesOnError,
    ) -> anyhow::Result<()> {
        outcome.usage.written_bytes = self.meter.written();
        let keep = outcome.status != Status::Error || (by_guest && on_error == FilesOnError::Keep);
        let Some(view) = self.chat.filter(|view| keep && view.is_changed()) else {
            return Ok(());
        };
        let store = self.store;
        let committed =
            tokio::task::spawn_blocking(move || store.commit(&view)).await.context("the commit panicked")?;
        match committed {
            Ok(changes) => outcome.files = changes,
            Err(CommitError::Host(error)) => return Err(error.context("the call's files could not be committed")),
            Err(error) => refuse(outcome, &error),
        }
        Ok(())
    }
}

/// What the guest answered is no longer true, since its files are not there.
fn refuse(outcome: &mut Outcome, error: &CommitError) {
    let error = match error {
        CommitError::Conflict(paths) => CallError::new(
            Code::Conflict,
            format!(
                "the call's file changes were dropped, because another call or person changed the same files meanwhile: {}; \
                 read them again and repeat the change",
                paths.join(", ")
            ),
        )
        .with_details(json!({ "paths": paths })),
        error => CallError::new(
            Code::Budget,
            format!("the call's file changes were dropped: {error}; delete files, then repeat the change"),
        )
        .with_details(json!({ "limit": "chat_quota" })),
    };
    outcome.status = Status::Error;
    outcome.content.clear();
    outcome.action = None;
    outcome.system_hint = None;
    outcome.files = FileChanges::default();
    outcome.error = Some(error);
}
