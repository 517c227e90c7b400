//! Directories that are missing, in the way or full: the message says which one, why, and what to do.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use toolhost::{Admission, Host};

use super::tools_dir_of;

/// Builds a host and returns the message of its error.
fn refusal(data: &Path, tools: &Path) -> String {
    let built = Host::builder()
        .data_dir(data.to_path_buf())
        .tools_dir(tools.to_path_buf())
        .admission(Admission::everything())
        .build()
        .and_then(|host| host.chat("demo").map(drop));
    format!("{:#}", built.expect_err("this cannot work"))
}

fn assert_says(message: &str, path: &Path) {
    assert!(message.contains(&path.display().to_string()), "the path is not named: {message}");
    let remedies = ["check", "create", "make", "--", "give", "choose", "run", "remove"];
    assert!(remedies.iter().any(|remedy| message.contains(remedy)), "no remedy is named: {message}");
}

#[test]
fn a_missing_tools_directory_is_named() {
    let data = TempDir::new().unwrap();
    let tools = data.path().join("no-such-directory");
    assert_says(&refusal(data.path(), &tools), &tools);
}

#[test]
fn a_file_in_place_of_the_tools_directory_is_named() {
    let data = TempDir::new().unwrap();
    let tools = data.path().join("tools");
    fs::write(&tools, "a file").unwrap();
    assert_says(&refusal(data.path(), &tools), &tools);
}

#[test]
fn a_file_in_place_of_the_data_directory_is_named() {
    let tools = tools_dir_of(&["answers"]);
    let data = tools.path().join("data");
    fs::write(&data, "a file").unwrap();
    assert_says(&refusal(&data, tools.path()), &data);
}

#[test]
fn a_data_directory_that_cannot_be_written_is_named() {
    let tools = tools_dir_of(&["answers"]);
    // Not even root writes here.
    let data = Path::new("/proc/toolhost-data");
    assert_says(&refusal(data, tools.path()), data);
}

#[test]
fn a_missing_data_directory_is_made() {
    let (tools, root) = (tools_dir_of(&["answers"]), TempDir::new().unwrap());
    let data = root.path().join("deep/er/data");
    let host = Host::builder()
        .data_dir(data.clone())
        .tools_dir(tools.path().to_path_buf())
        .admission(Admission::everything())
        .build()
        .unwrap();
    host.chat("demo").unwrap();
    assert!(data.join("chats/demo/files").is_dir());
}

#[test]
fn a_file_in_place_of_a_chats_directory_is_named() {
    let (tools, data) = (tools_dir_of(&["answers"]), TempDir::new().unwrap());
    fs::create_dir(data.path().join("chats")).unwrap();
    let chat = data.path().join("chats/demo");
    fs::write(&chat, "a file").unwrap();
    assert_says(&refusal(data.path(), tools.path()), &chat);
}

#[test]
fn an_empty_tools_directory_makes_a_host_without_tools() {
    let (tools, data) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let host =
        Host::builder().data_dir(data.path().to_path_buf()).tools_dir(tools.path().to_path_buf()).build().unwrap();
    assert!(host.tools().is_empty() && host.skipped().is_empty());
}
