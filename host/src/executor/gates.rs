//! This is the order of the gates. The first that refuses decides, and no instance is made for a refused call.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde::Serialize;
use serde_json::{Value, json};

use super::Admitted;
use super::arguments::{decode, invalid};
use crate::call::ToolCall;
use crate::catalog::Tool;
use crate::catalog::metadata::{Access, CostTier, Metadata, NarrowerUse, Service};
use crate::catalog::rules::shown;
use crate::chat::ChatState;
use crate::host::HostState;
use crate::outcome::{CallError, Code, Outcome};
use crate::policy::{AccessLevel, Decisions, Spent};

/// What one gate says of a tool in a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The gate.
    pub gate: &'static str,
    /// Whether it lets calls of the tool pass.
    pub passes: bool,
    /// Why, and how that can be changed.
    pub reason: String,
}

/// What all calls of one step have spent together.
#[derive(Debug, Default)]
pub(crate) struct StepBudget(Mutex<u64>);

/// What the gates look at, as it is at this moment.
struct Now<'a> {
    host: &'a HostState,
    chat: &'a ChatState,
    decisions: Arc<Decisions>,
    time: SystemTime,
}

/// Why a gate does not let a call pass.
struct Refusal {
    gate: &'static str,
    code: Code,
    reason: String,
}

type Passed = Result<(), Refusal>;

