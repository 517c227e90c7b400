//! This is one conversation: its files, the tools that are active in it, and how far it may go.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::call::ToolCall;
use crate::catalog::metadata::CostTier;
use crate::chat_files::{ChatFile, ChatFiles};
use crate::executor::{self, CallEvent, Turn};
use crate::host::{Host, HostState};
use crate::outcome::Outcome;

/// One conversation on a [`Host`]. Clones are the same conversation.
///
/// Dropping the future of [`Chat::call`] or [`Chat::run`] stops the guests that it runs. Both need a tokio runtime
/// with time enabled; the library makes none.
#[derive(Debug, Clone)]
pub struct Chat {
    host: Host,
    state: Arc<ChatState>,
}

/// What the executor knows of a chat.
#[derive(Debug, Clone)]
pub(crate) struct ChatState {
    name: Arc<str>,
    files: Arc<ChatFiles>,
    turn: Arc<Turn>,
    active: Option<BTreeSet<String>>,
    tier: CostTier,
}

impl ChatState {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn files(&self) -> &ChatFiles {
        &self.files
    }

    /// What a call that must run alone in this chat holds while it runs.
    pub(crate) fn turn(&self) -> &Turn {
        &self.turn
    }

    pub(crate) fn tier(&self) -> CostTier {
        self.tier
    }

    pub(crate) fn is_active(&self, tool: &str) -> bool {
        self.active.as_ref().is_none_or(|active| active.contains(tool))
    }
}

impl Chat {
    pub(crate) fn open(host: Host, name: &str) -> anyhow::Result<Self> {
        let files = Arc::new(ChatFiles::open(host.data_dir(), name)?);
        let name = Arc::from(name);
        let state =
            ChatState { turn: host.state().turns.of(&name), name, files, active: None, tier: host.default_tier() };
        Ok(Self { host, state: Arc::new(state) })
    }

    /// The chat's name.
    pub fn name(&self) -> &str {
        self.state.name()
    }

    /// The same chat with another ceiling for the tier of its calls.
    #[must_use]
    pub fn with_tier(mut self, tier: CostTier) -> Self {
        Arc::make_mut(&mut self.state).tier = tier;
        self
    }

    /// The same chat with only these tools active. Without this all registered tools are.
    #[must_use]
    pub fn with_active<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        Arc::make_mut(&mut self.state).active = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Runs one call.
    pub async fn call(&self, call: ToolCall) -> Outcome {
        executor::run_call(self.host(), self.state(), call, &None).await
    }

    /// Runs the calls of one model step: those that are safe beside others in parallel, then the others one by one in
    /// their order. Gives exactly one outcome for each call, in the order of the calls.
    pub async fn run(&self, calls: Vec<ToolCall>) -> Vec<Outcome> {
        executor::run_step(self, calls, &None).await
    }

    /// Does what [`Chat::run`] does and tells `observer` what happens as it happens.
    pub async fn run_observed(
        &self,
        calls: Vec<ToolCall>,
        observer: impl Fn(CallEvent) + Send + Sync + 'static,
    ) -> Vec<Outcome> {
        executor::run_step(self, calls, &Some(Arc::new(observer))).await
    }

    /// The chat's files in the order of their paths.
    ///
    /// # Errors
    /// If the chat's directory cannot be read.
    pub fn files(&self) -> anyhow::Result<Vec<ChatFile>> {
        Ok(self.state.files.list()?)
    }

    pub(crate) fn host(&self) -> &HostState {
        self.host.state()
    }

    pub(crate) fn state(&self) -> &ChatState {
        &self.state
    }
}
