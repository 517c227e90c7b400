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
    fs::create_dir_all(at("src/net")).expect("folders");
    for (path, size) in [("README.md", 2_000), ("src/a.rs", 10), ("src/net/b.rs", 1_024), (".hidden.rs", 0)] {
        fs::write(at(path), "x".repeat(size)).expect("a file");
    }
    symlink("src", at("loop.rs")).expect("a link");
    folder
}

fn call(root: &Path, arguments: Value) -> ToolResult {
    let arguments = serde_json::from_value(arguments).expect("arguments that fit");
    with_root(root, || super::find(arguments, &Call::for_tests(4_000)))
}

fn found(arguments: Value) -> String {
    call(folder().path(), arguments).expect("results").shown()
}

#[test]
fn names_and_paths() {
    assert_eq!(
        found(json!({"name": "*.rs"})),
        ".hidden.rs\t0 B\nloop.rs\tlink\nsrc/a.rs\t10 B\nsrc/net/b.rs\t1024 B\n"
    );
    assert_eq!(found(json!({"name": "src/**/*.rs"})), "src/a.rs\t10 B\nsrc/net/b.rs\t1024 B\n");
    assert_eq!(found(json!({"name": "net/*", "path": "src"})), "src/net/b.rs\t1024 B\n");
    assert_eq!(found(json!({"name": "{a,b}.rs"})), "src/a.rs\t10 B\nsrc/net/b.rs\t1024 B\n");
}

#[test]
fn types_and_sizes() {
    assert_eq!(found(json!({"name": "*", "type": "folder"})), "src/\nsrc/net/\n");
    assert_eq!(found(json!({"name": "*", "type": "link"})), "loop.rs\tlink\n");
    assert_eq!(found(json!({"name": "*", "min_size": "1k"})), "README.md\t2000 B\nsrc/net/b.rs\t1024 B\n");
    assert_eq!(found(json!({"name": "*", "min_size": 1, "max_size": "1k"})), "src/a.rs\t10 B\nsrc/net/b.rs\t1024 B\n");
    let error = call(folder().path(), json!({"name": "*", "min_size": 9, "max_size": 8})).expect_err("a refusal");
    assert_eq!(error.violations()[0].0, "/min_size");
}

#[test]
fn case_matters_and_that_is_said() {
    assert_eq!(found(json!({"name": "readme.md", "ignore_case": true})), "README.md\t2000 B\n");
    assert_eq!(
        found(json!({"name": "readme.md"})),
        "[nothing of 7 entries matches `readme.md`; with ignore_case=true there is README.md]\n"
    );
}

#[test]
fn a_cut_list_says_how_to_go_on() {
    assert_eq!(
        found(json!({"name": "*.rs", "limit": 1, "offset": 1})),
        "loop.rs\tlink\n[results 2-2 of 4; continue with offset=2]\n"
    );
    assert_eq!(
        call(folder().path(), json!({"name": "*.rs", "offset": 4})).expect_err("a refusal").kind(),
        "invalid_arguments"
    );
}

#[test]
fn what_cannot_be_searched_is_refused() {
    for (arguments, kind) in [
        (json!({"name": "[", "path": "src"}), "invalid_arguments"),
        (json!({"name": "*", "path": "none"}), "not_found"),
        (json!({"name": "*", "path": "../x"}), "invalid_arguments"),
        (json!({"name": "*", "path": "README.md"}), "invalid_arguments"),
    ] {
        assert_eq!(call(folder().path(), arguments.clone()).expect_err("a refusal").kind(), kind, "{arguments}");
    }
}
