//! This is the host: loaded once, shared for the life of the process.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;

use crate::catalog::metadata::{CostTier, Danger};
use crate::catalog::{Catalog, Skipped, Tool};
use crate::chat::{Chat, Shared};
use crate::chat_files::{self, ChatQuota, Durability, SnapshotQuota, Store};
use crate::executor::{Answers, Door};
use crate::load::{LoadEvent, Loader};
use crate::per_chat::PerChat;
use crate::policy::{Admission, Allowance, Budgets, Groups, Limits, LimitsPolicy};
use crate::record::{Counters, Records};
use crate::sandbox::{LimitProof, Sandbox};

/// Calls that run at once, unless the builder says otherwise.
const CONCURRENT_CALLS: usize = 64;
/// Calls that wait for a slot, unless the builder says otherwise.
const QUEUED_CALLS: usize = 1_024;

/// Everything that is loaded once: the engine, the tools and their compiled code. Clones are the same host.
#[derive(Clone)]
pub struct Host {
    state: Arc<HostState>,
}

/// What the executor knows of the host.
pub(crate) struct HostState {
    pub(crate) catalog: Catalog,
    pub(crate) admission: Door,
    /// Where calls within calls come in.
    pub(crate) inner_admission: Door,
    pub(crate) chats: PerChat<Shared>,
    /// Where tools keep entries with a person.
    pub(crate) users: PerChat<Store>,
    pub(crate) chat_quota: ChatQuota,
    pub(crate) snapshot_quota: SnapshotQuota,
    pub(crate) durability: Durability,
    pub(crate) groups: Groups,
    pub(crate) budgets: Budgets,
    pub(crate) answers: Answers,
    pub(crate) records: Records,
    /// Tools of this danger and more take a person's agreement.
    pub(crate) confirm_from: Danger,
    /// Where calls keep the content of `/tmp`.
    pub(crate) scratch_dir: PathBuf,
    /// What guests see as `/packages`.
    pub(crate) packages_dir: Option<PathBuf>,
    pub(crate) questions: Limits,
    sandbox: Sandbox,
    skipped: Vec<Skipped>,
    data_dir: PathBuf,
    default_tier: CostTier,
}

impl Host {
    /// Begins to set a host up.
    pub fn builder() -> HostBuilder {
        HostBuilder::default()
    }

    /// Opens a chat, which begins to exist if there was none of this name.
    ///
    /// The name comes from the embedder, never from a model.
    ///
    /// # Errors
    /// If the name cannot be a chat's, or its directory cannot be made or opened.
    pub fn chat(&self, name: &str) -> anyhow::Result<Chat> {
        Chat::open(self.clone(), name)
    }

    /// Opens a chat if there is one of this name.
    ///
    /// # Errors
    /// Those of [`Host::chat`].
    pub fn existing_chat(&self, name: &str) -> anyhow::Result<Option<Chat>> {
        Chat::open_existing(self.clone(), name)
    }

    /// The registered tools in the order of their names.
    pub fn tools(&self) -> Vec<Arc<Tool>> {
        self.state.catalog.tools().to_vec()
    }

    /// The registered tool of a name or alias.
    pub fn tool(&self, name: &str) -> Option<Arc<Tool>> {
        self.state.catalog.get(name).cloned()
    }

    /// Files in the tools directories that did not become tools, with their reasons.
    pub fn skipped(&self) -> &[Skipped] {
        &self.state.skipped
    }

    /// What the calls of each tool came to since the host was made, by the tool's name. Names that are no tool's are
    /// counted too.
    pub fn counters(&self) -> BTreeMap<String, Counters> {
        self.state.records.counters()
    }

    /// Whether compiled components are kept for the next start.
    pub fn has_compile_cache(&self) -> bool {
        self.state.sandbox.has_cache()
    }

    /// Proves with a hostile guest that every limit really stops it. Takes a few hundredths of a second.
    ///
    /// # Errors
    /// If the guest cannot be prepared at all.
    pub async fn prove_limits(&self) -> anyhow::Result<Vec<LimitProof>> {
        self.state.sandbox.prove_limits().await
    }

    pub(crate) fn state(&self) -> &HostState {
        &self.state
    }

    pub(crate) fn data_dir(&self) -> &Path {
        &self.state.data_dir
    }

    pub(crate) fn default_tier(&self) -> CostTier {
        self.state.default_tier
    }
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("tools", &self.state.catalog.tools().len()).finish_non_exhaustive()
    }
}

