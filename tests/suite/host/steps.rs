//! One step of a model: several calls, one result for each, in the order of the calls.

use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use toolhost::{CallEvent, Code, Status, ToolCall};
use toolhost_tests::{TestHost, block_on};

use super::tools_dir_of;

static HOST: LazyLock<TestHost> = LazyLock::new(|| {
    let tools = tools_dir_of(&[
        "answers",
        "does_nothing",
        "returns_invalid_json",
        "returns_text",
        "sleeps_alone",
        "sleeps_briefly",
        "spins_forever",
        "traps_on_invoke",
    ]);
    TestHost::built(|builder| builder.tools_dir(tools.path()).max_concurrent_calls(8).max_queued_calls(64))
});

fn sleep(id: &str, tool: &str, ms: u64) -> ToolCall {
    ToolCall::new(id, tool, json!({"ms": ms}).to_string())
}

/// When each call started and ended, by identifier.
fn observed(calls: Vec<ToolCall>) -> Vec<(String, Instant, Instant)> {
    let events = Arc::new(Mutex::new(Vec::new()));
    let (chat, told) = (HOST.chat(), events.clone());
    let outcomes = block_on(chat.chat().run_observed(calls, move |event: CallEvent| {
        told.lock().unwrap().push((Instant::now(), event));
    }));
    assert!(outcomes.iter().all(|outcome| outcome.status == Status::Ok), "{outcomes:?}");
    let events = events.lock().unwrap();
    outcomes
        .iter()
        .map(|outcome| {
            let at = |wanted: fn(&CallEvent) -> Option<&str>| {
                let found = events.iter().find(|(_, event)| wanted(event) == Some(outcome.call_id.as_str()));
                found.unwrap_or_else(|| panic!("no event of {}: {events:?}", outcome.call_id)).0
            };
            let started = at(|event| match event {
                CallEvent::Started { call_id, .. } => Some(call_id),
                _ => None,
            });
            let finished = at(|event| match event {
                CallEvent::Finished(outcome) => Some(&outcome.call_id),
                _ => None,
            });
            (outcome.call_id.clone(), started, finished)
        })
        .collect()
}

