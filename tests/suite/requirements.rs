//! The table of requirements keeps to what there is: every line that claims something names tests that exist.

use std::collections::BTreeSet;
use std::path::Path;

use toolhost_tests::{repository, snapshot};

struct Line {
    id: String,
    state: String,
    tests: Vec<String>,
}

fn lines() -> Vec<Line> {
    let text = std::fs::read_to_string(repository().join("docs/REQUIREMENTS.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| id "));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 7, "{row}");
        let tests = cells[4].split_whitespace().map(|test| test.trim_matches('`').to_owned()).collect();
        Line { id: cells[1].to_owned(), state: cells[3].to_owned(), tests }
    })
    .collect()
}

/// The names of all tests: functions that are tests and not ignored, rules of the contract, and hostile guests.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for folder in ["host/src", "tests/suite", "guest-tools"] {
        for (path, content) in snapshot(&repository().join(folder)) {
            if path.extension().is_some_and(|extension| extension == "rs") {
                names.extend(tests_in(&String::from_utf8_lossy(&content)));
            }
        }
    }
    let stems = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(repository().join(folder)).unwrap();
        entries
            .map(|entry| Path::new(&entry.unwrap().file_name()).file_stem().unwrap().to_string_lossy().into_owned())
            .collect()
    };
    names.extend(stems("tests/src/rules").into_iter().filter(|name| name != "mod"));
    // Each of these has a test of its own name, which another test makes sure of.
    names.extend(stems("tests/hostile/examples"));
    names
}

fn tests_in(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_test = false;
    for line in source.lines().map(str::trim) {
        match line {
            "#[test]" => is_test = true,
            _ if line.starts_with("#[ignore") => is_test = false,
            _ if line.starts_with("#[") || line.starts_with("//") => {}
            _ => {
                let name = line.strip_prefix("fn ").and_then(|rest| rest.split('(').next());
                if let (true, Some(name)) = (std::mem::take(&mut is_test), name) {
                    names.push(name.to_owned());
                }
            }
        }
    }
    names
}

#[test]
fn every_line_that_claims_something_names_tests_that_exist() {
    let known = tests();
    let mut problems = Vec::new();
    for line in lines() {
        match line.state.as_str() {
            "met" | "partly" if line.tests.is_empty() => problems.push(format!("{} names no test", line.id)),
            "open" if !line.tests.is_empty() => problems.push(format!("{} is open and names tests", line.id)),
            "met" | "partly" | "open" => {}
            other => problems.push(format!("{} has the state `{other}`", line.id)),
        }
        let missing = line.tests.iter().filter(|test| !known.contains(*test));
        problems.extend(missing.map(|test| format!("{} names `{test}`, which is no test", line.id)));
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn every_requirement_has_one_line() {
    let ids: Vec<String> = lines().into_iter().map(|line| line.id).collect();
    let numbered = |prefix: &str, numbers: std::ops::RangeInclusive<u32>, width: usize| -> Vec<String> {
        numbers.map(|number| format!("{prefix}-{number:0width$}")).collect()
    };
    let mut expected = numbered("NR", 1..=39, 3);
    expected.extend(numbered("NR", 52..=60, 3));
    expected.extend(["a", "b", "c", "d"].map(|part| format!("NR-061{part}")));
    expected.extend(numbered("NR", 62..=72, 3));
    expected.extend(numbered("VR", 1..=60, 2));
    expected.extend(numbered("VX", 1..=26, 2));
    assert_eq!(ids, expected);
}
