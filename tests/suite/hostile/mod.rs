//! Guests that misbehave: each ends in exactly the failure it should, and the next call of a good tool works.
//!
//! One table, one line per guest: a test of the guest's own name.

mod availability;
mod files;
mod load;
mod memory;
mod network;
mod output;
mod reported;

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use serde_json::Value;
use toolhost::{Code, LimitsPolicy, Outcome, Status};
use toolhost_tests::{ScratchChat, TestHost, hostile_dir, repository, text_of};

/// All guests on one host, since what one of them does must not matter to the others.
pub(crate) static HOST: LazyLock<TestHost> = LazyLock::new(|| {
    TestHost::built(|builder| {
        builder.tools_dir(hostile_dir()).limits(
            LimitsPolicy::default()
                .for_every_tool(|limits| limits.wall_clock = Duration::from_secs(4))
                .for_tool("sleeps_past_deadline", |limits| limits.wall_clock = Duration::from_millis(300))
                .for_tool("fills_memory_in_bulk", |limits| limits.wall_clock = Duration::from_millis(700))
                .for_tool("copies_memory_in_bulk", |limits| limits.wall_clock = Duration::from_millis(700)),
        )
    })
});

/// How a guest's call is to end.
enum Ends {
    /// With this failure.
    In(Code),
    /// With this failure, at this limit.
    AtLimit(Code, &'static str),
    /// With one of these failures: which limit is reached first depends on the machine.
    InOneOf(&'static [Code]),
    /// With an answer.
    Well,
    /// With an answer whose text contains this.
    Saying(&'static str),
    /// With a report of attempts, all of which were refused.
    RefusedEverything,
}

use Ends::{AtLimit, In, InOneOf, RefusedEverything, Saying, Well};

macro_rules! guests {
    ($($guest:ident $arguments:tt => $ends:expr;)+) => {
        $(
            #[test]
            fn $guest() {
                check(stringify!($guest), $arguments, &$ends);
            }
        )+
    };
}

guests! {
    // Computing and waiting.
    spins_forever "{}" => AtLimit(Code::Fuel, "fuel");
    spins_with_host_calls "{}" => InOneOf(&[Code::Fuel, Code::Timeout]);
    sleeps_past_deadline "{}" => AtLimit(Code::Timeout, "wall_clock_ms");
    fills_memory_in_bulk "{}" => InOneOf(&[Code::Fuel, Code::Timeout]);
    copies_memory_in_bulk "{}" => InOneOf(&[Code::Fuel, Code::Timeout]);
    recurses_deep "{}" => In(Code::Trap);
    recurses_with_large_frames "{}" => In(Code::Trap);

    // Memory and tables.
    eats_memory "{}" => AtLimit(Code::Memory, "memory_bytes");
    eats_memory_at_once "{}" => AtLimit(Code::Memory, "memory_bytes");
    survives_refused_memory "{}" => Saying("refused");
    grows_tables "{}" => Saying("refused at");

    // Crashes.
    traps_on_invoke "{}" => In(Code::Trap);
    panics_with_message "{}" => In(Code::Trap);
    exits_with_success "{}" => In(Code::Trap);
    exits_with_failure "{}" => In(Code::Trap);

    // Answers.
    returns_huge_string "{}" => AtLimit(Code::OutputTooLarge, "output_bytes");
    returns_many_parts "{}" => InOneOf(&[Code::OutputTooLarge, Code::BadResult]);
    returns_invalid_json "{}" => In(Code::BadResult);
    returns_deep_json "{}" => InOneOf(&[Code::BadResult, Code::OutputTooLarge]);
    returns_bad_file_reference "{}" => In(Code::BadResult);
    returns_file_reference_ungranted "{}" => In(Code::BadResult);
    returns_huge_error "{}" => In(Code::OutputTooLarge);
    returns_long_error "{}" => InOneOf(&[Code::ToolError, Code::OutputTooLarge]);
    fails_with_content "{}" => In(Code::ToolError);

    // Floods.
    writes_endless_stdout "{}" => InOneOf(&[Code::Fuel, Code::Timeout]);
    writes_endless_stderr "{}" => InOneOf(&[Code::Fuel, Code::Timeout]);
    logs_endlessly "{}" => InOneOf(&[Code::Fuel, Code::Timeout]);
    logs_control_characters "{}" => Well;
    progress_flood "{}" => Well;
    writes_huge_buffer "{}" => AtLimit(Code::Trap, "host_call_bytes");

    // The host's own memory.
    holds_many_files "{}" => Saying("refused at 128");
    holds_many_pollables "{}" => InOneOf(&[Code::Trap]);
    holds_many_streams "{}" => InOneOf(&[Code::Trap]);
    holds_many_headers "{}" => InOneOf(&[Code::Trap]);
    polls_huge_list "{}" => AtLimit(Code::Trap, "host_call_bytes");
    asks_huge_random "{}" => In(Code::Trap);
    asks_huge_insecure_random "{}" => In(Code::Trap);
    asks_huge_read "{}" => Well;

    // What was not granted.
    reads_files_ungranted "{}" => RefusedEverything;
    resolves_names_ungranted "{}" => RefusedEverything;
    reads_environment "{}" => RefusedEverything;
    calls_ungranted_services "{}" => RefusedEverything;
    reads_context_ungranted "{}" => Saying("chat None, user None, time zone None");

    // Well-behaved.
    answers "{}" => Saying("done");
    does_nothing "{}" => Well;
    reads_deadline "{}" => Well;
}

/// Calls a guest, checks how that ends, and calls a good one after it.
fn check(guest: &str, arguments: &str, ends: &Ends) {
    let chat = HOST.chat();
    chat.put("kept.txt", "kept");
    let outcome = chat.call_text(guest, arguments);
    match ends {
        In(code) => assert_eq!(outcome.code(), Some(*code), "{outcome:?}"),
        AtLimit(code, limit) => {
            assert_eq!(outcome.code(), Some(*code), "{outcome:?}");
            assert_eq!(limit_of(&outcome), Some(*limit), "{outcome:?}");
        }
        InOneOf(codes) => assert!(outcome.code().is_some_and(|code| codes.contains(&code)), "{outcome:?}"),
        Well => assert_ne!(outcome.status, Status::Error, "{outcome:?}"),
        Saying(words) => assert!(text_of(&outcome).contains(words), "{outcome:?}"),
        RefusedEverything => assert_refused(&outcome),
    }
    assert_usable(&chat);
}

/// The limit that a failure names.
pub(crate) fn limit_of(outcome: &Outcome) -> Option<&str> {
    outcome.error.as_ref()?.details.as_ref()?.get("limit").and_then(Value::as_str)
}

/// Fails unless a good tool works in this chat.
pub(crate) fn assert_usable(chat: &ScratchChat) {
    let next = chat.call_text("answers", "{}");
    assert_eq!(next.status, Status::Ok, "the next call fails: {next:?}");
}

/// Fails unless a report of attempts has some, and all of them were refused.
fn assert_refused(outcome: &Outcome) {
    let report = text_of(outcome);
    let allowed: Vec<&str> = report.lines().filter(|line| !line.contains(": refused")).collect();
    assert!(!report.is_empty(), "nothing was attempted: {outcome:?}");
    assert!(allowed.is_empty(), "allowed: {allowed:#?}");
}

/// Fails unless a report of attempts says that these were allowed.
fn assert_allowed(outcome: &Outcome, names: &[&str]) {
    let report = text_of(outcome);
    for name in names {
        assert!(report.contains(&format!("{name}: allowed")), "{name} was not allowed:\n{report}");
    }
}

#[test]
fn every_guest_is_run_by_a_test() {
    let suite = repository().join("tests");
    let tests: String = ["suite", "contract", "benches"].iter().map(|folder| sources(&suite.join(folder))).collect();
    let manifest = std::fs::read_to_string(suite.join("hostile/Cargo.toml")).unwrap();
    let mut guests = 0;
    for entry in std::fs::read_dir(suite.join("hostile/examples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_named = tests.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name);
        assert!(is_named, "no test runs tests/hostile/examples/{name}.rs");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "tests/hostile/Cargo.toml does not build {name}");
        assert!(
            hostile_dir().join(format!("{name}.wasm")).is_file(),
            "target/hostile/{name}.wasm is not built: run `just hostile`"
        );
        guests += 1;
    }
    assert!(guests > 50, "the guests are not where this test looks for them");
}

/// The text of every Rust file beneath a folder.
fn sources(folder: &Path) -> String {
    toolhost_tests::snapshot(folder)
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|(_, content)| String::from_utf8_lossy(&content).into_owned())
        .collect()
}
