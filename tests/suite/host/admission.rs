//! Who may be called at all: nothing without an allowance, nothing against a denial, nothing above the chat's tier.

use serde_json::json;
use tempfile::TempDir;
use toolhost::metadata::CostTier;
use toolhost::{Admission, Chat, Code, Outcome, Status, ToolCall, Usage};
use toolhost_tests::{TestHost, block_on};

use super::tools_dir_of;

fn call(chat: &Chat, tool: &str) -> Outcome {
    block_on(chat.call(ToolCall::new("call-1", tool, "{}")))
}

fn host_with(admission: Admission) -> TestHost {
    let tools = tools_dir_of(&["answers", "returns_text", "takes_strict_arguments"]);
    TestHost::built(|builder| builder.tools_dir(tools.path().to_path_buf()).admission(admission))
}

/// Tools of every tier.
fn tiers() -> TempDir {
    tools_dir_of(&["answers", "costs_medium", "costs_high", "is_prohibited", "claims_much"])
}

fn assert_not_run(outcome: &Outcome, code: Code) {
    assert_eq!(outcome.code(), Some(code), "{outcome:?}");
    assert_eq!(Usage { queue_us: 0, ..outcome.usage }, Usage::default());
}

#[test]
fn nothing_is_admitted_unless_it_is_allowed() {
    let host = host_with(Admission::none());
    assert_not_run(&host.chat().call("answers", json!({})), Code::InactiveTool);
    assert!(host.host().tools().is_empty());
}

#[test]
fn what_is_allowed_runs_and_its_neighbour_does_not() {
    let host = host_with(Admission::allow(["answers"]));
    let chat = host.chat();
    assert_eq!(chat.call("answers", json!({})).status, Status::Ok);
    assert_not_run(&chat.call("returns_text", json!({})), Code::InactiveTool);
    let skipped = host.host().skipped().iter().find(|skipped| skipped.path.ends_with("returns_text.wasm"));
    assert!(
        skipped.is_some_and(|skipped| skipped.reason.contains("admi") || skipped.reason.contains("allow")),
        "{skipped:?}"
    );
}

#[test]
fn a_denial_wins_over_every_allowance() {
    let host = host_with(Admission::allow(["answers", "returns_text"]).deny(["answers"]));
    let chat = host.chat();
    assert_not_run(&chat.call("answers", json!({})), Code::InactiveTool);
    assert_eq!(chat.call("returns_text", json!({})).status, Status::Ok);
    let host = host_with(Admission::everything().deny(["answers"]));
    assert_not_run(&host.chat().call("answers", json!({})), Code::InactiveTool);
}

#[test]
fn a_denied_tool_is_denied_under_its_alias_too() {
    let host = host_with(Admission::everything().deny(["takes_strict_arguments"]));
    assert_not_run(&host.chat().call("strict", json!({"name": "xy", "count": 1})), Code::InactiveTool);
    let host = host_with(Admission::allow(["strict"]));
    assert!(host.host().tool("takes_strict_arguments").is_none(), "an alias is no name to admit a tool by");
}

#[test]
fn a_tool_above_the_chats_tier_does_not_run() {
    let host = TestHost::over(tiers().path());
    let chat = host.host().chat("tiers").unwrap();
    assert_eq!(call(&chat, "answers").status, Status::Ok);
    for tool in ["costs_medium", "costs_high"] {
        let refused = call(&chat, tool);
        assert!(matches!(refused.code(), Some(Code::Denied | Code::InactiveTool)), "{refused:?}");
        assert_eq!(Usage { queue_us: 0, ..refused.usage }, Usage::default());
        assert!(refused.error.unwrap().message.contains("tier"));
    }
    let medium = chat.clone().with_tier(CostTier::Medium);
    assert_eq!(call(&medium, "costs_medium").status, Status::Ok);
    assert!(call(&medium, "costs_high").is_error());
    let high = chat.with_tier(CostTier::High);
    assert_eq!(call(&high, "costs_high").status, Status::Ok);
}

#[test]
fn a_chat_starts_at_the_hosts_tier() {
    let tools = tiers();
    let host = TestHost::built(|builder| builder.tools_dir(tools.path()).default_tier(CostTier::Medium));
    let chat = host.host().chat("tiers").unwrap();
    assert_eq!(call(&chat, "costs_medium").status, Status::Ok);
    assert!(call(&chat, "costs_high").is_error());
}

#[test]
fn what_is_prohibited_never_runs() {
    let tools = tiers();
    let host = TestHost::built(|builder| {
        builder.tools_dir(tools.path()).admission(Admission::everything()).default_tier(CostTier::Prohibited)
    });
    for chat in [host.host().chat("a").unwrap(), host.host().chat("b").unwrap().with_tier(CostTier::Prohibited)] {
        let refused = call(&chat, "is_prohibited");
        assert!(matches!(refused.code(), Some(Code::Denied | Code::InactiveTool)), "{refused:?}");
        assert_eq!(Usage { queue_us: 0, ..refused.usage }, Usage::default());
    }
}

#[test]
fn a_tool_that_claims_much_gets_what_the_operator_allows() {
    let host = TestHost::over(tiers().path());
    let outcome = host.chat().call("claims_much", json!({}));
    assert!(matches!(outcome.code(), None | Some(Code::Denied | Code::Unavailable)), "{outcome:?}");
}
