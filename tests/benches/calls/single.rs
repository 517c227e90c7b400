//! One call at a time on an idle host, and the start of a host.

use std::time::{Duration, Instant};

use toolhost::{Outcome, ToolCall};
use toolhost_tests::{ScratchChat, TestHost, block_on, hostile_dir, tools_dir};

use crate::table::{Latencies, Table, Target};

/// Makes a call again and again, after some that do not count, and fails if one of them fails.
pub(crate) fn again(chat: &ScratchChat, tool: &str, arguments: &str, warm_up: usize, times: usize) -> Latencies {
    let chat = chat.chat().clone();
    let (tool, arguments) = (tool.to_owned(), arguments.to_owned());
    // In a task of the runtime, where an embedder's calls run too.
    let calls = tokio::spawn(async move {
        let mut latencies = Latencies::new();
        for round in 0..warm_up + times {
            let call = ToolCall::new("call", tool.clone(), arguments.clone());
            let started = Instant::now();
            let outcome = chat.call(call).await;
            let took = started.elapsed();
            assert_good(&outcome);
            if round >= warm_up {
                latencies.note(took);
            }
        }
        latencies
    });
    block_on(calls).unwrap_or_else(|error| panic!("the calls failed: {error}"))
}

pub(crate) fn assert_good(outcome: &Outcome) {
    assert!(!outcome.is_error(), "a call failed: {outcome:?}");
}

/// A tool that does next to nothing: what is measured is the host.
pub(crate) fn trivial_call(table: &mut Table) {
    let target = Target::Median(Duration::from_micros(60));
    let host = TestHost::over(&hostile_dir());
    let latencies = with_runtime(|| again(&host.chat(), "answers", "{}", 500, 20_000));
    table.latencies("fresh call of a guest that answers at once", &latencies, target);
    let host = TestHost::over(&tools_dir());
    if let Some(calc) = host.host().tool("calc")
        && let Some(example) = calc.metadata().examples.first()
    {
        let arguments = example.arguments.to_string();
        let latencies = with_runtime(|| again(&host.chat(), "calc", &arguments, 500, 10_000));
        table.latencies(format!("fresh call of calc {arguments}"), &latencies, target);
    }
}

/// Everything that is installed, from an empty process to the first answer.
pub(crate) fn warm_start(table: &mut Table) {
    drop(TestHost::over(&tools_dir()));
    let mut latencies = Latencies::new();
    let mut tools = 0;
    for _ in 0..25 {
        let started = Instant::now();
        let host = TestHost::over(&tools_dir());
        latencies.note(started.elapsed());
        tools = host.host().tools().len();
    }
    table.latencies(
        format!("start with a warm cache, {tools} tools"),
        &latencies,
        Target::Median(Duration::from_millis(100)),
    );
}

/// Runs something inside the tests' runtime, so that it can spawn tasks.
pub(crate) fn with_runtime<T>(work: impl FnOnce() -> T) -> T {
    let _inside = toolhost_tests::runtime().enter();
    work()
}