#[test]
fn every_call_gets_one_result_in_the_order_of_the_calls() {
    let calls = vec![
        ToolCall::new("slow", "sleeps_briefly", r#"{"ms": 120}"#),
        ToolCall::new("trap", "traps_on_invoke", "{}"),
        ToolCall::new("good", "answers", "{}"),
        ToolCall::new("unknown", "no_such_tool", "{}"),
        ToolCall::new("malformed", "answers", "{"),
        ToolCall::new("alone", "sleeps_alone", r#"{"ms": 10}"#),
        ToolCall::new("spin", "spins_forever", "{}"),
        ToolCall::new("last", "answers", "{}"),
    ];
    let ids: Vec<String> = calls.iter().map(|call| call.id.clone()).collect();
    let chat = HOST.chat();
    let outcomes = chat.run(calls);
    assert_eq!(outcomes.iter().map(|outcome| outcome.call_id.clone()).collect::<Vec<_>>(), ids);
    let codes: Vec<Option<Code>> = outcomes.iter().map(|outcome| outcome.code()).collect();
    assert_eq!(
        codes,
        [
            None,
            Some(Code::Trap),
            None,
            Some(Code::InactiveTool),
            Some(Code::InvalidArguments),
            None,
            Some(Code::Fuel),
            None
        ]
    );
}

#[test]
fn calls_with_the_same_identifier_get_a_result_each() {
    let outcomes = HOST.chat().run(vec![
        ToolCall::new("same", "returns_text", r#"{"bytes": 1}"#),
        ToolCall::new("same", "returns_text", r#"{"bytes": 2}"#),
    ]);
    assert_eq!(outcomes.len(), 2);
    assert!(outcomes.iter().all(|outcome| outcome.call_id == "same"));
    assert_eq!(
        outcomes
            .iter()
            .filter(|outcome| outcome.status == Status::Ok)
            .map(|o| o.usage.output_bytes)
            .collect::<Vec<_>>(),
        [1, 2]
    );
}

#[test]
fn a_step_without_calls_has_no_results() {
    assert!(HOST.chat().run(Vec::new()).is_empty());
}

#[test]
fn calls_that_are_safe_beside_others_overlap() {
    let times = observed((0..4).map(|id| sleep(&id.to_string(), "sleeps_briefly", 400)).collect());
    let last_start = times.iter().map(|(_, started, _)| *started).max().unwrap();
    let first_end = times.iter().map(|(_, _, ended)| *ended).min().unwrap();
    assert!(last_start < first_end, "they ran one after another");
}

#[test]
fn calls_that_are_not_safe_never_overlap_and_come_after_the_others_in_their_order() {
    let times = observed(vec![
        sleep("alone-1", "sleeps_alone", 60),
        sleep("beside-1", "sleeps_briefly", 100),
        sleep("alone-2", "sleeps_alone", 20),
        sleep("beside-2", "sleeps_briefly", 50),
        sleep("alone-3", "sleeps_alone", 20),
    ]);
    let of = |prefix: &str| times.iter().filter(|(id, ..)| id.starts_with(prefix)).collect::<Vec<_>>();
    let last_beside = of("beside").iter().map(|(_, _, ended)| *ended).max().unwrap();
    let mut free_from = last_beside;
    for (id, started, ended) in of("alone") {
        assert!(*started >= free_from, "{id} started too early");
        free_from = *ended;
    }
}

#[test]
fn calls_of_other_chats_do_not_wait() {
    let (one, other) = (HOST.chat(), HOST.chat());
    let arguments = r#"{"ms": 600}"#;
    let (one, other) = block_on(async {
        tokio::join!(one.call_async("sleeps_alone", arguments), other.call_async("sleeps_alone", arguments))
    });
    for outcome in [one, other] {
        assert_eq!(outcome.status, Status::Ok, "{outcome:?}");
        assert!(outcome.usage.queue_us < 500_000, "one chat waited for the other: {outcome:?}");
    }
}

#[test]
fn two_calls_of_one_chat_that_are_not_safe_do_not_overlap_even_in_two_steps() {
    let chat = HOST.chat();
    let outcomes = block_on(async {
        tokio::join!(
            chat.call_async("sleeps_alone", r#"{"ms": 150}"#),
            chat.call_async("sleeps_alone", r#"{"ms": 150}"#)
        )
    });
    assert_eq!(outcomes.0.status, Status::Ok, "{outcomes:?}");
    assert_eq!(outcomes.1.status, Status::Ok, "{outcomes:?}");
    let waited = outcomes.0.usage.queue_us.max(outcomes.1.usage.queue_us);
    assert!(waited >= 100_000, "neither waited for the other: {outcomes:?}");
}

#[test]
fn results_are_told_as_they_come() {
    let times = observed(vec![sleep("slow", "sleeps_briefly", 300), sleep("quick", "sleeps_briefly", 20)]);
    assert!(times[1].2 < times[0].2, "the quick result waited for the slow one");
    assert_eq!(times[0].0, "slow");
}

#[test]
fn more_calls_than_the_host_takes_are_refused_at_once() {
    let tools = tools_dir_of(&["sleeps_briefly", "answers"]);
    let host = TestHost::built(|builder| {
        builder.tools_dir(tools.path().to_path_buf()).max_concurrent_calls(2).max_queued_calls(1)
    });
    let chat = host.chat();
    let outcomes = chat.run((0..8).map(|id| sleep(&id.to_string(), "sleeps_briefly", 300)).collect());
    let refused: Vec<_> = outcomes.iter().filter(|outcome| outcome.code() == Some(Code::Capacity)).collect();
    let done = outcomes.iter().filter(|outcome| outcome.status == Status::Ok).count();
    assert_eq!(outcomes.len(), 8);
    assert_eq!(refused.len() + done, 8, "{outcomes:?}");
    assert!(done >= 2, "{outcomes:?}");
    assert!(!refused.is_empty() || done == 8, "{outcomes:?}");
    for outcome in refused {
        assert!(outcome.error.as_ref().unwrap().retryable);
        assert_eq!(outcome.usage.instantiate_us, 0);
    }
    assert_eq!(chat.call("answers", json!({})).status, Status::Ok, "the host has room again");
}

#[test]
fn a_full_host_refuses_another_chat_at_once_and_recovers() {
    let tools = tools_dir_of(&["sleeps_briefly", "answers"]);
    let host = TestHost::built(|builder| {
        builder.tools_dir(tools.path().to_path_buf()).max_concurrent_calls(1).max_queued_calls(0)
    });
    let (busy, other) = (host.chat(), host.chat());
    block_on(async {
        let long = busy.call_async("sleeps_briefly", r#"{"ms": 500}"#);
        let refused = async {
            tokio::time::sleep(Duration::from_millis(150)).await;
            other.call_async("answers", "{}").await
        };
        let (long, refused) = tokio::join!(long, refused);
        assert_eq!(long.status, Status::Ok);
        assert_eq!(refused.code(), Some(Code::Capacity), "{refused:?}");
    });
    assert_eq!(other.call("answers", json!({})).status, Status::Ok);
}

#[test]
fn hundreds_of_mixed_calls_all_end_as_they_should() {
    let kinds: [(&str, Option<Code>); 5] = [
        ("answers", None),
        ("traps_on_invoke", Some(Code::Trap)),
        ("no_such_tool", Some(Code::InactiveTool)),
        ("returns_invalid_json", Some(Code::BadResult)),
        ("does_nothing", None),
    ];
    let chats: Vec<_> = (0..20).map(|_| HOST.chat()).collect();
    let steps = chats.iter().map(|chat| async {
        let calls = (0..15).map(|id| ToolCall::new(id.to_string(), kinds[id % kinds.len()].0, "{}")).collect();
        chat.chat().run(calls).await
    });
    let outcomes = block_on(futures_util::future::join_all(steps));
    for step in outcomes {
        assert_eq!(step.len(), 15);
        for (id, outcome) in step.iter().enumerate() {
            assert_eq!(outcome.call_id, id.to_string());
            let code = outcome.code();
            assert!(code == kinds[id % kinds.len()].1 || code == Some(Code::Capacity), "{outcome:?}");
        }
    }
}
