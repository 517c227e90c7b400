//! This gives a call its mounts, and settles afterwards what becomes of the files that it changed.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use serde_json::json;

use crate::catalog::Tool;
use crate::catalog::metadata::{FileAccess, FilesOnError};
use crate::chat::Chat;
use crate::chat_files::{Access, CallMeter, CommitError, Overlay, StateView, Store};
use crate::outcome::{CallError, Code, FileChanges, Outcome, Status};
use crate::policy::{Grant, Limits};
use crate::sandbox::Mount;

/// The files and the kept entries of one call.
pub(super) struct CallFiles {
    store: Arc<Store>,
    chat: Option<Arc<Overlay>>,
    scratch: Option<Arc<Overlay>>,
    packages: Option<Arc<Overlay>>,
    chat_state: Arc<StateView>,
    user_store: Option<Arc<Store>>,
    user_state: Option<Arc<StateView>>,
    meter: Arc<CallMeter>,
    /// What was committed on the call's behalf while it ran: by calls that it made, and by going back to a snapshot.
    elsewhere: Arc<Mutex<FileChanges>>,
}

impl CallFiles {
    /// Makes what a grant gives. Nothing is opened or made on the disk before the guest asks for it.
    pub(super) fn new(chat: &Chat, tool: &Tool, grant: &Grant, limits: &Limits) -> Self {
        let host = chat.host();
        let store = chat.state().files();
        let meter = CallMeter::new(limits);
        let access = match grant.files() {
            FileAccess::None => None,
            FileAccess::Read => Some(Access::Read),
            FileAccess::ReadWrite => Some(Access::ReadWrite),
        };
        let packages = host.packages_dir.clone().filter(|_| grant.packages());
        Self {
            store: Arc::clone(store),
            chat: access.map(|access| store.view(access, Arc::clone(&meter))),
            scratch: grant.scratch().then(|| Overlay::scratch(host.scratch_dir.clone(), limits, Arc::clone(&meter))),
            packages: packages.map(|folder| Overlay::shared(folder, limits, Arc::clone(&meter))),
            chat_state: Arc::new(store.state_view(tool.name())),
            user_store: chat.user_store().cloned(),
            user_state: chat.user_store().map(|store| Arc::new(store.state_view(tool.name()))),
            meter,
            elsewhere: Arc::default(),
        }
    }

    pub(super) fn elsewhere(&self) -> Arc<Mutex<FileChanges>> {
        Arc::clone(&self.elsewhere)
    }

    pub(super) fn chat_state(&self) -> Arc<StateView> {
        Arc::clone(&self.chat_state)
    }

    pub(super) fn user_state(&self) -> Option<Arc<StateView>> {
        self.user_state.clone()
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
        outcome.files = std::mem::take(&mut *self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner));
        let keep = outcome.status != Status::Error || (by_guest && on_error == FilesOnError::Keep);
        let changed_state = self.chat_state.is_changed();
        let user_state = self.user_state.filter(|state| state.is_changed());
        let changed_files = self.chat.as_ref().is_some_and(|view| view.is_changed());
        if !keep || !(changed_files || changed_state || user_state.is_some()) {
            return Ok(());
        }
        let (store, state, user) = (self.store, self.chat_state, self.user_store);
        // A tool that keeps entries need not have files: then its view of them has no change.
        let view = self.chat.unwrap_or_else(|| store.view(Access::Read, self.meter));
        let committed = tokio::task::spawn_blocking(move || {
            let user = user.zip(user_state);
            match &user {
                None => store.commit(&view, Some(&state)),
                Some((user, entries)) => user.commit_state(entries, || store.commit(&view, Some(&state))),
            }
        })
        .await
        .context("the commit panicked")?;
        match committed {
            Ok(changes) => outcome.files.extend(changes),
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
    outcome.error = Some(error);
}
