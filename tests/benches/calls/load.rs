//! Many calls at once, and calls beside guests that never stop by themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use toolhost::{Code, LimitsPolicy, ToolCall};
use toolhost_tests::{ScratchChat, TestHost, block_on, hostile_dir};

use crate::single::assert_good;
use crate::table::{Latencies, Table, Target};

/// How long throughput is measured.
const PERIOD: Duration = Duration::from_secs(4);

/// As many calls as the machine makes, from four chats on each core.
pub(crate) fn calls_per_second(table: &mut Table) {
    let host = TestHost::over(&hostile_dir());
    let chats: Vec<ScratchChat> = (0..table.cores() * 4).map(|_| host.chat()).collect();
    let (latencies, calls, took) = block_on(async {
        let started = Instant::now();
        let callers: Vec<_> = chats
            .iter()
            .map(|chat| {
                let chat = chat.chat().clone();
                tokio::spawn(async move {
                    let mut latencies = Latencies::new();
                    while started.elapsed() < PERIOD {
                        let called = Instant::now();
                        assert_good(&chat.call(ToolCall::new("call", "answers", "{}")).await);
                        latencies.note(called.elapsed());
                    }
                    latencies
                })
            })
            .collect();
        let mut latencies = Latencies::new();
        for caller in callers {
            latencies.add(&caller.await.unwrap_or_else(|error| panic!("a caller failed: {error}")));
        }
        let calls = latencies.count();
        (latencies, calls, started.elapsed())
    });
    let rate = calls as f64 / took.as_secs_f64();
    table.figure("calls per second on all cores", format!("{rate:.0}"), String::new());
    table.latencies(format!("the same, each of {} callers", chats.len()), &latencies, Target::None);
}

/// A trivial call while one guest spins on each core.
pub(crate) fn beside_spinning_guests(table: &mut Table) {
    let host = TestHost::over(&hostile_dir());
    let over = Arc::new(AtomicBool::new(false));
    let cores = table.cores();
    let latencies = block_on(async {
        let spinners: Vec<_> = (0..cores)
            .map(|_| {
                let (chat, over) = (host.chat().chat().clone(), over.clone());
                tokio::spawn(async move {
                    while !over.load(Ordering::Relaxed) {
                        let outcome = chat.call(ToolCall::new("spin", "spins_forever", "{}")).await;
                        assert_eq!(outcome.code(), Some(Code::Fuel), "{outcome:?}");
                    }
                })
            })
            .collect();
        let chat = host.chat().chat().clone();
        let caller = tokio::spawn(async move {
            let mut latencies = Latencies::new();
            tokio::time::sleep(Duration::from_millis(100)).await;
            for _ in 0..1_000 {
                let called = Instant::now();
                assert_good(&chat.call(ToolCall::new("call", "answers", "{}")).await);
                latencies.note(called.elapsed());
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
            latencies
        });
        let latencies = caller.await.unwrap_or_else(|error| panic!("the caller failed: {error}"));
        over.store(true, Ordering::Relaxed);
        for spinner in spinners {
            spinner.await.unwrap_or_else(|error| panic!("a spinner failed: {error}"));
        }
        latencies
    });
    table.latencies(
        "the trivial call beside one spinning guest per core",
        &latencies,
        Target::High(Duration::from_millis(20)),
    );
}

/// How long after its deadline a spinning guest ends, alone and with one on each core.
pub(crate) fn lateness(table: &mut Table) {
    // Short enough that the guest which fills memory in bulk does not use up its fuel first.
    const DEADLINE: Duration = Duration::from_millis(15);
    let host = TestHost::built(|builder| {
        builder.tools_dir(hostile_dir()).limits(
            LimitsPolicy::default()
                .for_tool("spins_forever", |limits| limits.wall_clock = DEADLINE)
                .for_tool("fills_memory_in_bulk", |limits| limits.wall_clock = DEADLINE)
                .for_tool("sleeps_past_deadline", |limits| limits.wall_clock = DEADLINE),
        )
    });
    for (what, guest, at_once) in [
        ("a spinning guest", "spins_forever", 1),
        ("spinning guests, one per core", "spins_forever", table.cores()),
        ("spinning guests, three per core", "spins_forever", table.cores() * 3),
        ("a guest that fills memory in bulk", "fills_memory_in_bulk", 1),
        ("a waiting guest", "sleeps_past_deadline", 1),
    ] {
        let latencies = block_on(async {
            let callers: Vec<_> = (0..at_once)
                .map(|_| {
                    let chat = host.chat().chat().clone();
                    tokio::spawn(async move {
                        let mut latencies = Latencies::new();
                        for _ in 0..60 {
                            let called = Instant::now();
                            let outcome = chat.call(ToolCall::new("call", guest, "{}")).await;
                            assert_eq!(outcome.code(), Some(Code::Timeout), "{outcome:?}");
                            latencies.note(called.elapsed().saturating_sub(DEADLINE));
                        }
                        latencies
                    })
                })
                .collect();
            let mut latencies = Latencies::new();
            for caller in callers {
                latencies.add(&caller.await.unwrap_or_else(|error| panic!("a caller failed: {error}")));
            }
            latencies
        });
        let target = Target::High(Duration::from_millis(10));
        table.latencies(format!("lateness of {what}"), &latencies, target);
    }
}
