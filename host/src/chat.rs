//! This is one conversation: its files, the tools that are active in it, and how far it may go.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::Context as _;

use crate::call::ToolCall;
use crate::catalog::Tool;
use crate::catalog::metadata::CostTier;
use crate::catalog::rules::shown;
use crate::chat_files::{self, Files, Store};
use crate::decided::Decided;
use crate::executor::{self, CallEvent, Verdict};
use crate::host::{Host, HostState};
use crate::outcome::Outcome;
use crate::person::Person;
use crate::policy::{Budgets, Decisions, Spent};
use crate::spending::Spending;

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
    decided: Decided,
    spent: Spending,
    turn: tokio::sync::Mutex<()>,
}

/// The person whose conversation it is.
#[derive(Debug, Clone)]
struct User {
    name: Arc<str>,
    store: Arc<Store>,
}

/// What the executor knows of a chat.
#[derive(Debug, Clone)]
pub(crate) struct ChatState {
    name: Arc<str>,
    shared: Arc<Shared>,
    user: Option<User>,
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

    /// Whether the embedder's choice of tools, if it made one, has this tool.
    pub(crate) fn is_chosen(&self, tool: &str) -> bool {
        self.active.as_ref().is_none_or(|active| active.contains(tool))
    }

    pub(crate) fn decided(&self) -> &Decided {
        &self.shared.decided
    }

    /// Spends for a call, in the step whose sum is `step`, in the turn and in the chat.
    ///
    /// # Errors
    /// The budget that is used up.
    pub(crate) fn spend(&self, step: &mut u64, cost: u64, budgets: &Budgets) -> Result<(), (&'static str, u64, u64)> {
        self.shared.spent.spend(step, cost, budgets)
    }

    /// Gives back what was spent for a call that did not run after all.
    pub(crate) fn give_back(&self, cost: u64) {
        self.shared.spent.give_back(cost);
    }

    pub(crate) fn spent(&self) -> Spent {
        self.shared.spent.now()
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
        let (quota, snapshots) = (host.state().chat_quota, host.state().snapshot_quota);
        let durability = host.state().durability;
        let name: Arc<str> = Arc::from(name);
        let shared = host.state().chats.of(&name, || {
            let files = Arc::new(chat_files::store(host.data_dir(), &name, quota, snapshots, durability)?);
            let spent = Spending::of(files.folder());
            let decided = Decided::of(Arc::clone(&files));
            Ok::<_, anyhow::Error>(Shared { files, decided, spent, turn: tokio::sync::Mutex::default() })
        })?;
        let state = ChatState { name, shared, user: None, active: None, tier: host.default_tier() };
        Ok(Self { host, state: Arc::new(state) })
    }

    /// The chat's name.
    pub fn name(&self) -> &str {
        self.state.name()
    }

    /// The same chat, known to be this person's: tools that keep entries with the person can do that now.
    ///
    /// The name comes from the embedder, never from a model.
    ///
    /// # Errors
    /// If the name cannot be a person's: the rules are those for names of chats.
    pub fn with_user(mut self, name: &str) -> anyhow::Result<Self> {
        let (host, name) = (self.host.clone(), Arc::from(name));
        let durability = host.state().durability;
        let store = host.state().users.of(&name, || chat_files::user_store(host.data_dir(), &name, durability))?;
        Arc::make_mut(&mut self.state).user = Some(User { name, store });
        Ok(self)
    }

    /// The person whose conversation it is, if that is known.
    pub fn user(&self) -> Option<&str> {
        self.state.user.as_ref().map(|user| &*user.name)
    }

    pub(crate) fn user_store(&self) -> Option<&Arc<Store>> {
        self.state.user.as_ref().map(|user| &user.store)
    }

    /// The same chat with another ceiling for the tier of its calls.
    #[must_use]
    pub fn with_tier(mut self, tier: CostTier) -> Self {
        Arc::make_mut(&mut self.state).tier = tier;
        self
    }

    /// The same chat with only these tools, by their canonical names. It can only take tools away: a group that nobody
    /// has enabled stays out. For one step of a model, give the names whose schemas it was sent.
    ///
    /// # Errors
    /// If a name is no registered tool's.
    pub fn with_active<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> anyhow::Result<Self> {
        let names: BTreeSet<String> = names.into_iter().map(Into::into).collect();
        if let Some(unknown) = names.iter().find(|name| self.host.tool(name).is_none_or(|tool| tool.name() != **name)) {
            anyhow::bail!("there is no tool `{}`; `Host::tools` lists those that there are", shown(unknown));
        }
        Arc::make_mut(&mut self.state).active = Some(names);
        Ok(self)
    }

    /// The tools that calls of this chat can be made of now, in the order of their names: what a model is told of.
    ///
    /// # Errors
    /// If the chat's decisions cannot be read.
    pub fn tools(&self) -> anyhow::Result<Vec<Arc<Tool>>> {
        let mut tools = self.host.tools();
        let mut failed = None;
        tools.retain(|tool| match self.explain(tool.name()) {
            Ok(verdicts) => verdicts.iter().all(|verdict| verdict.passes || verdict.gate == "budget"),
            Err(error) => {
                failed = Some(error);
                false
            }
        });
        failed.map_or(Ok(tools), Err)
    }

    /// What every gate says of a tool in this chat, in the order in which they are asked.
    ///
    /// # Errors
    /// If the chat's decisions cannot be read.
    pub fn explain(&self, tool: &str) -> anyhow::Result<Vec<Verdict>> {
        executor::explain(self.host(), self.state(), tool).map_err(|error| anyhow::anyhow!(error.message))
    }

    /// What a person has decided in this chat, and what waits for a decision.
    ///
    /// # Errors
    /// If the decisions cannot be read.
    pub fn decisions(&self) -> anyhow::Result<Decisions> {
        Ok((*self.state.decided().current()?).clone())
    }

    /// This chat in the hands of a person, who can decide what a model can only ask for. The name is kept with what is
    /// decided.
    ///
    /// The embedder answers for it that there is a person: nothing that a model says may lead here.
    pub fn as_person(&self, name: impl Into<String>) -> Person<'_> {
        Person::new(self, name.into())
    }

    /// Begins a turn: a person has spoken, and the budget of the turn begins anew.
    pub fn begin_turn(&self) {
        self.state.shared.spent.begin_turn();
    }

    /// Runs one call.
    pub async fn call(&self, call: ToolCall) -> Outcome {
        executor::run_call(self, call, &None).await
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
