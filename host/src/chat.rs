//! This is one conversation: its files, the tools that are active in it, and how far it may go.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::Context as _;

use crate::call::ToolCall;
use crate::catalog::metadata::CostTier;
use crate::chat_files::{self, Files, Store};
use crate::executor::{self, CallEvent};
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

/// What everybody shares who has the same chat open.
#[derive(Debug)]
pub(crate) struct Shared {
    files: Arc<Store>,
    turn: tokio::sync::Mutex<()>,
}

/// What the executor knows of a chat.
#[derive(Debug, Clone)]
pub(crate) struct ChatState {
    name: Arc<str>,
    shared: Arc<Shared>,
    active: Option<BTreeSet<String>>,
    tier: CostTier,
}

impl ChatState {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn files(&self) -> &Arc<Store> {
        &self.shared.files
    }

    /// What a call that must run alone in this chat holds while it runs.
    pub(crate) fn turn(&self) -> &tokio::sync::Mutex<()> {
        &self.shared.turn
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
        let chat = Self::find(host, name)?;
        chat.state.files().make().with_context(|| format!("cannot open the chat `{name}`"))?;
        Ok(chat)
    }

    pub(crate) fn open_existing(host: Host, name: &str) -> anyhow::Result<Option<Self>> {
        let chat = Self::find(host, name)?;
        if !chat.state.files().exists() {
            return Ok(None);
        }
        chat.state.files().make().with_context(|| format!("cannot open the chat `{name}`"))?;
        Ok(Some(chat))
    }

    fn find(host: Host, name: &str) -> anyhow::Result<Self> {
        let (quota, durability) = (host.state().chat_quota, host.state().durability);
        let name: Arc<str> = Arc::from(name);
        let shared = host.state().chats.of(&name, || {
            let files = Arc::new(chat_files::store(host.data_dir(), &name, quota, durability)?);
            Ok::<_, anyhow::Error>(Shared { files, turn: tokio::sync::Mutex::default() })
        })?;
        let state = ChatState { name, shared, active: None, tier: host.default_tier() };
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

    /// The chat's files.
    pub fn files(&self) -> Files {
        Files::new(Arc::clone(self.state.files()))
    }

    pub(crate) fn host(&self) -> &HostState {
        self.host.state()
    }

    pub(crate) fn state(&self) -> &ChatState {
        &self.state
    }
}
