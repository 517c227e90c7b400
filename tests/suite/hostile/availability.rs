//! A tool that cannot work says so and is not called; one that cannot even say so is called and may work.

use serde_json::json;
use toolhost::{Code, Status};

use super::{HOST, assert_usable};

#[test]
fn says_unavailable() {
    let chat = HOST.chat();
    let outcome = chat.call("says_unavailable", json!({}));
    assert!(matches!(outcome.code(), Some(Code::Unavailable | Code::InactiveTool)), "{outcome:?}");
    let reason = HOST.host().skipped().iter().find(|skipped| skipped.path.ends_with("says_unavailable.wasm"));
    let told = reason.map(|skipped| skipped.reason.clone()).unwrap_or_default() + &outcome.error.unwrap().message;
    assert!(told.contains("the moon is not full"), "{told}");
    assert_usable(&chat);
}

#[test]
fn says_unavailable_later() {
    let chat = HOST.chat();
    assert!(HOST.host().tool("says_unavailable_later").is_some(), "it is listed until somebody asks");
    for _ in 0..2 {
        let outcome = chat.call("says_unavailable_later", json!({}));
        assert_eq!(outcome.code(), Some(Code::Unavailable), "{outcome:?}");
        assert!(outcome.error.unwrap().message.contains("the moon is not full"));
    }
    assert_usable(&chat);
}

#[test]
fn traps_in_availability() {
    let outcome = HOST.chat().call("traps_in_availability", json!({}));
    assert_eq!(outcome.status, Status::Ok, "{outcome:?}");
}

#[test]
fn slow_availability() {
    let outcome = HOST.chat().call("slow_availability", json!({}));
    assert_eq!(outcome.status, Status::Ok, "{outcome:?}");
}
