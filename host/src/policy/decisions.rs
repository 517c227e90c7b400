//! This is what a person has decided for one chat, and what a model has asked for.
//!
//! A model only ever adds a [`Request`]. Everything that widens what the chat may do takes the name of the person who
//! decided it, and no path from a model leads there.

use std::collections::BTreeSet;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::catalog::metadata::{Access, CostTier};

/// Requests that wait for a person at most. Stops a model that asks without end.
const MOST_REQUESTS: usize = 100;
/// Characters of a reason that are kept.
const LONGEST_REASON: usize = 500;

/// How much of the chat and the world the calls of a chat may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccessLevel {
    /// Tools that only read.
    ReadOnly,
    /// Tools that write the chat's files and state too.
    WorkspaceWrite,
    /// Every tool.
    Full,
}

impl AccessLevel {
    /// The level that a tool of this access takes.
    pub const fn of(access: Access) -> Self {
        match access {
            Access::Read => Self::ReadOnly,
            Access::Write => Self::WorkspaceWrite,
            Access::Execute | Access::Network | Access::Mixed => Self::Full,
        }
    }
}

impl std::fmt::Display for AccessLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::ReadOnly => "read-only",
            Self::WorkspaceWrite => "workspace-write",
            Self::Full => "full",
        })
    }
}

/// A tier that a person has unlocked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unlock {
    /// Calls up to this tier may be made.
    pub tier: CostTier,
    /// For this tool alone; otherwise for every tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Until when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<SystemTime>,
    /// The person who decided it.
    pub by: String,
}

/// What a model can ask a person for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Wish {
    /// The tools of a group.
    Group {
        /// The group's name.
        group: String,
    },
    /// Calls of a tool whose tier is above the chat's.
    Tool {
        /// The tool's name.
        tool: String,
        /// Its tier.
        tier: CostTier,
    },
}

/// Something that a model asked for and nobody has decided yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// How a person refers to it.
    pub id: String,
    /// What is asked for.
    #[serde(flatten)]
    pub wish: Wish,
    /// The model's words, which are untrusted text.
    pub reason: String,
    /// When.
    pub at: SystemTime,
}

/// What became of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// It waits for a person now, under this identifier.
    Pending(String),
    /// The same was asked for before and still waits, under this identifier.
    AlreadyPending(String),
    /// A person has granted it already.
    Granted,
    /// So much waits for a person that nothing more is taken.
    Full,
}

/// What has been decided in one chat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decisions {
    /// Groups of custom tools that a person has enabled.
    #[serde(default)]
    pub(crate) groups: BTreeSet<String>,
    #[serde(default)]
    pub(crate) unlocks: Vec<Unlock>,
    /// The most that calls may change; without it everything.
    #[serde(default)]
    pub(crate) access: Option<AccessLevel>,
    #[serde(default)]
    pub(crate) requests: Vec<Request>,
    #[serde(default)]
    next_request: u64,
}

impl Decisions {
    /// Groups of custom tools that a person has enabled, in alphabetical order.
    pub fn groups(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().map(String::as_str)
    }

    /// What is unlocked, expired unlocks included.
    pub fn unlocks(&self) -> &[Unlock] {
        &self.unlocks
    }

    /// The most that calls may change.
    pub fn access(&self) -> AccessLevel {
        self.access.unwrap_or(AccessLevel::Full)
    }

    /// What waits for a person, oldest first.
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// The highest tier that calls of a tool may have: the chat's own ceiling or what is unlocked now.
    pub fn tier(&self, tool: &str, ceiling: CostTier, now: SystemTime) -> CostTier {
        let holds = |unlock: &&Unlock| {
            unlock.until.is_none_or(|until| now < until) && unlock.tool.as_deref().is_none_or(|of| of == tool)
        };
        // What never runs cannot be unlocked, whatever is written down.
        let unlocked = self.unlocks.iter().filter(holds).map(|unlock| unlock.tier.min(CostTier::High));
        unlocked.fold(ceiling, CostTier::max)
    }

