use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

const ONE: &str = "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806";

fn call(root: &Path, arguments: Value) -> ToolResult {
    let arguments = serde_json::from_value(arguments).expect("arguments that fit");
    with_root(root, || super::write(arguments))
}

fn written(root: &Path, arguments: Value) -> Value {
    serde_json::from_str(&call(root, arguments).expect("an answer").shown()).expect("JSON")
}

fn refused(root: &Path, arguments: Value) -> (String, String) {
    let error = call(root, arguments).expect_err("a refusal");
    (error.kind().to_owned(), error.message().to_owned())
}

/// Every name beneath a folder, with the content of files.
fn everything(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            found.extend(everything(&entry.path()).into_iter().map(|(path, text)| (format!("{name}/{path}"), text)));
            found.push((name + "/", String::new()));
        } else {
            found.push((name, fs::read_to_string(entry.path()).expect("a text")));
        }
    }
    found.sort();
    found
}

#[test]
fn a_file_is_written_exactly_with_its_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let content = "\u{feff}null\r\n123";
    let answer = written(folder.path(), json!({"path": "a/b/c.txt", "content": content}));
    assert_eq!((&answer["done"], &answer["bytes"], &answer["lines"]), (&json!("created"), &json!(12), &json!(2)));
    assert_eq!(everything(folder.path()), [("a/", ""), ("a/b/", ""), ("a/b/c.txt", content)].map(owned));
}

fn owned((path, text): (&str, &str)) -> (String, String) {
    (path.to_owned(), text.to_owned())
}

#[test]
fn an_existing_file_is_not_lost_by_accident() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("f"), "one\n").expect("a file");
    for mode in ["create", "overwrite"] {
        let (kind, message) = refused(folder.path(), json!({"path": "f", "content": "x", "mode": mode}));
        assert_eq!(kind, "conflict");
        assert!(message.contains(ONE) && message.contains("4 B") && message.contains("expect_hash"), "{message}");
    }
    let wrong = json!({"path": "f", "content": "x", "mode": "overwrite", "expect_hash": "0".repeat(64)});
    assert!(refused(folder.path(), wrong).1.contains(ONE));
    assert_eq!(everything(folder.path()), [owned(("f", "one\n"))]);
    let right = json!({"path": "f", "content": "x", "mode": "overwrite", "expect_hash": ONE.to_uppercase()});
    assert_eq!(written(folder.path(), right)["done"], "overwritten");
    let forced = json!({"path": "f", "content": "yy", "mode": "overwrite", "force": true});
    assert_eq!(written(folder.path(), forced)["done"], "overwritten");
    assert_eq!(everything(folder.path()), [owned(("f", "yy"))]);
    let bad = json!({"path": "f", "content": "x", "mode": "overwrite", "expect_hash": "abc"});
    assert_eq!(refused(folder.path(), bad).0, "invalid_arguments");
}

#[test]
fn appending_says_when_it_continues_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let append = |content: &str| written(folder.path(), json!({"path": "f", "content": content, "mode": "append"}));
    assert_eq!(append("one\n")["done"], "created");
    let second = append("tw");
    assert_eq!(
        (&second["done"], &second["joined_last_line"], &second["bytes"]),
        (&json!("appended"), &Value::Null, &json!(6))
    );
    let third = append("o\n");
    assert_eq!((&third["joined_last_line"], &third["lines"]), (&json!(true), &json!(2)));
    assert_eq!(everything(folder.path()), [owned(("f", "one\ntwo\n"))]);
    let whole = written(folder.path(), json!({"path": "g", "content": "one\ntwo\n"}));
    assert_eq!(whole["sha256"], third["sha256"]);
}

#[test]
fn nothing_is_done_twice_and_a_trial_does_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let trial = json!({"path": "d/f", "content": "x", "dry_run": true});
    assert_eq!(written(folder.path(), trial.clone())["dry_run"], true);
    assert_eq!(everything(folder.path()), []);
    fs::write(folder.path().join("f"), "same").expect("a file");
    for mode in ["create", "overwrite"] {
        let again = call(folder.path(), json!({"path": "f", "content": "same", "mode": mode})).expect("an answer");
        assert!(again.is_noop());
    }
    let trial = json!({"path": "f", "content": "x", "mode": "overwrite", "dry_run": true});
    assert_eq!(refused(folder.path(), trial).0, "conflict");
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("d")).expect("a folder");
    fs::write(folder.path().join("f"), "x").expect("a file");
    std::os::unix::fs::symlink("f", folder.path().join("l")).expect("a link");
    for (path, kind) in [
        ("d", "conflict"),
        ("l", "conflict"),
        ("f/x", "failed"),
        ("new/", "invalid_arguments"),
        (".", "invalid_arguments"),
    ] {
        let (found, message) = refused(folder.path(), json!({"path": path, "content": "y"}));
        assert_eq!(found, kind, "{path}: {message}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("f")).expect("a text"), "x");
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    // Nothing can be made in this folder of the kernel, not even by root.
    let (kind, _) = refused(Path::new("/proc/self/fd"), json!({"path": "f", "content": "x"}));
    assert!(["denied", "failed", "not_found"].contains(&kind.as_str()), "{kind}");
}
