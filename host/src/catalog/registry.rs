//! This holds the registered tools by name, and what was left out and why.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::Schema;
use super::metadata::Metadata;
use crate::policy::{Grant, Limits};
use crate::sandbox::{Prepared, Readiness};

/// How long a tool that says it is unavailable is not asked again.
const REST: Duration = Duration::from_secs(30);

/// A registered tool: everything about it that does not change from call to call.
pub struct Tool {
    pub(crate) metadata: Metadata,
    pub(crate) schema: Schema,
    pub(crate) limits: Limits,
    pub(crate) grant: Grant,
    pub(crate) name: Arc<str>,
    pub(crate) config_keys: Arc<[String]>,
    pub(crate) prepared: Prepared,
    pub(crate) readied: Mutex<Readied>,
    pub(crate) path: PathBuf,
    pub(crate) digest: String,
    pub(crate) bytes: u64,
    pub(crate) origin: Origin,
}

/// What is known about a tool's readiness.
pub(crate) enum Readied {
    /// Nothing yet: it is asked before its first call.
    NotAsked,
    /// It said so, or could not say; either way it can be called.
    Callable,
    /// It rests until then, for this reason.
    Resting(Instant, String),
}

/// Where a tool's compiled code came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Mapped from the compile cache.
    Cache,
    /// Compiled at this start.
    Compiled,
}

/// A file in a tools directory that did not become a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// Why it was left out, and the way out.
    pub reason: String,
}

impl Tool {
    /// What the tool says about itself.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The tool's canonical name.
    pub fn name(&self) -> &str {
        &self.metadata.name
    }

    /// The limits of each call.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What each call is granted.
    pub fn grant(&self) -> &Grant {
        &self.grant
    }

    /// The component's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// BLAKE3 digest of the component, in hexadecimal.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Size of the component in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Where the compiled code came from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Why the tool cannot be called now, if it said so a short while ago.
    pub(crate) fn resting(&self, now: Instant) -> Option<String> {
        match &*self.readied.lock().unwrap_or_else(PoisonError::into_inner) {
            Readied::Resting(until, reason) if now < *until => Some(reason.clone()),
            _ => None,
        }
    }

    /// Whether the tool has to be asked before it is called.
    pub(crate) fn must_be_asked(&self) -> bool {
        !matches!(&*self.readied.lock().unwrap_or_else(PoisonError::into_inner), Readied::Callable)
    }

    /// Notes what the tool said of its readiness.
    pub(crate) fn note(&self, readiness: &Readiness, now: Instant) {
        *self.readied.lock().unwrap_or_else(PoisonError::into_inner) = Readied::after(readiness, now);
    }
}

impl Readied {
    pub(crate) fn after(readiness: &Readiness, now: Instant) -> Self {
        match readiness {
            Readiness::Available => Self::Callable,
            Readiness::Unknown(problem) => {
                tracing::warn!("a tool cannot say whether it is available: {problem}");
                Self::Callable
            }
            Readiness::Unavailable(reason) => Self::Resting(now + REST, reason.clone()),
        }
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tool").field("name", &self.name()).field("path", &self.path).finish_non_exhaustive()
    }
}

/// The registered tools. Never changed after it is built.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    tools: Vec<Arc<Tool>>,
    by_name: HashMap<String, Arc<Tool>>,
}

impl Catalog {
    /// Registers a tool.
    ///
    /// # Errors
    /// Gives the tool back with the reason if one of its names is taken.
    pub(crate) fn register(&mut self, tool: Tool) -> Result<(), (Box<Tool>, String)> {
        let names = || std::iter::once(&tool.metadata.name).chain(&tool.metadata.aliases);
        if let Some((name, other)) = names().find_map(|name| self.by_name.get_key_value(name)) {
            let reason = format!("the name `{name}` is taken by {}; rename one of them", other.path.display());
            return Err((Box::new(tool), reason));
        }
        let names: Vec<String> = names().cloned().collect();
        let tool = Arc::new(tool);
        self.by_name.extend(names.into_iter().map(|name| (name, tool.clone())));
        self.tools.push(tool);
        Ok(())
    }

    /// Puts the tools in the order of their names.
    pub(crate) fn sorted(mut self) -> Self {
        self.tools.sort_by(|a, b| a.name().cmp(b.name()));
        self
    }

    /// The tool of a name or alias.
    pub(crate) fn get(&self, name: &str) -> Option<&Arc<Tool>> {
        self.by_name.get(name)
    }

    /// All tools in the order of their names.
    pub(crate) fn tools(&self) -> &[Arc<Tool>] {
        &self.tools
    }
}
