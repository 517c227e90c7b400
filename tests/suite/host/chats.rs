//! Chats: their names lead nowhere else, and their files are listed as they are.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;
use toolhost::Status;
use toolhost_tests::{TestHost, text_of};

use super::tools_dir_of;

fn host() -> TestHost {
    TestHost::over(tools_dir_of(&["answers", "reads_a_file", "saves_a_file"]).path())
}

#[test]
fn a_name_that_leads_elsewhere_is_refused() {
    let host = host();
    for name in
        ["", ".", "..", "../x", "a/b", "/tmp/x", "a\\b", "a\u{0}b", ".hidden", "-x", "ü", "a b", "a\n", &"x".repeat(65)]
    {
        let error = host.host().chat(name).err().unwrap_or_else(|| panic!("{name:?} was taken for a name"));
        let message = format!("{error:#}");
        assert!(message.contains("letters") && message.contains("64"), "{message}");
    }
    let long = "x".repeat(64);
    for name in ["a", "A.b-c_9", long.as_str()] {
        assert!(host.host().chat(name).is_ok(), "{name:?}");
    }
    assert!(!host.data().parent().unwrap().join("x").exists());
}

#[test]
fn a_chat_keeps_its_files_when_it_is_opened_again() {
    let host = host();
    assert_eq!(host.chat_named("kept").call("saves_a_file", json!({"name": "a.txt"})).status, Status::Ok);
    assert!(text_of(&host.chat_named("kept").call("reads_a_file", json!({"name": "a.txt"}))).contains("allowed"));
    assert!(!text_of(&host.chat_named("other").call("reads_a_file", json!({"name": "a.txt"}))).contains("allowed"));
}

#[test]
fn files_are_listed_in_order_and_links_are_not_followed() {
    let host = host();
    let chat = host.chat();
    chat.put("b.txt", "two");
    chat.put("a/deep/er.txt", "three");
    chat.put("a.txt", "one!");
    fs::write(host.data().join("secret.txt"), "secret").unwrap();
    symlink(host.data().join("secret.txt"), chat.files_dir().join("link.txt")).unwrap();
    symlink(host.data(), chat.files_dir().join("links")).unwrap();
    let files = chat.chat().files().list().unwrap();
    let listed: Vec<(&str, u64)> = files.iter().map(|file| (file.path.as_str(), file.size)).collect();
    assert_eq!(listed, [("a.txt", 4), ("a/deep/er.txt", 5), ("b.txt", 3)]);
}

#[test]
fn a_chat_whose_files_went_away_says_so_and_works_again_when_opened_anew() {
    let host = host();
    let chat = host.chat_named("gone");
    fs::remove_dir_all(host.data().join("chats/gone")).unwrap();
    let outcome = chat.call("saves_a_file", json!({}));
    assert_ne!(outcome.status, Status::Ok, "{outcome:?}");
    assert_eq!(host.chat_named("gone").call("saves_a_file", json!({})).status, Status::Ok);
}

#[test]
fn what_a_chat_is_allowed_is_the_embedders_choice_for_that_chat_alone() {
    let host = host();
    let only_answers = host.host().chat("narrow").unwrap().with_active(["answers"]).unwrap();
    let outcomes =
        toolhost_tests::block_on(only_answers.run(vec![
            toolhost::ToolCall::new("1", "answers", "{}"),
            toolhost::ToolCall::new("2", "saves_a_file", "{}"),
        ]));
    assert_eq!(outcomes[0].status, Status::Ok);
    assert_eq!(outcomes[1].code(), Some(toolhost::Code::InactiveTool), "{outcomes:?}");
    assert_eq!(host.chat_named("wide").call("saves_a_file", json!({})).status, Status::Ok);
}
