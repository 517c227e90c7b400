//! `docs/TOOLS.md` is written from what the built components say about themselves, and is not stale.
//!
//! `just docs` writes it anew; the same code compares.

mod parameters;
mod render;

use std::fs;
use std::process::Command;

use serde_json::Value;
use toolhost_tests::{cache_dir, repository, tool_names, tools_dir};

use crate::bless;

/// The metadata of every built-in tool, as the command lists them.
fn metadata() -> Vec<Value> {
    let data = tempfile::TempDir::new().unwrap();
    let output = Command::new(repository().join("target/release/toolhost"))
        .args(["tools", "--json", "--allow", "*", "--deny", "", "--max-tier", "high"])
        .args(
            [("--tools", tools_dir()), ("--cache", cache_dir()), ("--data", data.path().to_path_buf())]
                .map(|(option, path)| format!("{option}={}", path.display())),
        )
        .env_remove("RUST_LOG")
        .output()
        .unwrap_or_else(|error| panic!("target/release/toolhost: {error}: run `just build`"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names = tool_names();
    let is_built_in = |tool: &&Value| names.iter().any(|name| tool["metadata"]["name"] == name.as_str());
    let tools: Vec<Value> =
        listed["tools"].as_array().unwrap().iter().filter(is_built_in).map(|tool| tool["metadata"].clone()).collect();
    for name in &names {
        let is_there = tools.iter().any(|tool| tool["name"] == name.as_str());
        assert!(is_there, "{name} is not in {}: run `just guests python`", tools_dir().display());
    }
    tools
}

#[test]
fn the_document_of_the_tools_is_not_stale() {
    let path = repository().join("docs/TOOLS.md");
    let written = render::document(&metadata());
    if bless() {
        fs::write(&path, &written).unwrap();
        return;
    }
    let present = fs::read_to_string(&path).unwrap_or_default();
    if let Some((number, (line, expected))) =
        present.lines().chain([""]).zip(written.lines().chain([""])).enumerate().find(|(_, (one, other))| one != other)
    {
        let number = number + 1;
        panic!("docs/TOOLS.md is stale: run `just docs`. Line {number} is {line:?} and would be {expected:?}");
    }
    assert_eq!(present.len(), written.len(), "docs/TOOLS.md is stale: run `just docs`");
}
