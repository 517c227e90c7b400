//! Time, chance and identity: standing still, the same every time and unknown, unless granted.

use std::time::SystemTime;

use serde_json::json;
use toolhost_tests::text_of;

use super::HOST;

fn clock(guest: &str) -> (u128, u128) {
    let text = text_of(&HOST.chat().call(guest, json!({})));
    let (now, passed) = text.split_once(' ').unwrap();
    (now.parse().unwrap(), passed.parse().unwrap())
}

fn milliseconds_since_1970() -> u128 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis()
}

#[test]
fn the_wall_clock_stands_still_without_a_grant() {
    let (first, passed) = clock("reads_clock_ungranted");
    let (second, _) = clock("reads_clock_ungranted");
    assert_eq!(passed, 0);
    assert_eq!(first, second);
}

#[test]
fn the_wall_clock_is_true_with_a_grant() {
    let before = milliseconds_since_1970();
    let (now, passed) = clock("reads_clock_when_granted");
    assert!((before..=milliseconds_since_1970()).contains(&now), "{now}");
    assert!(passed >= 19, "{passed}");
}

#[test]
fn random_numbers_are_the_same_without_a_grant_and_differ_with_one() {
    let chat = HOST.chat();
    let numbers = |guest| text_of(&chat.call(guest, json!({})));
    let without = numbers("reads_random_ungranted");
    assert!(!without.is_empty());
    assert_eq!(numbers("reads_random_ungranted"), without);
    let with = numbers("reads_random_when_granted");
    assert_ne!(with, without);
    assert_ne!(numbers("reads_random_when_granted"), with);
}

#[test]
fn a_tool_knows_its_chat_only_if_it_asks() {
    let chat = HOST.chat_named("known-chat");
    assert!(
        text_of(&chat.call("reads_context_when_granted", json!({}))).contains("chat Some(\"known-chat\"), user None")
    );
    assert!(text_of(&chat.call("reads_context_ungranted", json!({}))).contains("chat None"));
}

#[test]
fn a_tool_knows_how_long_it_may_take_and_how_much_it_may_say() {
    let limits = HOST.host().tool("reads_deadline").unwrap().limits().clone();
    let told = text_of(&HOST.chat().call("reads_deadline", json!({})));
    let (deadline, output) = told.split_once(' ').unwrap();
    assert_eq!(output.parse::<u64>().unwrap(), limits.output_bytes);
    let deadline: u128 = deadline.parse().unwrap();
    assert!(deadline > 0 && deadline <= limits.wall_clock.as_millis(), "{deadline}");
}
