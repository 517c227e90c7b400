//! This is the order of the gates. The first that refuses decides, and no instance is made for a refused call.

use serde_json::{Value, json};

use super::Admitted;
use super::arguments::{decode, invalid};
use crate::call::ToolCall;
use crate::catalog::Tool;
use crate::catalog::metadata::{CostTier, Metadata, NarrowerUse};
use crate::catalog::rules::shown;
use crate::chat::ChatState;
use crate::host::HostState;
use crate::outcome::{CallError, Code, Outcome};

/// Takes a call through every gate that needs no waiting: registered, active, tier, arguments.
///
/// # Errors
/// Gives the outcome of the gate that refused.
pub(super) fn pass(host: &HostState, chat: &ChatState, call: ToolCall) -> Result<Admitted, Box<Outcome>> {
    let ToolCall { id, name: asked_for, arguments } = call;
    let tool = registered(host, chat, &asked_for)
        .map_err(|error| Box::new(Outcome::refused(&id, shown(&asked_for), error)))?;
    let name = tool.name();
    let metadata = &tool.metadata;
    let refused = |error| Box::new(Outcome::refused(&id, name, error));
    if metadata.cost_tier == CostTier::Prohibited {
        let reason = "its tier is `prohibited`, which never runs and cannot be unlocked";
        return Err(refused(denied(name, "tier", reason)));
    }
    let arguments = decode(arguments, tool.limits.argument_bytes, &metadata.parameter_aliases).map_err(refused)?;
    if !arguments.spoofed.is_empty() {
        tracing::warn!(tool = name, keys = ?arguments.spoofed, "a model sent keys that belong to the host; they were removed");
    }
    let narrower = narrower_use(metadata, &arguments.value);
    let tier = narrower.map_or(metadata.cost_tier, |narrower| narrower.cost_tier);
    if tier > chat.tier() {
        let reason = format!(
            "it has the tier `{tier}`, and this chat goes up to `{}`; a person can raise the chat's tier, a model cannot",
            chat.tier()
        );
        return Err(refused(denied(name, "tier", &reason)));
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
    let (concurrency_safe, files) = match narrower {
        Some(narrower) => (narrower.concurrency_safe, narrower.files.min(tool.grant.files())),
        None => (metadata.concurrency_safe, tool.grant.files()),
    };
    Ok(Admitted { call_id: id, arguments: arguments.text, concurrency_safe, files, tool })
}

/// The tool of a name, if it is registered and active in this chat.
fn registered(host: &HostState, chat: &ChatState, name: &str) -> Result<std::sync::Arc<Tool>, CallError> {
    let Some(tool) = host.catalog.get(name) else {
        let near = nearest(host, name).map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
        let message = format!("there is no tool `{}` here.{near} Call one of the tools that are listed", shown(name));
        return Err(CallError::new(Code::InactiveTool, message).with_details(json!({"gate": "registered"})));
    };
    if !chat.is_active(tool.name()) {
        let message = format!("the tool `{}` is not active in this chat; a person can activate it", tool.name());
        return Err(CallError::new(Code::InactiveTool, message).with_details(json!({"gate": "active"})));
    }
    Ok(tool.clone())
}

fn denied(tool: &str, gate: &str, reason: &str) -> CallError {
    CallError::new(Code::Denied, format!("`{tool}` was not called: {reason}"))
        .with_details(json!({"gate": gate, "source": "host"}))
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
