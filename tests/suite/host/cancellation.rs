//! A caller that stops waiting stops the guest; deadlines of calls that run side by side are each call's own.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::json;
use toolhost::{Code, LimitsPolicy, Status, ToolCall};
use toolhost_tests::{TestHost, block_on};

use super::tools_dir_of;

static HOST: LazyLock<TestHost> = LazyLock::new(|| {
    let tools = tools_dir_of(&[
        "saves_a_file",
        "sleeps_alone",
        "sleeps_briefly",
        "sleeps_past_deadline",
        "spins_forever",
        "spins_with_host_calls",
    ]);
    TestHost::built(|builder| {
        builder.tools_dir(tools.path()).max_concurrent_calls(2).max_queued_calls(0).limits(
            LimitsPolicy::default()
                .for_tool("sleeps_past_deadline", |limits| limits.wall_clock = Duration::from_millis(400)),
        )
    })
});

/// With two places and no queue, a place that is not given back shows at once.
fn assert_places_are_free() {
    let chat = HOST.chat();
    let outcomes =
        chat.run(vec![ToolCall::new("1", "sleeps_briefly", "{}"), ToolCall::new("2", "sleeps_briefly", "{}")]);
    assert!(outcomes.iter().all(|outcome| outcome.status == Status::Ok), "{outcomes:?}");
}

#[test]
fn a_call_that_nobody_waits_for_is_stopped() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for guest in ["spins_with_host_calls", "sleeps_past_deadline", "spins_forever", "sleeps_briefly"] {
        let chat = HOST.chat();
        block_on(async {
            let call = chat.call_async(guest, r#"{"ms": 3000}"#);
            assert!(tokio::time::timeout(Duration::from_millis(60), call).await.is_err(), "{guest} ended by itself");
        });
        assert_places_are_free();
    }
}

#[test]
fn a_step_that_nobody_waits_for_starts_nothing_more() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let chat = HOST.chat();
    block_on(async {
        let calls = vec![
            ToolCall::new("1", "sleeps_alone", r#"{"ms": 2000}"#),
            ToolCall::new("2", "saves_a_file", r#"{"name": "late.txt"}"#),
            ToolCall::new("3", "sleeps_alone", r#"{"ms": 1}"#),
        ];
        let mut step = Box::pin(chat.chat().run(calls));
        assert!(tokio::time::timeout(Duration::from_millis(200), &mut step).await.is_err());
        drop(step);
        tokio::time::sleep(Duration::from_millis(100)).await;
    });
    assert_places_are_free();
}

#[test]
fn deadlines_of_two_calls_are_each_its_own() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let chat = HOST.chat();
    let started = Instant::now();
    let (short, long) = block_on(async {
        tokio::join!(chat.call_async("sleeps_past_deadline", "{}"), chat.call_async("sleeps_briefly", r#"{"ms": 900}"#))
    });
    assert_eq!(short.code(), Some(Code::Timeout), "{short:?}");
    assert_eq!(long.status, Status::Ok, "the other call's deadline ended it: {long:?}");
    assert!(started.elapsed() >= Duration::from_millis(900));
    // The same slots again, with deadlines set anew.
    let (long, short) = block_on(async {
        tokio::join!(chat.call_async("sleeps_briefly", r#"{"ms": 600}"#), chat.call_async("sleeps_past_deadline", "{}"))
    });
    assert_eq!(long.status, Status::Ok, "{long:?}");
    assert_eq!(short.code(), Some(Code::Timeout), "{short:?}");
}

#[test]
fn time_spent_waiting_is_not_time_spent_running() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let usage = HOST.chat().call("sleeps_briefly", json!({"ms": 200})).usage;
    assert!(usage.wait_us >= 150_000, "{usage:?}");
    assert!(usage.run_us < usage.wait_us, "{usage:?}");
}

/// These tests count the host's places, so that they take turns.
static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