/// Sets a [`Host`] up. Without further words it admits no tool and lets chats go up to the tier `low`.
pub struct HostBuilder {
    data_dir: Option<PathBuf>,
    cache_dir: Option<PathBuf>,
    scratch_dir: Option<PathBuf>,
    packages_dir: Option<PathBuf>,
    chat_quota: ChatQuota,
    snapshot_quota: SnapshotQuota,
    durability: Durability,
    groups: Groups,
    budgets: Budgets,
    kept_answers: usize,
    audit_log: Option<PathBuf>,
    confirm_from: Danger,
    tools_dirs: Vec<PathBuf>,
    admission: Admission,
    allowance: Allowance,
    default_tier: CostTier,
    limits: LimitsPolicy,
    concurrent_calls: usize,
    queued_calls: usize,
    on_load: Arc<dyn Fn(LoadEvent) + Send + Sync>,
}

impl Default for HostBuilder {
    fn default() -> Self {
        Self {
            data_dir: None,
            cache_dir: None,
            scratch_dir: None,
            packages_dir: None,
            chat_quota: ChatQuota::default(),
            snapshot_quota: SnapshotQuota::default(),
            durability: Durability::default(),
            groups: Groups::default(),
            budgets: Budgets::default(),
            kept_answers: 0,
            audit_log: None,
            confirm_from: Danger::High,
            tools_dirs: Vec::new(),
            admission: Admission::none(),
            allowance: Allowance::default(),
            default_tier: CostTier::Low,
            limits: LimitsPolicy::default(),
            concurrent_calls: CONCURRENT_CALLS,
            queued_calls: QUEUED_CALLS,
            on_load: Arc::new(|_| {}),
        }
    }
}

impl std::fmt::Debug for HostBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostBuilder").field("tools_dirs", &self.tools_dirs).finish_non_exhaustive()
    }
}

