//! What comes out of a guest: bounded, exact at the bound, and escaped where people read it.

use std::sync::{Arc, Mutex};

use serde_json::json;
use toolhost::{CallEvent, Code, Status, ToolCall};
use toolhost_tests::{block_on, text_of};

use super::{HOST, assert_usable, limit_of};

#[test]
fn an_answer_at_the_limit_passes_and_one_byte_more_does_not() {
    let chat = HOST.chat();
    let limit = HOST.host().tool("returns_text").unwrap().limits().output_bytes;
    for (bytes, passes) in [(limit - 1, true), (limit, true), (limit + 1, false)] {
        let outcome = chat.call("returns_text", json!({"bytes": bytes}));
        if passes {
            assert_eq!(outcome.status, Status::Ok);
            assert_eq!(outcome.usage.output_bytes, bytes);
            assert_eq!(text_of(&outcome).len() as u64, bytes);
        } else {
            assert_eq!(outcome.code(), Some(Code::OutputTooLarge), "{outcome:?}");
            assert_eq!(limit_of(&outcome), Some("output_bytes"));
        }
        // An error that is larger than the answer would be no protection.
        assert!(serde_json::to_string(&outcome).unwrap().len() as u64 <= limit + 2_000);
    }
    assert_usable(&chat);
}

#[test]
fn a_crash_says_what_the_guest_said() {
    let chat = HOST.chat();
    let message = |guest| chat.call(guest, json!({})).error.unwrap().message;
    assert!(message("panics_with_message").contains("the teapot is empty"));
    assert!(message("recurses_deep").contains("stack"));
    assert!(message("exits_with_failure").contains("exit"));
    assert!(message("exits_with_success").contains("exit"));
}

#[test]
fn a_tools_own_error_comes_through_with_what_it_has() {
    let outcome = HOST.chat().call("fails_with_content", json!({}));
    assert_eq!(outcome.code(), Some(Code::ToolError));
    assert!(outcome.error.as_ref().unwrap().message.contains("there is no such thing"));
    assert_eq!(text_of(&outcome), "so far");
}

#[test]
fn doing_nothing_is_neither_success_nor_failure() {
    assert_eq!(HOST.chat().call("does_nothing", json!({})).status, Status::Noop);
}

#[test]
fn errors_are_bounded_like_answers() {
    let chat = HOST.chat();
    for guest in ["returns_long_error", "returns_huge_error", "writes_endless_stderr", "panics_with_message"] {
        let size = serde_json::to_string(&chat.call(guest, json!({}))).unwrap().len();
        assert!(size <= 72 << 10, "{guest}: an error of {size} bytes");
    }
}

#[test]
fn a_flood_of_progress_reaches_nobody_whole() {
    let chat = HOST.chat();
    let events = Arc::new(Mutex::new(Vec::new()));
    let told = events.clone();
    let outcomes =
        block_on(chat.chat().run_observed(
            vec![ToolCall::new("1", "progress_flood", r#"{"reports": 20000}"#)],
            move |event: CallEvent| told.lock().unwrap().push(format!("{event:?}")),
        ));
    assert_eq!(outcomes[0].status, Status::Ok, "{outcomes:?}");
    let events = events.lock().unwrap().clone();
    assert!(events.len() >= 2, "the start and the end are told: {events:?}");
    assert!(events.len() < 5_000, "{} events of 60,000 reports got through", events.len());
    assert!(!events.iter().any(|event| event.contains("NaN") || event.contains("-1e300")), "{:?}", events.get(..5));
}
