//! The tool `request_tool_activation`.

use toolhost_sdk::prelude::*;
use toolhost_sdk::services::approvals::{self, Asked};

/// What to ask for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The group of tools, as tool_search names it.
    group: String,
    /// Why it is needed, in a sentence for the person who decides.
    #[serde(default)]
    reason: String,
}

/// What became of asking.
#[derive(Debug, Serialize, JsonSchema)]
struct Answered {
    group: String,
    /// Always pending: the person decides later.
    state: &'static str,
    /// What the person sees it under.
    request: String,
}

/// Asks the person to enable a group of tools in this chat. Nothing is enabled by asking; the tools can be called once the
/// person has agreed.
#[tool(
    name = "request_tool_activation",
    title = "Ask for tools",
    category = session,
    tier = low,
    access = read,
    danger = safe,
    class = small,
    idempotent = false,
    concurrency_safe = true,
    files = none,
    services = [approvals],
    answer = Answered,
    keywords = ["enable", "activate", "activation", "permission", "request", "need", "ask"],
    use_cases = ["a tool is not active and the task needs it", "ask the person for a group of custom tools"],
    opaque = ["group", "reason"],
    hints = [("*", "Tell the person what you asked for and why, and go on with what you can do meanwhile.")],
    examples = vec![Example::new("Ask for the tools of a tracker", json!({"group": "tracker", "reason": "to file the bug"}))],
)]
fn request_tool_activation(arguments: Arguments) -> ToolResult {
    let group = arguments.group;
    Ok(match approvals::ask_for_group(&group, &arguments.reason)? {
        Asked::Pending(request) => Answer::json(&Answered { group, state: "pending", request }),
        Asked::AlreadyPending(request) => Answer::noop(format!(
            "The group {group} was asked for before and still waits for the person, as {request}."
        )),
        Asked::Granted => Answer::noop(format!("The group {group} is enabled already; its tools can be called.")),
    })
}
