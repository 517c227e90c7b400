//! The real command: exit codes, what goes to which stream, the JSON that programs read, and errors that say what to do.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_tests::{cache_dir, hostile_dir, repository};

/// The command with a data directory of its own and a few guests as tools.
struct Cli {
    data: TempDir,
    tools: TempDir,
}

const GUESTS: [&str; 7] = [
    "answers",
    "echoes_arguments",
    "takes_strict_arguments",
    "traps_on_invoke",
    "saves_a_file",
    "fails_with_content",
    "costs_high",
];

impl Cli {
    fn new() -> Self {
        let cli = Self { data: TempDir::new().unwrap(), tools: TempDir::new().unwrap() };
        for guest in GUESTS {
            let from = hostile_dir().join(format!("{guest}.wasm"));
            fs::copy(&from, cli.tools.path().join(format!("{guest}.wasm")))
                .unwrap_or_else(|error| panic!("{}: {error}: run `just hostile`", from.display()));
        }
        cli
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with_input(arguments, "")
    }

    fn run_with_input(&self, arguments: &[&str], input: &str) -> Ran {
        let cache = cache_dir();
        let settings = ["--data", path(self.data.path()), "--tools", path(self.tools.path()), "--cache", path(&cache)];
        run(arguments.iter().map(|argument| (*argument).to_owned()).chain(settings.map(str::to_owned)), input)
    }
}

/// What the command did.
#[derive(Debug)]
struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Ran {
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("not JSON: {error}: {self:?}"))
    }

    /// Fails unless the command refused, told so on standard error alone, and used all these words.
    #[track_caller]
    fn assert_wrong_use(&self, words: &[&str]) {
        assert_eq!(self.code, 2, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        for word in words {
            assert!(self.stderr.contains(word), "{word:?} is not said: {self:?}");
        }
        assert!(!self.stderr.contains("panicked"), "{self:?}");
    }
}

fn binary() -> PathBuf {
    let binary = repository().join("target/release/toolhost");
    assert!(binary.is_file(), "{} is not built: run `just build`", binary.display());
    binary
}