/// Takes a call through every gate that needs no waiting.
///
/// # Errors
/// Gives the outcome of the gate that refused.
pub(super) fn pass(
    host: &HostState,
    chat: &ChatState,
    call: ToolCall,
    step: &StepBudget,
) -> Result<Admitted, Box<Outcome>> {
    let ToolCall { id, name: asked_for, arguments } = call;
    let unknown = |error| Box::new(Outcome::refused(&id, shown(&asked_for), error));
    let now = Now::of(host, chat).map_err(unknown)?;
    let tool = registered(host, &asked_for).map_err(unknown)?;
    let name = tool.name();
    let metadata = &tool.metadata;
    let refused = |error| Box::new(Outcome::refused(&id, name, error));
    let stopped = |refusal: Refusal| refused(refusal.error(name));
    now.prohibited(metadata).map_err(stopped)?;
    now.active(metadata).map_err(stopped)?;
    let arguments = decode(arguments, tool.limits.argument_bytes, &metadata.parameter_aliases).map_err(refused)?;
    if !arguments.spoofed.is_empty() {
        tracing::warn!(tool = name, keys = ?arguments.spoofed, "a model sent keys that belong to the host; they were removed");
    }
    let narrower = narrower_use(metadata, &arguments.value);
    let tier = narrower.map_or(metadata.cost_tier, |narrower| narrower.cost_tier);
    let access = narrower.map_or(metadata.access, |narrower| narrower.access);
    now.tier(metadata, tier).map_err(stopped)?;
    now.access(access).map_err(stopped)?;
    // A use that only reads harms nobody.
    if access != Access::Read {
        now.approval(metadata).map_err(stopped)?;
    }
    let violations = tool.schema.violations(&arguments.value);
    if let Some(first) = violations.first() {
        let where_ = if first.path.is_empty() { String::new() } else { format!(" at {}", first.path) };
        let more = match violations.len() - 1 {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        let message = format!("the arguments do not fit the parameters of `{name}`{where_}: {}{more}", first.message);
        return Err(refused(invalid(message).with_details(json!({"violations": violations}))));
    }
    now.budget(tier, step).map_err(stopped)?;
    let (concurrency_safe, idempotent, files) = match narrower {
        Some(narrower) => (narrower.concurrency_safe, narrower.idempotent, narrower.files.min(tool.grant.files())),
        None => (metadata.concurrency_safe, metadata.idempotent, tool.grant.files()),
    };
    let cost = host.budgets.cost(tier);
    Ok(Admitted { call_id: id, arguments: arguments.text, concurrency_safe, idempotent, cost, files, tool })
}

/// Whether a tool is still active in a chat.
///
/// # Errors
/// If it is not any more, or the chat's decisions cannot be read.
pub(super) fn still_active(host: &HostState, chat: &ChatState, tool: &Tool) -> Result<(), CallError> {
    Now::of(host, chat)?.active(&tool.metadata).map_err(|refusal| refusal.error(tool.name()))
}

/// What every gate says of a tool, in the order in which they are asked.
///
/// # Errors
/// If the chat's decisions cannot be read.
pub(crate) fn explain(host: &HostState, chat: &ChatState, name: &str) -> Result<Vec<Verdict>, CallError> {
    let now = Now::of(host, chat)?;
    let verdict = |gate, passed: Passed, good: String| match passed {
        Ok(()) => Verdict { gate, passes: true, reason: good },
        Err(refusal) => Verdict { gate, passes: false, reason: refusal.reason },
    };
    let tool = match registered(host, name) {
        Ok(tool) => tool,
        Err(error) => return Ok(vec![Verdict { gate: "registered", passes: false, reason: error.message }]),
    };
    let metadata = &tool.metadata;
    let own = now.decisions.tier(tool.name(), chat.tier(), now.time);
    let groups: Vec<&str> = host.groups.of(tool.name()).collect();
    let active = match groups.as_slice() {
        [] => "it is a core tool, which every chat has".to_owned(),
        groups => format!("a person has enabled a group that it is in: {}", groups.join(", ")),
    };
    Ok(vec![
        Verdict {
            gate: "registered",
            passes: true,
            reason: format!("it is installed as {} and admitted", tool.path().display()),
        },
        verdict("prohibited", now.prohibited(metadata), "its tier is not `prohibited`".to_owned()),
        verdict("active", now.active(metadata), active),
        verdict(
            "tier",
            now.tier(metadata, metadata.cost_tier),
            format!("it has the tier `{}`, and calls of it may go up to `{own}`", metadata.cost_tier),
        ),
        verdict(
            "access",
            now.access(metadata.access),
            format!("its access is `{}`, and the chat's level is `{}`", metadata.access, now.decisions.access()),
        ),
        verdict("approval", now.approval(metadata), format!("its danger is `{}`", metadata.danger)),
        verdict(
            "budget",
            now.left(metadata.cost_tier),
            "the budgets of the turn and the chat are not used up".to_owned(),
        ),
    ])
}

impl<'a> Now<'a> {
    fn of(host: &'a HostState, chat: &'a ChatState) -> Result<Self, CallError> {
        let decisions = chat.decided().current().map_err(|error| {
            CallError::new(Code::Unavailable, format!("the host cannot decide this call: {error:#}"))
        })?;
        Ok(Self { host, chat, decisions, time: SystemTime::now() })
    }

    fn prohibited(&self, metadata: &Metadata) -> Passed {
        if metadata.cost_tier != CostTier::Prohibited {
            return Ok(());
        }
        refuse("prohibited", Code::Denied, "its tier is `prohibited`, which never runs and cannot be unlocked")
    }

    /// Whether the step's own choice, and the groups that a person has enabled, have the tool.
    fn active(&self, metadata: &Metadata) -> Passed {
        let name = metadata.name.as_str();
        if !self.chat.is_chosen(name) {
            return refuse("active", Code::InactiveTool, "it is not among the tools of this chat; a person can add it");
        }
        // A tool that asks a person for groups has nothing to ask for when none is disabled.
        let only_asks = metadata.needs.services == [Service::Approvals];
        if only_asks && self.host.groups.iter().all(|(group, _)| self.decisions.groups.contains(group)) {
            return refuse("active", Code::InactiveTool, "there is no group of tools left that a person could enable");
        }
        let mut groups = self.host.groups.of(name).peekable();
        if groups.peek().is_none() || groups.by_ref().any(|group| self.decisions.groups.contains(group)) {
            return Ok(());
        }
        let groups: Vec<&str> = self.host.groups.of(name).collect();
        let reason = format!(
            "it is not active in this chat; a person can enable its group `{}`, a model can only ask for that",
            groups.join("` or `")
        );
        refuse("active", Code::InactiveTool, reason)
    }

    fn tier(&self, metadata: &Metadata, tier: CostTier) -> Passed {
        let ceiling = self.decisions.tier(&metadata.name, self.chat.tier(), self.time);
        if tier <= ceiling {
            return Ok(());
        }
        let reason = format!(
            "it has the tier `{tier}`, and this chat goes up to `{ceiling}`; a person can raise the chat's tier, a model cannot"
        );
        refuse("tier", Code::Denied, reason)
    }

    fn access(&self, access: Access) -> Passed {
        let (needed, level) = (AccessLevel::of(access), self.decisions.access());
        if needed <= level {
            return Ok(());
        }
        let reason = format!(
            "its access is `{access}`, which takes the level `{needed}`, and this chat has `{level}`; a person can raise it"
        );
        refuse("access", Code::Denied, reason)
    }

    /// Whether a person has agreed to a tool that can do lasting harm.
    fn approval(&self, metadata: &Metadata) -> Passed {
        let agreed = |tool: Option<&str>| tool == Some(&metadata.name);
        if metadata.danger < self.host.confirm_from
            || self
                .decisions
                .unlocks
                .iter()
                .any(|unlock| agreed(unlock.tool.as_deref()) && unlock.until.is_none_or(|until| self.time < until))
        {
            return Ok(());
        }
        let reason = format!(
            "its danger is `{}`, and no person has agreed to its use in this chat; a person can unlock this tool",
            metadata.danger
        );
        refuse("approval", Code::Denied, reason)
    }

    fn budget(&self, tier: CostTier, step: &StepBudget) -> Passed {
        let mut step = step.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.chat.spend(&mut step, self.host.budgets.cost(tier), &self.host.budgets).map_err(used_up)
    }

    /// Whether a call could be paid, without paying.
    fn left(&self, tier: CostTier) -> Passed {
        let mut spent = Spent { step: 0, ..self.chat.spent() };
        spent.spend(self.host.budgets.cost(tier), &self.host.budgets).map_err(used_up)
    }
}

fn used_up((budget, most, left): (&'static str, u64, u64)) -> Refusal {
    let next = match budget {
        "step" => "make fewer calls at once",
        "turn" => "answer with what you have; the budget begins anew when the person speaks",
        _ => "a person has to begin another chat or raise the budget",
    };
    Refusal {
        gate: "budget",
        code: Code::Budget,
        reason: format!("the budget of this {budget} is used up ({left} of {most} left); {next}"),
    }
}

fn refuse(gate: &'static str, code: Code, reason: impl Into<String>) -> Passed {
    Err(Refusal { gate, code, reason: reason.into() })
}

impl Refusal {
    fn error(self, tool: &str) -> CallError {
        CallError::new(self.code, format!("`{tool}` was not called: {}", self.reason))
            .with_details(json!({"gate": self.gate, "source": "host"}))
    }
}

/// The tool of a name, if it is registered.
fn registered(host: &HostState, name: &str) -> Result<Arc<Tool>, CallError> {
    if let Some(tool) = host.catalog.get(name) {
        return Ok(Arc::clone(tool));
    }
    let near = nearest(host, name).map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
    let message = format!("there is no tool `{}` here.{near} Call one of the tools that are listed", shown(name));
    Err(CallError::new(Code::InactiveTool, message).with_details(json!({"gate": "registered"})))
}

/// The use that these arguments make of the tool, if it is one that asks for less.
fn narrower_use<'a>(metadata: &'a Metadata, arguments: &Value) -> Option<&'a NarrowerUse> {
    metadata
        .narrower_uses
        .iter()
        .find(|narrower| arguments.get(&narrower.parameter).is_some_and(|value| narrower.values.contains(value)))
}

/// The active tool whose name is most like `name`, if one is like it at all.
fn nearest<'a>(host: &'a HostState, name: &str) -> Option<&'a str> {
    let tools = host.catalog.tools().iter();
    let near = tools.map(|tool| (strsim::jaro_winkler(name, tool.name()), tool.name()));
    near.filter(|(likeness, _)| *likeness > 0.8).max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, name)| name)
}
