//! The invariants of the code map, checked on the source itself.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toolhost_tests::{repository, tool_names};

/// The host's sources by their path below `host/src`, without comments and unit tests.
fn sources() -> BTreeMap<PathBuf, String> {
    let root = repository().join("host/src");
    let sources: BTreeMap<PathBuf, String> = toolhost_tests::snapshot(&root)
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|extension| extension == "rs"))
        .filter(|(path, _)| !path.components().any(|part| part.as_os_str() == "tests") && !path.ends_with("tests.rs"))
        .map(|(path, content)| (path, code(&String::from_utf8_lossy(&content))))
        .collect();
    assert!(sources.len() > 20, "the host's sources are not in {}", root.display());
    sources
}

/// What is left of a source without comments and without what comes after `#[cfg(test)]` with a body of its own.
fn code(source: &str) -> String {
    let mut code = String::new();
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" && lines.peek().is_some_and(|next| next.trim_end().ends_with('{')) {
            break;
        }
        if !line.trim_start().starts_with("//") {
            code.push_str(line);
            code.push('\n');
        }
    }
    code
}

/// Fails if any of the words stands in a source for which `in_scope` holds.
fn assert_absent(words: &[&str], in_scope: impl Fn(&Path) -> bool) {
    let sources = sources();
    let in_scope: Vec<_> = sources.iter().filter(|(path, _)| in_scope(path)).collect();
    assert!(!in_scope.is_empty(), "this test looks at nothing");
    let found: Vec<String> = in_scope
        .iter()
        .flat_map(|(path, code)| {
            words.iter().filter(|word| code.contains(**word)).map(|word| format!("{}: {word}", path.display()))
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

fn is_command(path: &Path) -> bool {
    path == Path::new("main.rs") || path.starts_with("cli")
}

fn is_pure(path: &Path) -> bool {
    let pure = ["call.rs", "outcome.rs", "policy", "catalog/metadata.rs", "catalog/rules.rs", "catalog/schema.rs"];
    pure.iter().any(|pure| path.starts_with(pure))
}

#[test]
fn pure_files_do_no_io_and_know_no_runtime() {
    assert_absent(
        &[
            "wasmtime",
            "tokio",
            "cap_std",
            "std::fs",
            "std::env",
            "std::net",
            "std::process",
            "std::thread",
            "SystemTime::now",
            "Instant::now",
            "async fn",
        ],
        is_pure,
    );
}

#[test]
fn only_the_sandbox_names_wasmtime() {
    assert_absent(&["wasmtime"], |path| !path.starts_with("sandbox"));
}

#[test]
fn the_sandbox_knows_nothing_of_what_stands_above_it() {
    assert_absent(&["crate::executor", "crate::host", "crate::chat::", "crate::protocol", "crate::cli"], |path| {
        path.starts_with("sandbox")
    });
}

#[test]
fn the_protocols_know_nothing_of_how_tools_run() {
    assert_absent(
        &["crate::executor", "crate::host", "crate::chat", "crate::sandbox", "crate::policy", "tokio"],
        |path| path.starts_with("protocol"),
    );
}

#[test]
fn only_the_protocols_know_wire_json() {
    assert_absent(
        &[
            "\"tool_use\"",
            "\"tool_result\"",
            "\"tool_calls\"",
            "\"tool_call_id\"",
            "\"function_call\"",
            "\"is_error\"",
            "\"function_call_output\"",
        ],
        |path| !path.starts_with("protocol"),
    );
}

#[test]
fn only_the_command_reads_its_surroundings_and_prints() {
    assert_absent(
        &["std::env", "env::var", "env::args", "current_dir", "println!", "eprintln!", "print!", "process::exit"],
        |path| !is_command(path),
    );
}

#[test]
fn the_library_makes_no_multi_thread_runtime() {
    assert_absent(&["new_multi_thread", "#[tokio::main]"], |path| !is_command(path));
}

#[test]
fn unsafe_code_stands_in_one_place() {
    let places: Vec<(PathBuf, usize)> = sources()
        .into_iter()
        .map(|(path, code)| (path, code.matches("unsafe {").count() + code.matches("unsafe fn").count()))
        .filter(|(_, count)| *count > 0)
        .collect();
    assert!(places.len() <= 1, "{places:?}");
    for (path, count) in places {
        assert!(path.starts_with("sandbox") && count == 1, "{}: {count}", path.display());
    }
}

#[test]
fn the_host_never_branches_on_a_tools_name() {
    let words: Vec<String> = tool_names()
        .iter()
        .flat_map(|name| {
            [
                format!("== \"{name}\""),
                format!("!= \"{name}\""),
                format!("\"{name}\" =>"),
                format!("\"{name}\" |"),
                format!("| \"{name}\""),
                format!("eq(\"{name}\")"),
            ]
        })
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_absent(&words, |_| true);
    assert_absent(&["code_interpreter"], |path| !is_command(path));
}

#[test]
fn guests_depend_on_the_contract_and_not_on_the_host() {
    let mut manifests = Vec::new();
    for folder in ["guest-tools", "tests/hostile"] {
        let root = repository().join(folder);
        for (path, content) in toolhost_tests::snapshot(&root) {
            if path.ends_with("Cargo.toml") {
                manifests.push((root.join(path), String::from_utf8_lossy(&content).into_owned()));
            }
        }
    }
    assert!(manifests.len() > 3, "{manifests:?}");
    for (path, manifest) in manifests {
        let depends =
            manifest.lines().any(|line| line.contains("/host\"") || line.trim_start().starts_with("toolhost ="));
        assert!(!depends, "{} depends on the host", path.display());
    }
}

#[test]
fn the_top_level_is_what_the_code_map_says() {
    let known = [
        "Cargo.toml",
        "Cargo.lock",
        "LICENSE",
        "README.md",
        "docs",
        "guest-python",
        "guest-tools",
        "host",
        "justfile",
        "rust-toolchain.toml",
        "rustfmt.toml",
        "target",
        "tests",
        "wit",
    ];
    for entry in fs::read_dir(repository()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(name.starts_with('.') || known.contains(&name.as_str()), "{name} is not on the code map");
    }
}
