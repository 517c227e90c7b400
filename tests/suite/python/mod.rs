//! The interpreter: programs in, results out. A case is `cases/<name>.py` with `<name>.expected.json` beside it, and the
//! chat's files before the call in `<name>.files/` if it needs any.
//!
//! The expectation names only what matters: `status`, `code`, `stdout`, `stderr`, `value`, `traceback_contains` (a list),
//! `files_after` (path to content, or null for a file that must not be there). `BLESS=1` fills in what is named.

mod imports;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use serde_json::{Map, Value, json};
use toolhost::{Code, LimitsPolicy, Outcome, Status};
use toolhost_tests::{ScratchChat, TestHost, json_of, repository, snapshot, tools_dir};

use crate::{TOOLS, bless};

const KEYS: &[&str] = &["status", "code", "stdout", "stderr", "value", "traceback_contains", "files_after"];

/// Runs a program in a chat.
fn run(chat: &ScratchChat, code: &str) -> Outcome {
    chat.call("code_interpreter", json!({"code": code}))
}

fn cases() -> Vec<PathBuf> {
    let folder = repository().join("tests/suite/python/cases");
    let mut cases: Vec<PathBuf> = fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .collect();
    cases.sort();
    assert!(cases.len() >= 10, "there are hardly any cases in {}", folder.display());
    cases
}

/// What an outcome has for a key of an expectation.
fn actual(key: &str, outcome: &Outcome, chat: &ScratchChat, expected: &Value) -> Value {
    let answer = json_of(outcome);
    match key {
        "status" => serde_json::to_value(outcome.status).unwrap(),
        "code" => serde_json::to_value(outcome.code()).unwrap(),
        "files_after" => {
            let paths = expected.as_object().into_iter().flatten().map(|(path, _)| path.clone());
            let text = |path: String| {
                let content = chat.get(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                (path, Value::from(content))
            };
            Value::Object(paths.map(text).collect::<Map<_, _>>())
        }
        "traceback_contains" => {
            let traceback = answer.and_then(|answer| answer["traceback"].as_str()).unwrap_or_default();
            expected
                .as_array()
                .into_iter()
                .flatten()
                .filter(|part| part.as_str().is_some_and(|part| traceback.contains(part)))
                .cloned()
                .collect()
        }
        key => answer.map(|answer| answer[key].clone()).unwrap_or_default(),
    }
}

fn check(case: &Path) -> Result<(), String> {
    let chat = TOOLS.chat();
    for (path, content) in snapshot(&case.with_extension("files")) {
        if !path.to_string_lossy().ends_with('/') {
            chat.put(&path.to_string_lossy(), content);
        }
    }
    let outcome = run(&chat, &fs::read_to_string(case).unwrap());
    let file = case.with_extension("expected.json");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let expected: Map<String, Value> =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    if let Some(unknown) = expected.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("{}: `{unknown}` is no key of an expectation", file.display()));
    }
    let found: Map<String, Value> =
        expected.iter().map(|(key, value)| (key.clone(), actual(key, &outcome, &chat, value))).collect();
    if found == expected {
        return Ok(());
    }
    if bless() && found.get("traceback_contains") == expected.get("traceback_contains") {
        fs::write(&file, format!("{}\n", serde_json::to_string_pretty(&found).unwrap())).unwrap();
        return Ok(());
    }
    Err(format!(
        "{}\n  expected {}\n  found    {}\n  outcome  {outcome:?}",
        case.display(),
        json!(expected),
        json!(found)
    ))
}

