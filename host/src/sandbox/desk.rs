//! This is what a running guest can ask of its host beyond files: other tools, the catalog, the person, kept entries,
//! snapshots. The executor answers; the sandbox only carries questions and answers over.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::chat_files::StateView;
use crate::outcome::Outcome;

/// A tool that a guest can call.
pub(crate) struct Callable {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) parameters: String,
}

/// A tool that was found in the catalog.
pub(crate) struct FoundTool {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) category: String,
    pub(crate) cost_tier: String,
    pub(crate) callable: bool,
    pub(crate) obstacle: String,
    pub(crate) groups: Vec<String>,
}

/// A group of custom tools.
pub(crate) struct FoundGroup {
    pub(crate) name: String,
    pub(crate) tools: Vec<String>,
    pub(crate) enabled: bool,
}

/// Why the desk did not do what it was asked.
#[derive(Debug)]
pub(crate) enum DeskError {
    Invalid(String),
    Unavailable(String),
    Quota(String),
    Other(String),
}

/// What became of asking a person.
pub(crate) enum Asked {
    Pending(String),
    AlreadyPending(String),
    Granted,
}

/// One saved state of the chat's files.
pub(crate) struct SavedFiles {
    pub(crate) id: String,
    pub(crate) message: String,
    pub(crate) taken_at: u64,
    pub(crate) files: u32,
    pub(crate) bytes: u64,
}

/// How a file differs.
pub(crate) struct Difference {
    pub(crate) path: String,
    pub(crate) kind: DifferenceKind,
    pub(crate) size: u64,
}

pub(crate) enum DifferenceKind {
    Created,
    Changed,
    Deleted,
}

pub(crate) type Answer<T> = Result<T, DeskError>;

/// The host as one call of a guest sees it. Whether the call may ask for something is decided before it gets here.
pub(crate) trait Desk: Send + Sync {
    /// The tools of this chat that would pass every gate.
    fn callable(&self) -> Answer<Vec<Callable>>;
    /// Calls another tool, through all gates.
    fn call(&self, name: String, arguments: String) -> BoxFuture<'static, Outcome>;
    fn search(&self, query: &str, category: Option<&str>, limit: usize) -> Answer<Vec<FoundTool>>;
    fn groups(&self) -> Answer<Vec<FoundGroup>>;
    fn ask_for_group(&self, group: &str, reason: &str) -> Answer<Asked>;
    /// The entries that the tool keeps with the chat.
    fn chat_state(&self) -> &StateView;
    /// The entries that the tool keeps with the person, if the embedder has said who that is.
    fn user_state(&self) -> Option<&StateView>;
    fn save(&self, message: String) -> BoxFuture<'static, Answer<SavedFiles>>;
    fn history(&self) -> BoxFuture<'static, Answer<Vec<SavedFiles>>>;
    fn diff(&self, id: String, to: Option<String>) -> BoxFuture<'static, Answer<Vec<Difference>>>;
    fn restore(&self, id: String, paths: Vec<String>) -> BoxFuture<'static, Answer<Vec<Difference>>>;
}

/// The desk of a call, if it has one: questions about a component itself have none.
pub(crate) type DeskOfCall = Option<Arc<dyn Desk>>;
