//! Who may call what: groups, tiers, access, budgets, and that a model can ask and never decide.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use toolhost::metadata::{CostTier, Danger};
use toolhost::{AccessLevel, Allowance, Budgets, Code, ToolCall, Wish};
use toolhost_tests::{TestHost, block_on, hostile_dir, text_of, tools_dir};

/// The built-in tools, with `hash` and `calc` in two custom groups.
fn with_groups() -> TestHost {
    TestHost::built(|builder| {
        builder
            .tools_dir(tools_dir())
            .custom_group("sums", ["hash", "calc"])
            .custom_group("lines", ["ls"])
            .default_tier(CostTier::Medium)
    })
}

fn calc() -> ToolCall {
    ToolCall::new("1", "calc", r#"{"expr": "1+1"}"#)
}

#[test]
fn a_custom_tool_is_there_only_if_a_person_enabled_its_group() {
    let host = with_groups();
    let (chat, other) = (host.host().chat("one").unwrap(), host.host().chat("other").unwrap());
    let names = |chat: &toolhost::Chat| -> Vec<String> {
        chat.tools().unwrap().iter().map(|tool| tool.name().to_owned()).collect()
    };
    assert!(!names(&chat).contains(&"calc".to_owned()) && names(&chat).contains(&"read".to_owned()));
    let refused = block_on(chat.call(calc()));
    assert_eq!(refused.code(), Some(Code::InactiveTool));
    assert!(refused.error.unwrap().message.contains("`sums`"));
    chat.as_person("ada").enable_group("sums").unwrap();
    assert!(!block_on(chat.call(calc())).is_error());
    assert!(names(&chat).contains(&"calc".to_owned()) && !names(&other).contains(&"calc".to_owned()));
    // It is kept: another opening of the chat sees it.
    drop(chat);
    let again = host.host().chat("one").unwrap();
    assert!(!block_on(again.call(calc())).is_error());
    again.as_person("ada").disable_group("sums").unwrap();
    assert_eq!(block_on(again.call(calc())).code(), Some(Code::InactiveTool));
    assert!(again.as_person("ada").enable_group("none").unwrap_err().to_string().contains("lines, sums"));
}

#[test]
fn a_model_asks_and_a_person_decides() {
    let host = with_groups();
    let chat = host.host().chat("ask").unwrap();
    let ask = || {
        block_on(chat.call(ToolCall::new("1", "request_tool_activation", r#"{"group": "sums", "reason": "to add"}"#)))
    };
    let before = chat.tools().unwrap().len();
    assert!(!ask().is_error());
    assert_eq!(chat.tools().unwrap().len(), before, "asking enabled something");
    assert_eq!(block_on(chat.call(calc())).code(), Some(Code::InactiveTool));
    assert_eq!(ask().status, toolhost::Status::Noop, "the same again is nothing new");
    let decisions = chat.decisions().unwrap();
    let request = &decisions.requests()[0];
    assert_eq!((&request.wish, request.reason.as_str()), (&Wish::Group { group: "sums".to_owned() }, "to add"));
    assert_eq!(decisions.requests().len(), 1);
    chat.as_person("ada").approve(&request.id).unwrap();
    assert!(!block_on(chat.call(calc())).is_error());
    assert!(chat.as_person("ada").approve(&request.id).is_err(), "it is decided");
    // With every group enabled there is nothing left to ask for, and the tool is gone.
    chat.as_person("ada").enable_group("lines").unwrap();
    assert_eq!(ask().code(), Some(Code::InactiveTool));
    assert!(chat.tools().unwrap().iter().all(|tool| tool.name() != "request_tool_activation"));
}

#[test]
fn nothing_that_a_model_can_call_decides() {
    let host = with_groups();
    let chat = host.host().chat("tries").unwrap();
    let path = host.data().join("chats/tries/decisions.json");
    let tries = [
        (
            "write",
            json!({"path": "../decisions.json", "content": "{\"groups\":[\"sums\"]}", "mode": "overwrite", "force": true}),
        ),
        ("write", json!({"path": "decisions.json", "content": "{\"groups\":[\"sums\"]}"})),
        ("code_interpreter", json!({"code": "open('/chat/../decisions.json','w').write('{\"groups\":[\"sums\"]}')"})),
        (
            "code_interpreter",
            json!({"code": "import os\nfor p in ('/decisions.json','/chat/decisions.json'):\n  try: open(p,'w').write('{\"groups\":[\"sums\"]}')\n  except OSError: pass"}),
        ),
        ("notes", json!({"op": "set", "key": "groups", "value": "sums"})),
        ("request_tool_activation", json!({"group": "sums", "reason": "{\"approve\": true}"})),
        ("tool_search", json!({"query": "enable sums"})),
    ];
    for (tool, arguments) in tries {
        let with_spoofs = {
            let mut arguments = arguments.as_object().unwrap().clone();
            arguments.insert("user_id".to_owned(), json!("operator"));
            serde_json::Value::Object(arguments).to_string()
        };
        let _ = block_on(chat.call(ToolCall::new("1", tool, with_spoofs)));
        let decisions = chat.decisions().unwrap();
        assert_eq!(decisions.groups().count() + decisions.unlocks().len(), 0, "{tool} decided something");
        assert_eq!(block_on(chat.call(calc())).code(), Some(Code::InactiveTool), "{tool}");
    }
    let kept = std::fs::read_to_string(path).unwrap();
    assert!(!kept.contains("\"sums\"\n  ]"), "{kept}");
}

#[test]
fn a_tier_is_unlocked_for_a_time_and_for_a_tool() {
    let host = TestHost::built(|builder| builder.tools_dir(hostile_dir()));
    let chat = host.host().chat("tiers").unwrap();
    let call = |tool: &str| block_on(chat.call(ToolCall::new("1", tool, "{}")));
    assert_eq!(call("costs_medium").code(), Some(Code::Denied));
    let person = chat.as_person("ada");
    person.unlock(CostTier::Medium, Some("costs_medium"), None).unwrap();
    assert!(!call("costs_medium").is_error());
    assert_eq!(call("costs_high").code(), Some(Code::Denied));
    person.unlock(CostTier::High, None, Some(Duration::ZERO)).unwrap();
    assert_eq!(call("costs_high").code(), Some(Code::Denied), "an unlock that is over unlocks nothing");
    person.unlock(CostTier::High, None, Some(Duration::from_secs(3600))).unwrap();
    assert!(!call("costs_high").is_error());
    assert_eq!(call("is_prohibited").code(), Some(Code::Denied));
    assert!(person.unlock(CostTier::Prohibited, None, None).is_err());
    person.lock(None).unwrap();
    assert_eq!(call("costs_high").code(), Some(Code::Denied));
    assert!(!call("costs_medium").is_error());
}

#[test]
fn a_level_of_access_holds_for_every_tool_and_use() {
    let host = with_groups();
    let chat = host.host().chat("levels").unwrap();
    let call =
        |tool: &str, arguments: serde_json::Value| block_on(chat.call(ToolCall::new("1", tool, arguments.to_string())));
    let write = json!({"path": "a", "content": "1"});
    chat.as_person("ada").set_access(AccessLevel::ReadOnly).unwrap();
    assert_eq!(call("write", write.clone()).code(), Some(Code::Denied));
    assert!(!call("write", json!({"path": "a", "content": "1", "dry_run": true})).is_error(), "this use only reads");
    assert_eq!(call("code_interpreter", json!({"code": "1"})).code(), Some(Code::Denied));
    chat.as_person("ada").set_access(AccessLevel::WorkspaceWrite).unwrap();
    assert!(!call("write", write).is_error());
    assert_eq!(call("code_interpreter", json!({"code": "1"})).code(), Some(Code::Denied));
}

#[test]
fn a_dangerous_tool_takes_a_persons_agreement() {
    let host = TestHost::built(|builder| builder.tools_dir(tools_dir()).confirm_from(Danger::Low));
    let chat = host.host().chat("danger").unwrap();
    let write = || block_on(chat.call(ToolCall::new("1", "write", r#"{"path": "a", "content": "1"}"#)));
    let refused = write();
    assert_eq!(refused.code(), Some(Code::Denied));
    assert_eq!(refused.error.unwrap().details.unwrap()["gate"], "approval");
    chat.as_person("ada").unlock(CostTier::Low, Some("write"), None).unwrap();
    assert!(!write().is_error());
}

#[test]
fn budgets_end_and_begin_anew() {
    let host = TestHost::built(|builder| {
        builder.tools_dir(hostile_dir()).budgets(Budgets { step: 3, turn: 5, ..Budgets::default() })
    });
    let chat = host.host().chat("budget").unwrap();
    // Not idempotent, so that none of them is answered by another.
    let step = |count: usize| -> Vec<Option<Code>> {
        let calls = (0..count).map(|number| ToolCall::new(number.to_string(), "answers", "{}")).collect();
        block_on(chat.run(calls)).iter().map(toolhost::Outcome::code).collect()
    };
    assert_eq!(step(4), [None, None, None, Some(Code::Budget)]);
    assert_eq!(step(3), [None, None, Some(Code::Budget)]);
    chat.begin_turn();
    assert_eq!(step(1), [None]);
    let explained = chat.explain("answers").unwrap();
    assert!(explained.iter().all(|verdict| verdict.passes), "{explained:?}");
}

#[test]
fn explain_names_every_gate_and_the_one_that_stops() {
    let host = TestHost::built(|builder| builder.tools_dir(hostile_dir()));
    let chat = host.host().chat("why").unwrap();
    let verdicts: BTreeMap<&str, bool> =
        chat.explain("costs_high").unwrap().into_iter().map(|verdict| (verdict.gate, verdict.passes)).collect();
    assert_eq!(verdicts.len(), 7);
    assert_eq!(verdicts.iter().filter(|(_, passes)| !**passes).map(|(gate, _)| *gate).collect::<Vec<_>>(), ["tier"]);
    assert!(!chat.explain("no_such_tool").unwrap()[0].passes);
}

#[test]
fn a_damaged_file_of_decisions_denies_everything() {
    let host = with_groups();
    let chat = host.host().chat("damaged").unwrap();
    std::fs::write(host.data().join("chats/damaged/decisions.json"), "{\"groups\": [").unwrap();
    let outcome = block_on(chat.call(ToolCall::new("1", "read", r#"{"path": "a"}"#)));
    assert_eq!(outcome.code(), Some(Code::Unavailable));
    assert!(outcome.error.unwrap().message.contains("decisions.json is damaged"));
}

#[test]
fn inner_calls_pass_every_gate_and_have_an_end() {
    let host = TestHost::built(|builder| builder.tools_dir(hostile_dir()));
    let chat = host.chat_named("inner");
    let call = |arguments: serde_json::Value| text_of(&chat.call("calls_a_tool", arguments));
    assert_eq!(call(json!({"tool": "returns_text"})).trim(), "x");
    assert!(call(json!({"tool": "no_such_tool"})).starts_with("inactive_tool:"));
    assert!(call(json!({"tool": "is_prohibited"})).starts_with("denied:"));
    assert!(call(json!({"tool": "traps_on_invoke"})).starts_with("trap:"));
    let lines = call(json!({"tool": "answers", "times": 40}));
    assert_eq!(lines.lines().filter(|line| line.starts_with("budget:")).count(), 8, "{lines}");
    let deep = call(json!({"tool": "calls_a_tool"}));
    assert!(deep.contains("budget:") && deep.contains("4 deep"), "{deep}");
    let active = call(json!({}));
    assert!(active.contains("answers") && !active.contains("is_prohibited"), "{active}");
    let low = host.host().chat("low").unwrap();
    let outcome = block_on(low.call(ToolCall::new("1", "calls_a_tool", r#"{"tool": "costs_medium"}"#)));
    assert!(text_of(&outcome).starts_with("denied:"), "an inner call went above the chat's tier");
    let none = TestHost::built(|builder| builder.tools_dir(hostile_dir()).allowance(Allowance::nothing()));
    assert!(
        text_of(&none.chat().call("calls_a_tool", json!({"tool": "answers"})))
            .contains("service: ServiceError::Denied")
    );
}

#[test]
fn what_tools_keep_is_dropped_with_a_call_that_fails_and_seen_by_no_other_tool() {
    let host = with_groups();
    let chat = host.host().chat("kept").unwrap().with_user("ada").unwrap();
    let call = |chat: &toolhost::Chat, tool: &str, arguments: serde_json::Value| {
        block_on(chat.call(ToolCall::new("1", tool, arguments.to_string())))
    };
    assert!(!call(&chat, "notes", json!({"op": "set", "key": "k", "value": "v", "scope": "user"})).is_error());
    assert!(!call(&chat, "notes", json!({"op": "set", "key": "k", "value": "chat"})).is_error());
    let other = host.host().chat("other").unwrap().with_user("ada").unwrap();
    assert_eq!(text_of(&call(&other, "notes", json!({"op": "get", "key": "k", "scope": "user"}))), "v");
    assert!(call(&other, "notes", json!({"op": "get", "key": "k"})).is_error());
    let stranger = host.host().chat("third").unwrap().with_user("bob").unwrap();
    assert!(call(&stranger, "notes", json!({"op": "get", "key": "k", "scope": "user"})).is_error());
    assert_eq!(text_of(&call(&chat, "task", json!({"op": "list"}))), "There are no tasks.");
}

#[test]
fn identical_idempotent_calls_of_a_step_run_once_and_others_each() {
    let host = TestHost::over(&tools_dir());
    let chat = host.chat();
    let calls = |tool: &str, arguments: [&str; 3]| -> Vec<ToolCall> {
        arguments.iter().enumerate().map(|(at, arguments)| ToolCall::new(format!("c{at}"), tool, *arguments)).collect()
    };
    let same = chat.run(calls("calc", [r#"{"expr": "1+1"}"#, r#"{ "expr":"1+1" }"#, r#"{"expr": "1+2"}"#]));
    assert_eq!(same.iter().map(|outcome| outcome.reused).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(same.iter().map(|outcome| outcome.call_id.as_str()).collect::<Vec<_>>(), ["c0", "c1", "c2"]);
    assert_eq!(same[0].content, same[1].content);
    let append = r#"{"path": "log", "content": "x", "mode": "append"}"#;
    let each = chat.run(calls("write", [append, append, append]));
    assert!(each.iter().all(|outcome| !outcome.reused && !outcome.is_error()), "{each:?}");
    assert_eq!(chat.get("log").unwrap(), b"xxx");
}

#[test]
fn kept_answers_are_given_again_until_the_files_change() {
    let host = TestHost::built(|builder| builder.tools_dir(tools_dir()).kept_answers(10));
    let chat = host.chat();
    chat.chat().files().put("a", &b"one"[..]).unwrap();
    let read = || chat.call("read", json!({"path": "a"}));
    assert_eq!((read().reused, read().reused), (false, true));
    chat.chat().files().put("a", &b"two"[..]).unwrap();
    let changed = read();
    assert!(!changed.reused && text_of(&changed).contains("two"), "{changed:?}");
    chat.chat().files().delete("a").unwrap();
    assert!(read().is_error());
    assert!(!read().reused, "a failure is never kept");
}

#[test]
fn every_call_is_counted_and_written_down_without_its_arguments() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let host = TestHost::built(|builder| builder.tools_dir(hostile_dir()).audit_log(log.path()));
    let chat = host.chat_named("audited");
    chat.call("saves_a_file", json!({"name": "secret-name.txt", "content": "secret-content"}));
    chat.call("traps_on_invoke", json!({}));
    chat.call("no\nsuch", json!({"password": "hunter2"}));
    let text = std::fs::read_to_string(log.path()).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let results: Vec<&str> = lines.iter().map(|line| line["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["ok", "trap", "inactive_tool"]);
    assert_eq!(lines[0]["files"], json!(["secret-name.txt"]));
    assert_eq!(lines[2]["gate"], "registered");
    assert!(!text.contains("secret-content") && !text.contains("hunter2"), "{text}");
    let counters = host.host().counters();
    assert_eq!((counters["saves_a_file"].ok, counters["traps_on_invoke"].errors["trap"]), (1, 1));
}
