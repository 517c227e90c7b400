use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, content) in files {
        fs::write(folder.path().join(path), content).expect("a file");
    }
    folder
}

fn call(root: &Path, arguments: Value) -> ToolResult {
    let arguments = serde_json::from_value(arguments).expect("arguments that fit");
    with_root(root, || super::edit(arguments, &Call::for_tests(16_000)))
}

fn edited(root: &Path, ops: Value) -> String {
    call(root, json!({"ops": ops})).expect("an answer").shown()
}

fn refused(root: &Path, ops: Value) -> ToolError {
    call(root, json!({"ops": ops})).expect_err("a refusal")
}

/// The files of a folder with their content, temporary ones included.
fn files(folder: &TempDir) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = fs::read_dir(folder.path())
        .expect("a folder")
        .flatten()
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).unwrap_or_else(|_| "(folder)".to_owned());
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect();
    found.sort();
    found
}

fn are(folder: &TempDir, expected: &[(&str, &str)]) {
    let expected: Vec<_> = expected.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    assert_eq!(files(folder), expected);
}

fn replace(path: &str, old: &str, new: &str) -> Value {
    json!({"op": "replace", "path": path, "old_str": old, "new_str": new})
}

#[test]
fn one_files_failure_leaves_the_others_edited() {
    let folder = folder(&[("a", "one\ntwo\n"), ("b", "one\n")]);
    let ops = json!([
        replace("a", "one", "1"),
        replace("b", "one", "uno"),
        replace("a", "three", "3"),
        {"op": "create", "path": "c", "content": "new\n"},
    ]);
    let error = refused(folder.path(), ops);
    assert_eq!(error.kind(), "not_found");
    assert!(error.message().starts_with("operation 3 failed: old_str is not in `a`."), "{error}");
    assert!(error.message().ends_with("2 of 4 operations, on other files, were made."), "{error}");
    let report: Vec<String> = error.shown().lines().map(ToOwned::to_owned).collect();
    assert_eq!(report[0], "1 replace a: not done, because operation 3 failed");
    assert_eq!(report[1], "2 replace b: line 1");
    are(&folder, &[("a", "one\ntwo\n"), ("b", "uno\n"), ("c", "new\n")]);
}

#[test]
fn later_operations_see_earlier_ones() {
    let folder = folder(&[("a", "x\n")]);
    let ops = json!([
        replace("a", "x", "y"),
        replace("a", "y", "z"),
        {"op": "rename", "path": "a", "to": "b"},
        replace("b", "z", "end"),
        {"op": "create", "path": "a", "content": "fresh"},
    ]);
    edited(folder.path(), ops);
    are(&folder, &[("a", "fresh"), ("b", "end\n")]);
}

#[test]
fn files_can_change_places() {
    let folder = folder(&[("a", "A"), ("b", "B")]);
    let rename = |path: &str, to: &str| json!({"op": "rename", "path": path, "to": to});
    edited(folder.path(), json!([rename("a", "t"), rename("b", "a"), rename("t", "b")]));
    are(&folder, &[("a", "B"), ("b", "A")]);
    edited(folder.path(), json!([{"op": "delete", "path": "a"}, rename("b", "a")]));
    are(&folder, &[("a", "A")]);
}

#[test]
fn a_group_fails_as_a_whole() {
    let folder = folder(&[("a", "A"), ("b", "B")]);
    let ops = json!([
        {"op": "delete", "path": "a"},
        {"op": "rename", "path": "b", "to": "a"},
        replace("a", "C", "D"),
    ]);
    let error = refused(folder.path(), ops);
    assert!(error.message().ends_with("Nothing was changed."), "{error}");
    are(&folder, &[("a", "A"), ("b", "B")]);
}

#[test]
fn a_preview_changes_nothing() {
    let folder = folder(&[("a", "one\r\ntwo\r\n")]);
    let ops = json!([replace("a", "two", "2"), {"op": "create", "path": "n", "content": "x"}]);
    let answer = call(folder.path(), json!({"preview": true, "ops": ops})).expect("a preview").shown();
    let expected = "1 replace a: line 2\n2 create n: 1 line, 1 B\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r\n\
                    --- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n";
    assert_eq!(answer, expected);
    are(&folder, &[("a", "one\r\ntwo\r\n")]);
}

#[test]
fn every_violation_is_reported_before_anything_is_done() {
    let folder = folder(&[("a", "x")]);
    let error = refused(
        folder.path(),
        json!([
            replace("a", "x", "y"),
            {"op": "replace", "path": "a", "old_str": ""},
            {"op": "delete", "path": "../a", "content": "?"},
            {"op": "rename", "path": "a"},
        ]),
    );
    let pointers: Vec<&str> = error.violations().iter().map(|(pointer, _)| pointer.as_str()).collect();
    assert_eq!(pointers, ["/ops/1/new_str", "/ops/1/old_str", "/ops/2/content", "/ops/2/path", "/ops/3/to"]);
    are(&folder, &[("a", "x")]);
    let error = refused(folder.path(), json!([{"op": "insert_lines", "path": "a", "line": 7, "content": "?"}]));
    assert_eq!(error.violations()[0].0, "/ops/0/line");
}

#[test]
fn nothing_to_do_is_said() {
    let folder = folder(&[("a", "x\n")]);
    let ops = json!([
        {"op": "create", "path": "a", "content": "x\n"},
        {"op": "rename", "path": "a", "to": "./a"},
        replace("a", "x", "x"),
    ]);
    assert!(call(folder.path(), json!({"ops": ops})).expect("an answer").is_noop());
    let error = refused(folder.path(), json!([{"op": "create", "path": "a", "content": "y"}]));
    assert_eq!(error.kind(), "conflict");
}

#[test]
fn what_is_no_text_file_is_left_alone() {
    let folder = folder(&[("a", "x")]);
    fs::create_dir(folder.path().join("d")).expect("a folder");
    fs::write(folder.path().join("b"), b"caf\xe9").expect("a file");
    std::os::unix::fs::symlink("a", folder.path().join("l")).expect("a link");
    for (path, kind) in [("d", "unsupported"), ("b", "unsupported"), ("l", "unsupported"), ("none", "not_found")] {
        assert_eq!(refused(folder.path(), json!([replace(path, "x", "y")])).kind(), kind, "{path}");
    }
    // Renaming and deleting need no text.
    edited(folder.path(), json!([{"op": "rename", "path": "b", "to": "n/b2"}]));
    assert_eq!(fs::read(folder.path().join("n/b2")).expect("a file"), b"caf\xe9");
    edited(folder.path(), json!([{"op": "delete", "path": "n/b2"}]));
    assert!(!folder.path().join("n/b2").exists());
}

#[test]
fn a_change_that_cannot_be_written_leaves_no_trace() {
    let folder = folder(&[("a", "x"), ("b", "y")]);
    // `a` is a file, so nothing can be below it.
    let ops = json!([replace("b", "y", "z"), {"op": "rename", "path": "b", "to": "a/b"}]);
    let error = refused(folder.path(), ops);
    assert!(error.message().contains("Nothing was changed."), "{error}");
    are(&folder, &[("a", "x"), ("b", "y")]);
}