    /// Notes that a model asks for something. Grants nothing.
    pub fn ask(&mut self, wish: Wish, reason: &str, now: SystemTime) -> Asked {
        let granted = match &wish {
            Wish::Group { group } => self.groups.contains(group),
            Wish::Tool { tool, tier } => self.tier(tool, CostTier::Low, now) >= *tier,
        };
        if granted {
            return Asked::Granted;
        }
        if let Some(same) = self.requests.iter().find(|request| request.wish == wish) {
            return Asked::AlreadyPending(same.id.clone());
        }
        if self.requests.len() >= MOST_REQUESTS {
            return Asked::Full;
        }
        self.next_request += 1;
        let id = format!("r{}", self.next_request);
        let reason = reason.chars().take(LONGEST_REASON).collect();
        self.requests.push(Request { id: id.clone(), wish, reason, at: now });
        Asked::Pending(id)
    }

    /// Takes out a request that a person has decided.
    pub(crate) fn take_request(&mut self, id: &str) -> Option<Request> {
        let at = self.requests.iter().position(|request| request.id == id)?;
        Some(self.requests.remove(at))
    }

    /// Unlocks a tier, in place of what was unlocked for the same tool or for all.
    pub(crate) fn unlock(&mut self, unlock: Unlock) {
        self.unlocks.retain(|other| other.tool != unlock.tool);
        self.unlocks.push(unlock);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn at(second: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(second)
    }

    fn unlock(tier: CostTier, tool: Option<&str>, until: Option<u64>) -> Unlock {
        Unlock { tier, tool: tool.map(str::to_owned), until: until.map(at), by: "ada".to_owned() }
    }

    #[test]
    fn an_unlock_ends_when_its_time_is_over() {
        let mut decisions = Decisions::default();
        decisions.unlock(unlock(CostTier::Medium, None, Some(100)));
        assert_eq!(decisions.tier("web_fetch", CostTier::Low, at(99)), CostTier::Medium);
        assert_eq!(decisions.tier("web_fetch", CostTier::Low, at(100)), CostTier::Low);
    }

    #[test]
    fn an_unlock_for_one_tool_is_for_no_other() {
        let mut decisions = Decisions::default();
        decisions.unlock(unlock(CostTier::High, Some("http"), None));
        assert_eq!(decisions.tier("http", CostTier::Low, at(0)), CostTier::High);
        assert_eq!(decisions.tier("file_ops", CostTier::Low, at(0)), CostTier::Low);
    }

    #[test]
    fn what_never_runs_cannot_be_unlocked() {
        let mut decisions = Decisions::default();
        decisions.unlock(unlock(CostTier::Prohibited, None, None));
        assert_eq!(decisions.tier("shell", CostTier::Low, at(0)), CostTier::High);
    }

    #[test]
    fn asking_grants_nothing_and_asks_once() {
        let mut decisions = Decisions::default();
        let wish = Wish::Group { group: "jira".to_owned() };
        assert_eq!(decisions.ask(wish.clone(), "to file a bug", at(1)), Asked::Pending("r1".to_owned()));
        assert_eq!(decisions.ask(wish.clone(), "please", at(2)), Asked::AlreadyPending("r1".to_owned()));
        assert_eq!(decisions.groups().count(), 0);
        assert_eq!(decisions.take_request("r1").map(|request| request.reason), Some("to file a bug".to_owned()));
        decisions.groups.insert("jira".to_owned());
        assert_eq!(decisions.ask(wish, "again", at(3)), Asked::Granted);
    }

    #[test]
    fn a_model_cannot_fill_the_list_of_requests_without_end() {
        let mut decisions = Decisions::default();
        for number in 0..MOST_REQUESTS {
            let wish = Wish::Tool { tool: format!("t{number}"), tier: CostTier::High };
            assert!(matches!(decisions.ask(wish, &"x".repeat(10_000), at(0)), Asked::Pending(_)));
        }
        let wish = Wish::Tool { tool: "one_more".to_owned(), tier: CostTier::High };
        assert_eq!(decisions.ask(wish, "", at(0)), Asked::Full);
        assert!(decisions.requests().iter().all(|request| request.reason.len() == LONGEST_REASON));
    }

    #[test]
    fn levels_and_access_fit_each_other() {
        let levels: Vec<_> = Access::ALL.iter().map(|access| AccessLevel::of(*access)).collect();
        use AccessLevel::{Full, ReadOnly, WorkspaceWrite};
        assert_eq!(levels, [ReadOnly, WorkspaceWrite, Full, Full, Full]);
        assert!(ReadOnly < WorkspaceWrite && WorkspaceWrite < Full);
    }
}