fn run(arguments: impl IntoIterator<Item = String>, input: &str) -> Ran {
    let mut child = Command::new(binary())
        .args(arguments)
        .env_remove("RUST_LOG")
        .env_remove("TOOLS_ALLOWLIST")
        .env_remove("TOOLS_DENYLIST")
        .env_remove("TOOLHOST_DATA")
        .env_remove("TOOLHOST_TOOLS")
        .env_remove("TOOLHOST_CACHE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may end without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    Ran {
        code: status.code().expect("the command ends by itself"),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn help_and_version_are_no_failures() {
    for arguments in [&["--help"][..], &["--version"], &["call", "--help"]] {
        let ran = Cli::new().run(arguments);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains("toolhost"), "{ran:?}");
    }
    let help = Cli::new().run(&["--help"]).stdout;
    for command in ["tools", "call", "run", "files", "inspect", "doctor", "--data", "--tools"] {
        assert!(help.contains(command), "{command} is not in the help");
    }
}

#[test]
fn wrong_use_says_what_is_right() {
    let cli = Cli::new();
    cli.run(&[]).assert_wrong_use(&["Usage"]);
    cli.run(&["dance"]).assert_wrong_use(&["dance"]);
    cli.run(&["call", "answers", "{}"]).assert_wrong_use(&["--chat"]);
    cli.run(&["call", "answers", "{}", "--chat", "demo", "--loud"]).assert_wrong_use(&["--loud"]);
    cli.run(&["inspect"]).assert_wrong_use(&["COMPONENT"]);
}

#[test]
fn a_call_prints_its_answer_and_nothing_else() {
    let cli = Cli::new();
    let ran = cli.run(&["call", "answers", "--chat", "demo"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "done\n"), "{ran:?}");
    let ran = cli.run(&["call", "echoes_arguments", r#"{"a": [1, "ü"]}"#, "--chat", "demo"]);
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap(), json!({"a": [1, "ü"]}), "{ran:?}");
}

#[test]
fn the_outcome_as_json_has_the_promised_shape() {
    let cli = Cli::new();
    let ran = cli.run(&["call", "saves_a_file", r#"{"name": "a.txt", "content": "four"}"#, "--chat", "demo", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let outcome = ran.json();
    assert_eq!(outcome["tool"], "saves_a_file");
    assert_eq!(outcome["status"], "ok");
    assert!(outcome["call_id"].is_string());
    assert_eq!(outcome["content"], json!([{"type": "file", "path": "a.txt", "media_type": "text/plain"}]));
    assert_eq!(outcome["files"]["created"][0]["path"], "a.txt");
    assert_eq!(outcome["files"]["created"][0]["size"], 4);
    assert_eq!(outcome["files"]["changed"], json!([]));
    let mut keys: Vec<&String> = outcome["usage"].as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(
        keys,
        [
            "fuel",
            "instantiate_us",
            "output_bytes",
            "peak_memory_bytes",
            "queue_us",
            "run_us",
            "wait_us",
            "written_bytes"
        ]
    );
    assert!(outcome.get("error").is_none());

    let ran = cli.run(&["call", "traps_on_invoke", "--chat", "demo", "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let outcome = ran.json();
    assert_eq!(outcome["status"], "error");
    assert_eq!(outcome["error"]["code"], "trap");
    assert_eq!(outcome["error"]["retryable"], false);
    assert!(outcome["error"]["message"].is_string());
    assert!(outcome.get("content").is_none() && outcome.get("files").is_none(), "absent parts are left out: {outcome}");
}

#[test]
fn a_tool_that_fails_is_exit_code_1() {
    let cli = Cli::new();
    for (tool, arguments, code) in [
        ("traps_on_invoke", "{}", "trap"),
        ("fails_with_content", "{}", "tool_error"),
        ("no_such_tool", "{}", "inactive_tool"),
        ("answers", "[]", "invalid_arguments"),
        ("answers", "{nonsense", "invalid_arguments"),
        ("takes_strict_arguments", r#"{"name": 5, "count": "x"}"#, "invalid_arguments"),
        ("costs_high", "{}", "denied"),
    ] {
        let ran = cli.run(&["call", tool, arguments, "--chat", "demo"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.stderr.contains(code), "{code} is not said: {ran:?}");
    }
    let ran = cli.run(&["call", "takes_strict_arguments", r#"{"name": 5, "count": "x"}"#, "--chat", "demo"]);
    assert!(ran.stderr.contains("/name") && ran.stderr.contains("/count"), "every violation is shown: {ran:?}");
    assert_eq!(cli.run(&["call", "costs_high", "--chat", "demo", "--max-tier", "high"]).code, 0);
    let ran = cli.run(&["call", "fails_with_content", "--chat", "demo"]);
    assert_eq!(ran.stdout, "so far\n", "what a failed tool has is shown: {ran:?}");
}

#[test]
fn arguments_come_from_a_file_or_standard_input() {
    let cli = Cli::new();
    let file = cli.data.path().join("arguments.json");
    fs::write(&file, r#"{"from": "file"}"#).unwrap();
    let ran = cli.run(&["call", "echoes_arguments", &format!("@{}", file.display()), "--chat", "demo"]);
    assert_eq!(ran.json(), json!({"from": "file"}));
    let ran = cli.run_with_input(&["call", "echoes_arguments", "-", "--chat", "demo"], r#"{"from": "input"}"#);
    assert_eq!(ran.json(), json!({"from": "input"}));
    cli.run(&["call", "echoes_arguments", "@/no/such/file.json", "--chat", "demo"])
        .assert_wrong_use(&["/no/such/file.json"]);
}

#[test]
fn a_step_of_each_api_is_answered_in_its_own_format_and_order() {
    let cli = Cli::new();
    let anthropic = json!({"role": "assistant", "content": [
        {"type": "text", "text": "Let me see."},
        {"type": "tool_use", "id": "toolu_1", "name": "answers", "input": {}},
        {"type": "tool_use", "id": "toolu_2", "name": "no_such_tool", "input": {}},
        {"type": "tool_use", "id": "toolu_3", "name": "echoes_arguments", "input": {"a": 1}},
    ]});
    let ran = cli.run_with_input(&["run", "--chat", "demo"], &anthropic.to_string());
    assert_eq!(ran.code, 1, "one call failed: {ran:?}");
    let messages = ran.json();
    let results = messages[0]["content"].as_array().unwrap();
    assert_eq!(messages[0]["role"], "user");
    assert_eq!(
        results.iter().map(|result| &result["tool_use_id"]).collect::<Vec<_>>(),
        ["toolu_1", "toolu_2", "toolu_3"]
    );
    assert_eq!(results[1]["is_error"], true);

    let chat = json!({"choices": [{"message": {"role": "assistant", "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "answers", "arguments": "{}"}},
        {"id": "call_2", "type": "function", "function": {"name": "echoes_arguments", "arguments": "{\"a\":1}"}},
    ]}}]});
    let file = cli.data.path().join("answer.json");
    fs::write(&file, chat.to_string()).unwrap();
    let ran = cli.run(&["run", path(&file), "--chat", "demo"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let messages = ran.json();
    assert_eq!(messages[0], json!({"role": "tool", "tool_call_id": "call_1", "content": "done"}));
    assert_eq!(messages[1]["tool_call_id"], "call_2");

    let responses = json!({"output": [
        {"type": "function_call", "call_id": "fc_1", "name": "answers", "arguments": "{}"},
    ]});
    let ran = cli.run_with_input(&["run", "-", "--chat", "demo", "--json"], &responses.to_string());
    assert_eq!(ran.code, 0, "{ran:?}");
    let both = ran.json();
    assert_eq!(both["messages"][0]["type"], "function_call_output");
    assert_eq!(both["messages"][0]["call_id"], "fc_1");
    assert_eq!(both["outcomes"][0]["status"], "ok");
}

#[test]
fn an_answer_that_is_none_is_wrong_use() {
    let cli = Cli::new();
    cli.run_with_input(&["run", "--chat", "demo"], "nonsense").assert_wrong_use(&["JSON"]);
    cli.run_with_input(&["run", "--chat", "demo"], "{}").assert_wrong_use(&["content"]);
    cli.run(&["run", "/no/such/answer.json", "--chat", "demo"]).assert_wrong_use(&["/no/such/answer.json"]);
}

#[test]
fn files_of_a_chat_are_listed() {
    let cli = Cli::new();
    cli.run(&["call", "saves_a_file", r#"{"name": "b.txt"}"#, "--chat", "demo"]);
    let ran = cli.run(&["files", "ls", "--chat", "demo", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let listed = ran.json();
    assert_eq!(listed["files"][0]["path"], "b.txt");
    assert_eq!(listed["files"][0]["size"], 5);
    assert!(cli.run(&["files", "ls", "--chat", "demo"]).stdout.contains("b.txt"));
    // A name that is mistyped makes no chat.
    cli.run(&["files", "ls", "--chat", "demoo"]).assert_wrong_use(&["no chat `demoo`", "Did you mean `demo`?"]);
}

#[test]
fn a_chat_name_that_leads_elsewhere_is_wrong_use() {
    let cli = Cli::new();
    for name in ["../x", "", "a/b"] {
        cli.run(&["call", "answers", "--chat", name]).assert_wrong_use(&["chat"]);
        cli.run(&["files", "ls", "--chat", name]).assert_wrong_use(&["chat"]);
    }
}

#[test]
fn tools_are_listed_with_what_they_say_of_themselves() {
    let cli = Cli::new();
    let ran = cli.run(&["tools", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let listed = ran.json();
    let names: Vec<&str> =
        listed["tools"].as_array().unwrap().iter().map(|tool| tool["metadata"]["name"].as_str().unwrap()).collect();
    let mut expected = GUESTS.to_vec();
    expected.sort_unstable();
    assert_eq!(names, expected);
    assert_eq!(listed["tools"][0]["metadata"]["parameters"]["type"], "object");
    assert!(listed["tools"][0]["limits"]["fuel"].is_u64());
    let table = cli.run(&["tools"]).stdout;
    assert!(names.iter().all(|name| table.contains(name)), "{table}");
    assert!(!cli.run(&["tools", "--deny", "answers"]).stdout.contains("answers "));
}

#[test]
fn a_component_can_be_looked_at_before_it_is_installed() {
    let cli = Cli::new();
    let good = cli.tools.path().join("answers.wasm");
    let ran = cli.run(&["inspect", path(&good), "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let seen = ran.json();
    assert_eq!(seen["metadata"]["name"], "answers");
    assert!(seen["exports"].as_array().unwrap().iter().any(|name| name == "toolhost:contract/guest@0.1.0"));
    assert_eq!(seen["problems"], json!([]));
    assert!(cli.run(&["inspect", path(&good)]).stdout.contains("answers"));

    for (guest, word) in [
        ("imports_unknown_interface", "elsewhere:machine/launch"),
        ("exports_nothing", "toolhost:contract/guest"),
        ("panics_in_describe", "describes nothing"),
        ("has_a_bad_name", "name"),
    ] {
        let ran = cli.run(&["inspect", path(&hostile_dir().join(format!("{guest}.wasm"))), "--json"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.json()["problems"].to_string().contains(word), "{ran:?}");
    }
    let garbage = cli.data.path().join("garbage.wasm");
    fs::write(&garbage, "garbage").unwrap();
    assert_eq!(cli.run(&["inspect", path(&garbage)]).code, 1);
    cli.run(&["inspect", "/no/such.wasm"]).assert_wrong_use(&["/no/such.wasm"]);
}

#[test]
fn the_doctor_proves_the_limits_and_names_what_is_wrong() {
    let cli = Cli::new();
    let ran = cli.run(&["doctor", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let found = ran.json();
    assert_eq!(found["ok"], true);
    let checks = found["checks"].as_array().unwrap();
    for limit in ["fuel", "memory", "wall_clock", "output"] {
        let proven = checks.iter().any(|check| check["ok"] == true && check["name"].as_str().unwrap().contains(limit));
        assert!(proven, "{limit} is not proven: {checks:?}");
    }

    fs::write(cli.tools.path().join("broken.wasm"), "not a component").unwrap();
    let ran = cli.run(&["doctor"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("broken.wasm") && ran.stdout.contains("WebAssembly"), "{ran:?}");
    assert_eq!(cli.run(&["call", "answers", "--chat", "demo"]).code, 0, "the others still work");
}

#[test]
fn directories_that_cannot_be_used_are_named_with_a_way_out() {
    let cli = Cli::new();
    let file = cli.data.path().join("a-file");
    fs::write(&file, "").unwrap();
    let with = |data: &str, tools: &str| {
        let cache = cache_dir();
        let arguments =
            ["call", "answers", "--chat", "demo", "--data", data, "--tools", tools, "--cache", path(&cache)];
        run(arguments.map(str::to_owned), "")
    };
    let tools = path(cli.tools.path());
    with(path(cli.data.path()), "/no/such/tools").assert_wrong_use(&["/no/such/tools", "--tools"]);
    with(path(cli.data.path()), path(&file)).assert_wrong_use(&["a-file", "--tools"]);
    with(path(&file), tools).assert_wrong_use(&["a-file", "--data"]);
    with("/proc/no/such", tools).assert_wrong_use(&["/proc/no/such", "--data"]);
}

#[test]
fn a_reader_that_goes_away_is_no_crash() {
    let cli = Cli::new();
    let mut child = Command::new(binary())
        .args(["tools", "--json", "--data", path(cli.data.path()), "--tools", path(cli.tools.path())])
        .args(["--cache", path(&cache_dir())])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&ended.stderr).contains("panicked"), "{ended:?}");
}