impl HostBuilder {
    /// Where chats, scratch space and the compile cache live. Required.
    #[must_use]
    pub fn data_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.data_dir = Some(directory.into());
        self
    }

    /// Where compiled components are kept, if not in `cache` in the data directory.
    #[must_use]
    pub fn cache_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cache_dir = Some(directory.into());
        self
    }

    /// Where calls keep the content of their `/tmp`, if not in `scratch` in the data directory. A directory in memory
    /// makes scratch space fast; [`Limits::scratch_bytes`] bounds what one call takes of it.
    #[must_use]
    pub fn scratch_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.scratch_dir = Some(directory.into());
        self
    }

    /// A directory that tools with the need `packages` see as `/packages` and none can change.
    #[must_use]
    pub fn packages_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.packages_dir = Some(directory.into());
        self
    }

    /// How much each chat may keep.
    #[must_use]
    pub fn chat_quota(mut self, quota: ChatQuota) -> Self {
        self.chat_quota = quota;
        self
    }

    /// How many snapshots of each chat are kept.
    #[must_use]
    pub fn snapshot_quota(mut self, quota: SnapshotQuota) -> Self {
        self.snapshot_quota = quota;
        self
    }

    /// What the commit of a call's files survives.
    #[must_use]
    pub fn durability(mut self, durability: Durability) -> Self {
        self.durability = durability;
        self
    }

    /// Puts tools into a group of custom tools, which a chat has only if a person enables the group. A tool in no group
    /// is a core tool, which every chat has.
    #[must_use]
    pub fn custom_group<N: Into<String>>(
        mut self,
        group: impl Into<String>,
        tools: impl IntoIterator<Item = N>,
    ) -> Self {
        self.groups.add(group, tools);
        self
    }

    /// Writes down every call, refused ones included, in this file: one JSON object to a line, with a digest of the
    /// arguments and never the arguments.
    #[must_use]
    pub fn audit_log(mut self, file: impl Into<PathBuf>) -> Self {
        self.audit_log = Some(file.into());
        self
    }

    /// Keeps so many answers of idempotent tools, to give them again for the same call as long as the chat's files are
    /// of the same generation and the tool's own time for that is not over. Without this none: a call is mostly faster
    /// than it is worth, and a file that somebody changes past the host is not noticed.
    #[must_use]
    pub fn kept_answers(mut self, answers: usize) -> Self {
        self.kept_answers = answers;
        self
    }

    /// How many calls a model may make.
    #[must_use]
    pub fn budgets(mut self, budgets: Budgets) -> Self {
        self.budgets = budgets;
        self
    }

    /// Tools of this danger and more are called only in chats in which a person has unlocked them. Without this: `high`.
    #[must_use]
    pub fn confirm_from(mut self, danger: Danger) -> Self {
        self.confirm_from = danger;
        self
    }

    /// Adds a directory whose `*.wasm` files, at its top level only, are components.
    #[must_use]
    pub fn tools_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.tools_dirs.push(directory.into());
        self
    }

    /// Which tools are admitted. Without this none is.
    #[must_use]
    pub fn admission(mut self, admission: Admission) -> Self {
        self.admission = admission;
        self
    }

    /// What tools may be granted.
    #[must_use]
    pub fn allowance(mut self, allowance: Allowance) -> Self {
        self.allowance = allowance;
        self
    }

    /// How far a new chat goes. Without this: `low`.
    #[must_use]
    pub fn default_tier(mut self, tier: CostTier) -> Self {
        self.default_tier = tier;
        self
    }

    /// The operator's tightening of the default limits.
    #[must_use]
    pub fn limits(mut self, limits: LimitsPolicy) -> Self {
        self.limits = limits;
        self
    }

    /// How many calls run at once.
    #[must_use]
    pub fn max_concurrent_calls(mut self, calls: usize) -> Self {
        self.concurrent_calls = calls.max(1);
        self
    }

    /// How many calls wait for a slot before further ones are refused at once.
    #[must_use]
    pub fn max_queued_calls(mut self, calls: usize) -> Self {
        self.queued_calls = calls;
        self
    }

    /// Who is told what happens while components are loaded.
    #[must_use]
    pub fn on_load(mut self, observer: impl Fn(LoadEvent) + Send + Sync + 'static) -> Self {
        self.on_load = Arc::new(observer);
        self
    }

    /// Makes the host: scans the tools directories, and maps or compiles every component in parallel. Blocks until all
    /// are ready; call it outside of asynchronous code or on a blocking thread.
    ///
    /// # Errors
    /// If a directory is missing or cannot be used. A component that cannot be a tool is no error: see [`Host::skipped`].
    pub fn build(self) -> anyhow::Result<Host> {
        let data_dir = self.data_dir.context("no data directory was given; set one with `HostBuilder::data_dir`")?;
        make_directory(&data_dir, "data directory")?;
        let scratch_dir = self.scratch_dir.unwrap_or_else(|| data_dir.join("scratch"));
        make_directory(&scratch_dir, "scratch directory")?;
        chat_files::remove_stale(&scratch_dir);
        let cache_dir = self.cache_dir.unwrap_or_else(|| data_dir.join("cache"));
        let slots =
            u32::try_from(self.concurrent_calls).unwrap_or(u32::MAX).saturating_add(SLOTS_FOR_LOADING + INNER_CALLS);
        let sandbox = Sandbox::new(&cache_dir, slots)?;
        let loader = Loader {
            sandbox: &sandbox,
            admission: &self.admission,
            allowance: &self.allowance,
            limits: &self.limits,
            on_load: &*self.on_load,
        };
        let (catalog, skipped) = loader.load(&self.tools_dirs)?;
        // The first backtrace after code was loaded sorts that code's unwind tables, which takes tens of milliseconds.
        // Where backtraces are switched on that is paid here, so that the first failing call still ends in time.
        drop(std::backtrace::Backtrace::capture());
        let questions = sandbox.questions();
        let groups = self.groups.of_registered(|tool| catalog.get(tool).is_some_and(|found| found.name() == tool));
        Ok(Host {
            state: Arc::new(HostState {
                catalog,
                admission: Door::new(self.concurrent_calls, self.queued_calls),
                inner_admission: Door::new(INNER_CALLS as usize, 0),
                chats: PerChat::default(),
                users: PerChat::default(),
                chat_quota: self.chat_quota,
                snapshot_quota: self.snapshot_quota,
                durability: self.durability,
                groups,
                budgets: self.budgets,
                answers: Answers::new(self.kept_answers),
                records: Records::new(self.audit_log.as_deref())?,
                confirm_from: self.confirm_from,
                questions,
                sandbox,
                skipped,
                data_dir,
                scratch_dir,
                packages_dir: self.packages_dir,
                default_tier: self.default_tier,
            }),
        })
    }
}

/// Calls within calls that run at once. Further ones are refused at once, since what they would wait for may be waiting
/// for them.
const INNER_CALLS: u32 = 16;

/// Instances that live beside calls: those that describe themselves, are asked for their readiness, or prove limits.
const SLOTS_FOR_LOADING: u32 = 8;

fn make_directory(path: &Path, what: &str) -> anyhow::Result<()> {
    std::fs::create_dir_all(path).with_context(|| {
        format!(
            "cannot make the {what} {}; choose another with `--data DIR`, or make this one writable",
            path.display()
        )
    })?;
    tempfile::tempfile_in(path)
        .map(drop)
        .with_context(|| format!("cannot write to the {what} {}; make it writable or free some space", path.display()))
}
