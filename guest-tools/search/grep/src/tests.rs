use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, content) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, content).expect("a file");
    }
    folder
}

fn call(root: &Path, arguments: Value) -> ToolResult {
    let arguments = serde_json::from_value(arguments).expect("arguments that fit");
    with_root(root, || super::grep(arguments, &Call::for_tests(8_000)))
}

fn found(files: &[(&str, &[u8])], arguments: Value) -> String {
    call(folder(files).path(), arguments).expect("an answer").shown()
}

const FILES: &[(&str, &[u8])] = &[
    ("b.txt", b"one\ntwo TODO\nthree\n"),
    ("a/x.py", b"# TODO\r\npass\r\n"),
    ("a/y.md", b"todo\n"),
    (".git/config", b"TODO hidden\n"),
    ("data.bin", b"TODO\n\0\x01"),
];

#[test]
fn files_are_searched_in_a_stable_order() {
    assert_eq!(
        found(FILES, json!({"pattern": "TODO"})),
        "a/x.py:1:# TODO\nb.txt:2:two TODO\n[2 matching lines in 2 of 3 files; 1 binary file skipped]\n"
    );
}

#[test]
fn hidden_files_are_searched_on_demand() {
    let all = found(FILES, json!({"pattern": "TODO", "hidden": true, "glob": "!*.bin"}));
    assert_eq!(
        all,
        ".git/config:1:TODO hidden\na/x.py:1:# TODO\nb.txt:2:two TODO\n[3 matching lines in 3 of 4 files]\n"
    );
    let inside = found(FILES, json!({"pattern": "TODO", "path": ".git"}));
    assert_eq!(inside, ".git/config:1:TODO hidden\n[1 matching line in 1 of 1 file]\n");
}

#[test]
fn globs_case_and_plain_text() {
    assert_eq!(
        found(FILES, json!({"pattern": "todo", "glob": "a/*.{md,py}", "ignore_case": true})),
        "a/x.py:1:# TODO\na/y.md:1:todo\n[2 matching lines in 2 of 2 files]\n"
    );
    assert_eq!(
        found(FILES, json!({"pattern": "o$", "path": "a"})),
        "a/y.md:1:todo\n[1 matching line in 1 of 2 files]\n"
    );
    assert_eq!(
        found(FILES, json!({"pattern": "s$", "glob": "*.py"})),
        "a/x.py:2:pass\n[1 matching line in 1 of 1 file]\n"
    );
    assert_eq!(
        found(FILES, json!({"pattern": "o.o", "regex": false, "glob": "*.txt"})),
        "[no line matches in 1 file]\n"
    );
}

#[test]
fn one_file_can_be_searched() {
    assert_eq!(
        found(FILES, json!({"pattern": "two", "path": "b.txt", "ctx": 1})),
        "b.txt-1-one\nb.txt:2:two TODO\nb.txt-3-three\n[1 matching line in 1 of 1 file]\n"
    );
    let binary = call(folder(FILES).path(), json!({"pattern": "x", "path": "data.bin"})).expect_err("a refusal");
    assert_eq!(binary.kind(), "unsupported");
}

#[test]
fn pages_count_everything() {
    let text = "X\n".repeat(250);
    let files: &[(&str, &[u8])] = &[("a", text.as_bytes()), ("b", text.as_bytes())];
    let first = found(files, json!({"pattern": "X"}));
    assert!(
        first.ends_with("a:100:X\n[1-100 of 500 matching lines in 2 of 2 files; continue with offset=100]\n"),
        "{first}"
    );
    let last = found(files, json!({"pattern": "X", "offset": 495, "limit": 9}));
    assert!(
        last.starts_with("b:246:X\n") && last.ends_with("[496-500 of 500 matching lines in 2 of 2 files]\n"),
        "{last}"
    );
    let behind = call(folder(files).path(), json!({"pattern": "X", "offset": 500})).expect_err("a refusal");
    assert_eq!(behind.violations()[0].0, "/offset");
}

#[test]
fn an_answer_stays_within_its_limit() {
    let text = format!("{}\n", "X".repeat(300)).repeat(100);
    let answer = found(&[("a", text.as_bytes())], json!({"pattern": "X", "limit": 10_000}));
    assert!(answer.len() <= 8_000 && answer.contains("continue with offset="), "{}", answer.len());
}

#[test]
fn marked_utf16_is_searched() {
    let utf16: Vec<u8> = "\u{feff}naïve\r\nother\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(found(&[("u", &utf16)], json!({"pattern": "na.ve$"})), "u:1:naïve\n[1 matching line in 1 of 1 file]\n");
}

#[test]
fn what_cannot_be_searched_is_refused() {
    for (arguments, kind) in [
        (json!({"pattern": "a("}), "invalid_arguments"),
        (json!({"pattern": "a", "glob": "{"}), "invalid_arguments"),
        (json!({"pattern": "a", "path": "none"}), "not_found"),
    ] {
        assert_eq!(call(folder(FILES).path(), arguments.clone()).expect_err("a refusal").kind(), kind, "{arguments}");
    }
}
