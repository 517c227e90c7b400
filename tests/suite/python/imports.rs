//! The standard library: `guest-python/stdlib.txt` says of every module whether it can be imported, and if not, why not.

use std::fs;

use serde_json::{Value, json};
use toolhost_tests::{json_of, repository};

use super::run;
use crate::TOOLS;

/// A line of the table.
struct Line {
    module: String,
    verdict: String,
    reason: String,
}

fn table() -> Vec<Line> {
    let path = repository().join("guest-python/stdlib.txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut words = line.split_whitespace();
            let mut next = || words.next().unwrap_or_default().to_owned();
            let (module, verdict) = (next(), next());
            Line { module, verdict, reason: words.collect::<Vec<_>>().join(" ") }
        })
        .collect()
}

const TRY_ALL: &str = r#"
import contextlib, importlib, io, json
found = {}
for name in NAMES:
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            importlib.import_module(name)
        found[name] = ""
    except BaseException as error:
        found[name] = f"{type(error).__name__}: {error}"
json.dump(found, open("found.json", "w"))
"#;

#[test]
fn every_module_of_the_standard_library_is_as_the_table_says() {
    let table = table();
    assert!(table.len() > 250, "the table has {} lines", table.len());
    let chat = TOOLS.chat();
    // Modules that change the interpreter when they are imported come last.
    let (last, first): (Vec<&Line>, Vec<&Line>) = table
        .iter()
        .partition(|line| matches!(line.module.as_str(), "antigravity" | "idlelib" | "this" | "turtledemo"));
    let names: Vec<&str> = first.into_iter().chain(last).map(|line| line.module.as_str()).collect();
    let outcome = run(&chat, &format!("NAMES = {}\n{TRY_ALL}", json!(names)));
    let found: Value =
        serde_json::from_slice(&chat.get("found.json").unwrap_or_else(|| panic!("{outcome:?}"))).unwrap();
    let mut wrong = Vec::new();
    for line in &table {
        let error = found[&line.module].as_str().unwrap();
        let as_said = match line.verdict.as_str() {
            "works" | "limited" => error.is_empty(),
            "unavailable" => error.contains("ModuleNotFoundError") && error.contains(&line.reason),
            _ => false,
        };
        let explained = line.verdict == "works" || !line.reason.is_empty();
        if !as_said || !explained {
            wrong.push(format!("{} is {} ({}), but: {error:?}", line.module, line.verdict, line.reason));
        }
    }
    assert!(wrong.is_empty(), "{} modules are not as the table says:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_table_has_every_module_that_this_python_knows() {
    let outcome = run(&TOOLS.chat(), "import sys\nprint(' '.join(sorted(sys.stdlib_module_names)))");
    let answer = json_of(&outcome).unwrap_or_else(|| panic!("{outcome:?}"));
    let listed: Vec<String> = table().into_iter().map(|line| line.module).collect();
    let missing: Vec<&str> = answer["stdout"]
        .as_str()
        .unwrap()
        .split_whitespace()
        .filter(|name| !listed.iter().any(|line| line == name))
        .collect();
    assert!(missing.is_empty(), "not in guest-python/stdlib.txt: {missing:?}");
}
