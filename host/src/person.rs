//! This is what a person, and only a person, can decide in a chat.

use std::time::{Duration, SystemTime};

use crate::catalog::metadata::CostTier;
use crate::catalog::rules::shown;
use crate::chat::Chat;
use crate::policy::{AccessLevel, Decisions, Request, Unlock, Wish};

/// How long an unlock lasts if the person does not say.
const USUAL_UNLOCK: Duration = Duration::from_secs(60 * 60);

/// A chat in the hands of a person. See [`Chat::as_person`]. Every decision is on the disk when its function returns.
#[derive(Debug)]
pub struct Person<'a> {
    chat: &'a Chat,
    name: String,
}

impl<'a> Person<'a> {
    pub(crate) fn new(chat: &'a Chat, name: String) -> Self {
        Self { chat, name }
    }

    fn change<T>(&self, change: impl FnOnce(&mut Decisions) -> T) -> anyhow::Result<T> {
        self.chat.state().decided().change(change)
    }

    /// Enables a group of custom tools.
    ///
    /// # Errors
    /// If there is no such group, or the decision cannot be written down.
    pub fn enable_group(&self, group: &str) -> anyhow::Result<()> {
        self.check_group(group)?;
        self.change(|decisions| {
            decisions.groups.insert(group.to_owned());
            decisions.requests.retain(|request| request.wish != Wish::Group { group: group.to_owned() });
        })?;
        tracing::info!(chat = self.chat.name(), group, by = self.name, "group enabled");
        Ok(())
    }

    /// Disables a group again. Calls that are running go on, calls of a running step that have not begun are refused.
    ///
    /// # Errors
    /// If there is no such group, or the decision cannot be written down.
    pub fn disable_group(&self, group: &str) -> anyhow::Result<()> {
        self.check_group(group)?;
        self.change(|decisions| decisions.groups.remove(group))?;
        tracing::info!(chat = self.chat.name(), group, by = self.name, "group disabled");
        Ok(())
    }

    fn check_group(&self, group: &str) -> anyhow::Result<()> {
        let groups = &self.chat.host().groups;
        if groups.iter().any(|(name, _)| name == group) {
            return Ok(());
        }
        let names: Vec<&str> = groups.iter().map(|(name, _)| name).collect();
        let known =
            if names.is_empty() { "there are none".to_owned() } else { format!("there are {}", names.join(", ")) };
        anyhow::bail!("there is no group `{}`; {known}", shown(group))
    }

    /// Unlocks a tier for one tool or for all, for a time; without `lasts` for an hour.
    ///
    /// # Errors
    /// If the tier can never run, there is no such tool, or the decision cannot be written down.
    pub fn unlock(&self, tier: CostTier, tool: Option<&str>, lasts: Option<Duration>) -> anyhow::Result<()> {
        anyhow::ensure!(tier != CostTier::Prohibited, "the tier `prohibited` never runs and cannot be unlocked");
        let tool = match tool {
            None => None,
            Some(name) => match self.chat.host().catalog.get(name) {
                Some(tool) => Some(tool.name().to_owned()),
                None => anyhow::bail!("there is no tool `{}`", shown(name)),
            },
        };
        let until = SystemTime::now().checked_add(lasts.unwrap_or(USUAL_UNLOCK));
        tracing::info!(chat = self.chat.name(), %tier, tool, by = self.name, "tier unlocked");
        self.change(|decisions| decisions.unlock(Unlock { tier, tool, until, by: self.name.clone() }))
    }

    /// Takes back every unlock of a tool, or those that are for all tools.
    ///
    /// # Errors
    /// If the decision cannot be written down.
    pub fn lock(&self, tool: Option<&str>) -> anyhow::Result<()> {
        self.change(|decisions| decisions.unlocks.retain(|unlock| unlock.tool.as_deref() != tool))
    }

    /// Says how much the calls of this chat may change.
    ///
    /// # Errors
    /// If the decision cannot be written down.
    pub fn set_access(&self, level: AccessLevel) -> anyhow::Result<()> {
        self.change(|decisions| decisions.access = Some(level))
    }

    /// Grants what a model has asked for.
    ///
    /// # Errors
    /// If nothing waits under this identifier, or the decision cannot be written down.
    pub fn approve(&self, request: &str) -> anyhow::Result<Request> {
        let until = SystemTime::now().checked_add(USUAL_UNLOCK);
        let by = self.name.clone();
        let granted = self.change(|decisions| {
            let granted = decisions.take_request(request)?;
            match granted.wish.clone() {
                Wish::Group { group } => {
                    decisions.groups.insert(group);
                }
                Wish::Tool { tool, tier } => decisions.unlock(Unlock { tier, tool: Some(tool), until, by }),
            }
            Some(granted)
        })?;
        granted.ok_or_else(|| nothing_waits(request))
    }

    /// Refuses what a model has asked for.
    ///
    /// # Errors
    /// If nothing waits under this identifier, or the decision cannot be written down.
    pub fn reject(&self, request: &str) -> anyhow::Result<Request> {
        self.change(|decisions| decisions.take_request(request))?.ok_or_else(|| nothing_waits(request))
    }
}

fn nothing_waits(request: &str) -> anyhow::Error {
    anyhow::anyhow!("nothing waits for a decision under `{}`", shown(request))
}
