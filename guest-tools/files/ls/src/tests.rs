use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |path: &str| folder.path().join(path);
    fs::create_dir_all(at("b/c")).expect("folders");
    fs::create_dir(at("empty")).expect("a folder");
    for (path, content) in [("B.txt", "12345"), ("a.csv", ""), (".env", "x"), ("b/z.csv", "1"), ("b/c/deep.csv", "22")]
    {
        fs::write(at(path), content).expect("a file");
    }
    symlink("a.csv", at("link")).expect("a link");
    folder
}

fn call(root: &Path, arguments: Value) -> ToolResult {
    let arguments = serde_json::from_value(arguments).expect("arguments that fit");
    with_root(root, || super::ls(arguments, &Call::for_tests(4_000)))
}

fn listed(arguments: Value) -> String {
    call(folder().path(), arguments).expect("a list").shown()
}

#[test]
fn one_level_in_the_order_of_bytes() {
    assert_eq!(
        listed(json!({})),
        ".env\t1 B\thidden\nB.txt\t5 B\na.csv\t0 B\nb/\t2 entries\nempty/\t0 entries\nlink\tlink to a.csv\n"
    );
}

#[test]
fn deeper_levels_come_after_their_folder() {
    assert_eq!(listed(json!({"path": "b", "depth": 3})), "b/c/\t1 entry\nb/c/deep.csv\t2 B\nb/z.csv\t1 B\n");
}

#[test]
fn a_pattern_is_for_names_or_with_a_slash_for_paths() {
    assert_eq!(listed(json!({"depth": 5, "pattern": "*.csv"})), "a.csv\t0 B\nb/c/deep.csv\t2 B\nb/z.csv\t1 B\n");
    assert_eq!(listed(json!({"depth": 5, "pattern": "b/*.csv"})), "b/z.csv\t1 B\n");
    assert_eq!(
        listed(json!({"pattern": "*.CSV"})),
        "nothing in the chat's files matches `*.CSV` to depth 1 (6 entries)\n"
    );
    assert_eq!(call(folder().path(), json!({"pattern": "a["})).expect_err("a refusal").kind(), "invalid_arguments");
}

#[test]
fn a_cut_list_says_how_to_go_on() {
    assert_eq!(listed(json!({"limit": 1})), ".env\t1 B\thidden\n[entries 1-1 of 6; continue with offset=1]\n");
    assert_eq!(listed(json!({"offset": 5})), "link\tlink to a.csv\n[entries 6-6 of 6]\n");
    assert_eq!(call(folder().path(), json!({"offset": 6})).expect_err("a refusal").kind(), "invalid_arguments");
}

#[test]
fn a_long_list_stays_within_the_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..500 {
        fs::write(folder.path().join(format!("file-{number:04}")), "").expect("a file");
    }
    let answer = call(folder.path(), json!({})).expect("a list").shown();
    assert!(answer.len() <= 4_000 && answer.contains(" of 500; continue with offset="), "{answer}");
}

#[test]
fn files_and_empty_and_missing_folders() {
    assert_eq!(listed(json!({"path": "B.txt"})), "B.txt\t5 B\n");
    assert_eq!(listed(json!({"path": "empty"})), "`empty` is empty\n");
    assert_eq!(call(folder().path(), json!({"path": "none"})).expect_err("a refusal").kind(), "not_found");
    let empty = tempfile::tempdir().expect("a folder");
    assert_eq!(call(empty.path(), json!({})).expect("a list").shown(), "there are no files yet\n");
}

#[test]
fn a_name_stays_on_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a\nb"), "").expect("a file");
    assert_eq!(call(folder.path(), json!({})).expect("a list").shown(), "a\\nb\t0 B\n");
}
