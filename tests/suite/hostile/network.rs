//! The network: nothing leaves the machine, and nothing on it is reached, without a grant.

use std::net::TcpListener;

use serde_json::json;

use super::{HOST, assert_refused, assert_usable};

/// Runs a guest that tries to reach a port where somebody listens, and fails if it gets there.
fn assert_unreached(guest: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let chat = HOST.chat();
    let outcome = chat.call(guest, json!({"port": listener.local_addr().unwrap().port()}));
    assert_refused(&outcome);
    let reached = listener.accept();
    assert!(reached.is_err(), "somebody connected: {reached:?}");
    assert_usable(&chat);
}

#[test]
fn connects_to_forbidden_host() {
    assert_unreached("connects_to_forbidden_host");
}

#[test]
fn sends_http_ungranted() {
    assert_unreached("sends_http_ungranted");
}