#[test]
fn every_case_gives_what_it_should() {
    let cases = cases();
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(problem) = check(case) {
                        wrong.lock().unwrap().push(problem);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} cases are wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn after_every_kind_of_end_the_next_program_runs() {
    let chat = TOOLS.chat();
    for (program, status) in [
        ("raise SystemExit", Status::Ok),
        ("import sys; sys.exit(3)", Status::Error),
        ("import os; os._exit(3)", Status::Error),
        ("import os; os.abort()", Status::Error),
        ("1/0", Status::Error),
        ("x = bytearray(10**10)", Status::Error),
        ("x = []\nwhile True: x.append(bytes(10**6))", Status::Error),
        ("import sys; sys.setrecursionlimit(10**6)\ndef f(): f()\nf()", Status::Error),
        ("def (", Status::Error),
        ("open('/etc/passwd').read()", Status::Error),
    ] {
        let outcome = run(&chat, program);
        assert_eq!(outcome.status, status, "{program}: {outcome:?}");
        let next = run(&chat, "6 * 7");
        assert_eq!(next.status, Status::Ok, "after {program}: {next:?}");
        assert_eq!(json_of(&next).unwrap()["value"], "42", "{next:?}");
    }
}

/// The interpreter with little fuel and time, for programs that use up all they get.
static TIGHT: LazyLock<TestHost> = LazyLock::new(|| {
    // So that the interpreter is compiled once.
    LazyLock::force(&TOOLS);
    TestHost::built(|builder| {
        builder.tools_dir(tools_dir()).limits(LimitsPolicy::default().for_tool("code_interpreter", |limits| {
            limits.fuel = 1_500_000_000;
            limits.wall_clock = Duration::from_secs(3);
        }))
    })
});

#[test]
fn a_program_that_never_ends_is_stopped_by_its_fuel() {
    let chat = TIGHT.chat();
    for program in [
        "while True: pass",
        "while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass",
        "10 ** 10 ** 10",
    ] {
        let outcome = run(&chat, program);
        assert_eq!(outcome.code(), Some(Code::Fuel), "{program}: {outcome:?}");
        assert_eq!(run(&chat, "1 + 1").status, Status::Ok);
    }
}

#[test]
fn a_program_that_sleeps_is_stopped_by_its_deadline() {
    let chat = TIGHT.chat();
    let outcome = run(&chat, "import time; time.sleep(3600)");
    assert_eq!(outcome.code(), Some(Code::Timeout), "{outcome:?}");
    assert_eq!(run(&chat, "1 + 1").status, Status::Ok);
}

#[test]
fn a_program_that_prints_without_end_is_stopped_and_what_it_printed_is_bounded() {
    let chat = TIGHT.chat();
    for program in ["while True: print('x' * 1000)", "import sys\nwhile True: sys.stderr.write('x' * 1000)"] {
        let outcome = run(&chat, program);
        assert_eq!(outcome.status, Status::Error, "{program}: {outcome:?}");
        assert!(serde_json::to_string(&outcome).unwrap().len() < 80 << 10, "{program}");
    }
    let outcome = run(&chat, "print('x' * 10_000_000)");
    assert!(serde_json::to_string(&outcome).unwrap().len() < 80 << 10, "{:?}", outcome.error);
    assert_eq!(run(&chat, "1 + 1").status, Status::Ok);
}

#[test]
fn nothing_but_files_goes_from_one_program_to_the_next() {
    let chat = TOOLS.chat();
    let first = run(
        &chat,
        "import builtins, sys, os, json, random\n\
         x = 1\n\
         builtins.leaked = 'leaked'\n\
         builtins.print = None\n\
         json.dumps = lambda *a: 'patched'\n\
         sys.modules['planted'] = json\n\
         os.environ['LEFT'] = 'behind'\n\
         os.mkdir('/chat/below')\n\
         os.chdir('/chat/below')\n\
         random.seed(1)\n\
         open('/chat/kept.txt', 'w').write('kept')",
    );
    assert_eq!(first.status, Status::Ok, "{first:?}");
    let second = run(
        &chat,
        "import builtins, sys, os, json\n\
         assert 'x' not in globals()\n\
         assert not hasattr(builtins, 'leaked')\n\
         assert json.dumps([1]) == '[1]'\n\
         assert 'planted' not in sys.modules\n\
         assert 'LEFT' not in os.environ\n\
         print(os.getcwd())\n\
         open('kept.txt').read()",
    );
    assert_eq!(second.status, Status::Ok, "{second:?}");
    let answer = json_of(&second).unwrap();
    assert_eq!(answer["stdout"], "/chat\n");
    assert_eq!(answer["value"], "'kept'");
    assert_eq!(chat.get("kept.txt").as_deref(), Some(&b"kept"[..]));
}

#[test]
fn files_go_between_programs_and_other_tools() {
    let chat = TOOLS.chat();
    chat.put("in.csv", "name,count\na,1\nb,2\n");
    let made = run(
        &chat,
        "import csv\n\
         rows = list(csv.DictReader(open('in.csv')))\n\
         open('out.txt', 'w').write(str(sum(int(row['count']) for row in rows)))",
    );
    assert_eq!(made.status, Status::Ok, "{made:?}");
    assert_eq!(made.files.created.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["out.txt"]);
    let read = chat.call("read", json!({"path": "out.txt"}));
    assert_eq!(read.status, Status::Ok, "{read:?}");
    assert!(format!("{:?}", read.content).contains('3'), "{read:?}");
}

#[test]
fn an_exception_is_an_error_that_shows_what_was_printed() {
    let outcome = run(
        &TOOLS.chat(),
        "print('before')\nimport sys; print('aside', file=sys.stderr)\ndef f():\n    return 1/0\nf()",
    );
    assert_eq!(outcome.code(), Some(toolhost::Code::ToolError), "{outcome:?}");
    let answer = json_of(&outcome).unwrap();
    assert_eq!(answer["stdout"], "before\n");
    assert_eq!(answer["stderr"], "aside\n");
    let traceback = answer["traceback"].as_str().unwrap();
    assert!(traceback.contains("ZeroDivisionError") && traceback.contains("line 4"), "{traceback}");
    assert!(
        !traceback.contains("toolhost_guest") && !traceback.contains("runner"),
        "not the user's code alone: {traceback}"
    );
}

#[test]
fn there_is_no_network() {
    for program in [
        "import socket; socket.create_connection(('127.0.0.1', 80), 1)",
        "import socket; socket.getaddrinfo('localhost', 80)",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1/')",
    ] {
        let outcome = run(&TOOLS.chat(), program);
        assert_eq!(outcome.status, Status::Error, "{program}: {outcome:?}");
    }
}
