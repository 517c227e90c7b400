//! A fresh instance for every call: what one leaves in memory, the next does not find.

use serde_json::json;
use toolhost::{Code, Status, ToolCall};
use toolhost_tests::text_of;

use super::{HOST, assert_usable};

#[test]
fn leaves_state_behind() {
    let chat = HOST.chat();
    for _ in 0..5 {
        let outcome = chat.call("leaves_state_behind", json!({}));
        assert_eq!(text_of(&outcome), "call 1, local 1, environment kept: false", "{outcome:?}");
    }
}

#[test]
fn reads_uninitialised_memory() {
    let chat = HOST.chat();
    // Enough calls at once that every pooled slot has been used by a call with a secret in it.
    for _ in 0..4 {
        let secrets = (0..8).map(|id| ToolCall::new(id.to_string(), "keeps_secret_in_memory", "{}")).collect();
        for outcome in chat.run(secrets) {
            assert_eq!(outcome.status, Status::Ok, "{outcome:?}");
        }
        let readers = (0..8).map(|id| ToolCall::new(id.to_string(), "reads_uninitialised_memory", "{}")).collect();
        for outcome in chat.run(readers) {
            assert_eq!(text_of(&outcome), "0 words of another call", "{outcome:?}");
        }
    }
}

#[test]
fn memory_is_reported_at_its_peak() {
    let chat = HOST.chat();
    let small = chat.call("answers", json!({})).usage;
    let large = chat.call("keeps_secret_in_memory", json!({})).usage;
    assert!(small.peak_memory_bytes > 0);
    assert!(large.peak_memory_bytes >= small.peak_memory_bytes + (16 << 20), "{small:?} {large:?}");
    assert_eq!(chat.call("eats_memory", json!({})).code(), Some(Code::Memory));
    assert_usable(&chat);
}

#[test]
fn fuel_is_the_same_for_the_same_work() {
    let chat = HOST.chat();
    let fuel = chat.call("returns_text", json!({"bytes": 1000})).usage.fuel;
    assert!(fuel > 0);
    assert_eq!(chat.call("returns_text", json!({"bytes": 1000})).usage.fuel, fuel);
    assert!(chat.call("returns_text", json!({"bytes": 50_000})).usage.fuel >= fuel);
}
