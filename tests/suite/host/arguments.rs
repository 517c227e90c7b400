//! Arguments: every violation is named with its place, no instance is made for bad ones, and good ones arrive whole.

use std::sync::LazyLock;

use serde_json::{Value, json};
use toolhost::{Code, Outcome, Status, Usage};
use toolhost_tests::{TestHost, json_of};

use super::tools_dir_of;

static HOST: LazyLock<TestHost> =
    LazyLock::new(|| TestHost::over(tools_dir_of(&["echoes_arguments", "takes_strict_arguments"]).path()));

fn call(tool: &str, arguments: &str) -> Outcome {
    HOST.chat().call_text(tool, arguments)
}

fn assert_refused(outcome: &Outcome, code: Code) {
    assert_eq!(outcome.code(), Some(code), "{outcome:?}");
    assert_eq!(Usage { queue_us: 0, ..outcome.usage }, Usage::default(), "an instance was made");
    assert!(!outcome.error.as_ref().unwrap().message.is_empty());
}

#[test]
fn every_violation_is_listed_with_its_path() {
    let outcome =
        call("takes_strict_arguments", r#"{"name": "x", "count": 99, "tags": ["good", 5], "surprise": true}"#);
    assert_refused(&outcome, Code::InvalidArguments);
    let details = outcome.error.unwrap().details.unwrap();
    let violations = details["violations"].as_array().unwrap();
    let has = |path: &str, word: &str| {
        violations
            .iter()
            .any(|violation| violation["path"] == path && violation["message"].as_str().unwrap().contains(word))
    };
    assert!(has("/name", ""), "{violations:?}");
    assert!(has("/count", "10"), "{violations:?}");
    assert!(has("/tags/1", ""), "{violations:?}");
    assert!(has("", "surprise") || has("/surprise", ""), "{violations:?}");
    assert!(violations.len() >= 4, "{violations:?}");
}

#[test]
fn a_missing_parameter_is_named() {
    let outcome = call("takes_strict_arguments", "{}");
    assert_refused(&outcome, Code::InvalidArguments);
    let error = serde_json::to_string(&outcome.error).unwrap();
    assert!(error.contains("name") && error.contains("count"), "{error}");
}

#[test]
fn what_is_not_an_object_is_refused() {
    for arguments in [
        "{",
        "}",
        "null",
        "true",
        "0",
        "\"{}\"",
        "[]",
        "[{}]",
        "{} {}",
        "{'a': 1}",
        "{a: 1}",
        "{\"a\": 1,}",
        "NaN",
        "\u{feff}{}",
        "{\"a\": \"\u{1}\"}",
    ] {
        assert_refused(&call("echoes_arguments", arguments), Code::InvalidArguments);
    }
}

#[test]
fn nothing_at_all_is_taken_for_no_arguments() {
    for arguments in ["", " \n"] {
        assert_eq!(json_of(&call("echoes_arguments", arguments)), Some(&json!({})));
        assert_refused(&call("takes_strict_arguments", arguments), Code::InvalidArguments);
    }
}

#[test]
fn a_key_that_comes_twice_is_refused_at_every_level() {
    for arguments in [r#"{"a": 1, "a": 1}"#, r#"{"a": {"b": 1, "b": 2}}"#, r#"{"a": [{"b": 1, "\u0062": 2}]}"#] {
        let outcome = call("echoes_arguments", arguments);
        assert_refused(&outcome, Code::InvalidArguments);
        assert!(
            serde_json::to_string(&outcome.error).unwrap().contains("twice")
                || serde_json::to_string(&outcome.error).unwrap().contains("duplicate"),
            "{outcome:?}"
        );
    }
}

#[test]
fn arguments_that_are_too_large_are_refused() {
    let limit = HOST.host().tool("echoes_arguments").unwrap().limits().argument_bytes as usize;
    let outcome = call("echoes_arguments", &json!({"text": "x".repeat(limit)}).to_string());
    assert_refused(&outcome, Code::InvalidArguments);
    assert!(outcome.error.unwrap().message.contains(&limit.to_string()));
    assert!(serde_json::to_string(&call("echoes_arguments", &"x".repeat(8 << 20))).unwrap().len() < 10_000);
}

#[test]
fn arguments_that_are_nested_too_deep_are_refused() {
    for depth in [1_000, 100_000] {
        let arguments = format!("{{\"a\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert_refused(&call("echoes_arguments", &arguments), Code::InvalidArguments);
        let unclosed = format!("{{\"a\": {}", "[".repeat(depth));
        assert_refused(&call("echoes_arguments", &unclosed), Code::InvalidArguments);
    }
    let fine = format!("{{\"a\": {}{}}}", "[".repeat(50), "]".repeat(50));
    assert_eq!(call("echoes_arguments", &fine).status, Status::Ok);
}

#[test]
fn good_arguments_arrive_whole() {
    for arguments in [
        json!({}),
        json!({"text": "\u{0}\u{1f}\u{7f}\u{202e}🦀\u{10ffff}\\\"/"}),
        json!({"numbers": [0, -1, 1.5, 1e300, u64::MAX, i64::MIN, -0.0]}),
        json!({"": {"": [null, true, false, [], {}]}}),
        json!({"z": 1, "a": 2, "m": 3}),
    ] {
        let outcome = call("echoes_arguments", &arguments.to_string());
        assert_eq!(json_of(&outcome), Some(&arguments), "{outcome:?}");
    }
    let large = json!({"text": "x".repeat(40_000)});
    assert_eq!(json_of(&call("echoes_arguments", &large.to_string())), Some(&large));
}

#[test]
fn keys_that_belong_to_the_server_never_reach_a_tool() {
    let outcome = call(
        "echoes_arguments",
        r#"{"chat_id": "forged", "user_id": "root", "chat_uuid": 5, "mine": {"user_id": "kept"}, "other": 1}"#,
    );
    assert_eq!(json_of(&outcome), Some(&json!({"mine": {"user_id": "kept"}, "other": 1})), "{outcome:?}");

    // They are gone before the schema is asked, which forbids unknown keys here.
    let outcome = call("takes_strict_arguments", r#"{"user_id": "root", "name": "xy", "count": 1}"#);
    assert_eq!(json_of(&outcome), Some(&json!({"name": "xy", "count": 1})), "{outcome:?}");
}

#[test]
fn a_tool_that_does_not_exist_is_refused_with_its_likeness() {
    let outcome = call("echoes_argument", "{}");
    assert_refused(&outcome, Code::InactiveTool);
    assert_eq!(outcome.tool, "echoes_argument");
    let outcome = call("", "{}");
    assert_refused(&outcome, Code::InactiveTool);
    let outcome = call(&"x".repeat(100_000), "{}");
    assert_refused(&outcome, Code::InactiveTool);
    assert!(outcome.error.unwrap().message.len() < 1_000);
    for name in
        ["ECHOES_ARGUMENTS", "echoes-arguments", "echoes_arguments ", "../echoes_arguments", "echoes_arguments\u{0}"]
    {
        assert_eq!(call(name, "{}").code(), Some(Code::InactiveTool), "{name}");
    }
}

#[test]
fn an_alias_calls_the_tool_under_its_own_name() {
    let outcome = call("strict", r#"{"name": "xy", "count": 1}"#);
    assert_eq!(outcome.status, Status::Ok, "{outcome:?}");
    assert_eq!(outcome.tool, "takes_strict_arguments");
}

#[test]
fn the_identifier_comes_back_whatever_it_is() {
    for id in ["", "call-1", "🦀", "a\nb", &"x".repeat(10_000)] {
        let outcomes = HOST.chat().run(vec![toolhost::ToolCall::new(id, "echoes_arguments", "{}")]);
        assert_eq!(outcomes.len(), 1);
        assert_eq!(outcomes[0].call_id, id);
        assert_eq!(outcomes[0].status, Status::Ok);
    }
}

#[test]
fn an_outcome_survives_its_own_json() {
    let outcome = call("echoes_arguments", r#"{"a": [1, "b"]}"#);
    let text = serde_json::to_string(&outcome).unwrap();
    assert_eq!(serde_json::from_str::<Outcome>(&text).unwrap(), outcome);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["call_id"], "call-1");
    assert_eq!(value["status"], "ok");
    assert_eq!(value["content"], json!([{"type": "json", "value": {"a": [1, "b"]}}]));
    assert!(value.get("error").is_none() && value.get("files").is_none(), "absent parts are left out: {value}");
    for key in ["fuel", "peak_memory_bytes", "queue_us", "instantiate_us", "run_us", "wait_us", "output_bytes"] {
        assert!(value["usage"][key].is_u64(), "{key}: {value}");
    }
}
