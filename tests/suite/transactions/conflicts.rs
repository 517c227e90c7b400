//! Two calls of one chat at once: what both leave is what one after the other would have left, or the later one is told
//! that it comes too late.

use std::collections::BTreeSet;
use std::sync::mpsc;
use std::time::Duration;

use fastrand::Rng;
use toolhost::{CallEvent, ChatQuota, Code, Outcome, ToolCall};
use toolhost_tests::{ScratchChat, TestHost, block_on, runtime, snapshot};

use super::model::{order, orders};
use super::{arguments, copy, host, natively};

const ROUNDS: u64 = 250;
/// The file that lets a waiting call go on. Nobody has an order about it.
const GO: &str = "go";

/// Runs a call that stops after its first orders, then another one to its end, then the rest of the first.
fn interleaved(chat: &ScratchChat, first: [&[String]; 2], other: &[String]) -> (Outcome, Outcome) {
    let mut all = first[0].to_vec();
    all.push(format!("pause\t{GO}"));
    all.extend_from_slice(first[1]);
    let call = ToolCall::new("first", "follows_orders", arguments(&all, "ok").to_string());
    let (paused, waits) = mpsc::channel();
    let running = {
        let chat = chat.chat().clone();
        runtime().spawn(async move {
            let observer = move |event| {
                if let CallEvent::Progress { .. } = event {
                    // Nobody listens any more if the test has failed.
                    let _ = paused.send(());
                }
            };
            chat.run_observed(vec![call], observer).await.remove(0)
        })
    };
    waits.recv_timeout(Duration::from_secs(60)).expect("the first call gets to its pause");
    let other = super::call(chat, other, "ok");
    chat.chat().files().put(GO, &b"go"[..]).unwrap();
    (block_on(running).unwrap(), other)
}

fn prepared(host: &TestHost, rng: &mut Rng) -> (ScratchChat, tempfile::TempDir) {
    let chat = host.chat();
    let start = orders(rng, 12);
    assert!(!super::call(&chat, &start, "ok").is_error());
    let plain = tempfile::tempdir().unwrap();
    natively(plain.path(), &start);
    (chat, plain)
}

/// What is left when these orders are carried out one after another.
fn after(plain: &std::path::Path, all: &[&[String]]) -> std::collections::BTreeMap<std::path::PathBuf, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    copy(plain, folder.path());
    for orders in all {
        natively(folder.path(), orders);
    }
    snapshot(folder.path())
}

/// Orders that change something, if they can be carried out.
fn changes(rng: &mut Rng) -> Vec<String> {
    let is_change =
        |order: &String| ["write", "rename", "unlink", "mkdir", "rmdir"].iter().any(|what| order.starts_with(what));
    std::iter::repeat_with(|| order(rng)).filter(is_change).take(3).collect()
}

#[test]
fn two_calls_at_once_are_as_good_as_one_after_the_other() {
    let host = host(ChatQuota::default());
    let (mut conflicts, mut both) = (0, 0);
    for seed in 0..ROUNDS {
        let mut rng = Rng::with_seed(seed);
        let (chat, plain) = prepared(&host, &mut rng);
        let (begin, end, other) = (changes(&mut rng), changes(&mut rng), changes(&mut rng));
        let (first, second) = interleaved(&chat, [&begin, &end], &other);
        let start = snapshot(plain.path());
        let about = format!("seed {seed}, from {start:?}: {begin:#?} pause {end:#?} beside {other:#?}");
        assert!(!second.is_error(), "{about}: {second:?}");
        let mut left = chat.snapshot();
        assert!(left.remove(std::path::Path::new(GO)).is_some());
        let whole: Vec<String> = begin.iter().chain(&end).cloned().collect();
        match first.code() {
            None => {
                both += 1;
                let orders = [after(plain.path(), &[&whole, &other]), after(plain.path(), &[&other, &whole])];
                // A read-only order may have seen either state; what is left must be that of one order of the two. The
                // first call's orders before the pause saw the files before the second call, so a third order is fair.
                let between = after(plain.path(), &[&begin, &other, &end]);
                assert!(orders.contains(&left) || left == between, "{about}: left {left:?}, saw {first:?}");
            }
            Some(Code::Conflict) => {
                conflicts += 1;
                assert_eq!(left, after(plain.path(), &[&other]), "{about}: a dropped call left something");
                let error = first.error.unwrap();
                let paths = error.details.as_ref().unwrap()["paths"].as_array().unwrap();
                assert!(!paths.is_empty() && error.retryable, "{about}: {error:?}");
                assert!(first.files.is_empty() && first.content.is_empty(), "{about}");
            }
            Some(code) => panic!("{about}: {code}: {:?}", first.error),
        }
    }
    assert!(conflicts > 20 && both > 20, "{conflicts} conflicts, {both} without: this test tries one side only");
}

#[test]
fn calls_that_change_different_files_never_conflict() {
    let host = host(ChatQuota::default());
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let chat = host.chat();
        let in_folder = |folder: &str, orders: Vec<String>| -> Vec<String> {
            let mut all = vec![format!("mkdir\t{folder}")];
            all.extend(orders.into_iter().filter(|order| order.starts_with("write")).map(|order| {
                let (_, rest) = order.split_once('\t').unwrap();
                format!("write\t{folder}/{}", rest.replace('/', "-"))
            }));
            all
        };
        let first = in_folder("one", orders(&mut rng, 12));
        let other = in_folder("two", orders(&mut rng, 12));
        let (first, other) = interleaved(&chat, [&first, &[]], &other);
        assert!(!first.is_error() && !other.is_error(), "{first:?} {other:?}");
        assert!(chat.snapshot().len() >= 3);
    }
}

#[test]
fn an_update_is_never_lost_in_silence() {
    let host = host(ChatQuota::default());
    let chat = host.chat();
    chat.put("counter", "0");
    let text = |orders: &[&str]| orders.iter().map(|order| order.replace(' ', "\t")).collect::<Vec<_>>();
    // Both look before the other writes.
    let (first, other) = interleaved(
        &chat,
        [&text(&["read counter"]), &text(&["write counter 1"])],
        &text(&["read counter", "write counter 2"]),
    );
    assert!(!other.is_error());
    assert_eq!(first.code(), Some(Code::Conflict));
    let message = first.error.unwrap().message;
    assert!(message.contains("counter") && message.contains("read them again"), "{message}");
    assert_eq!(chat.get("counter").unwrap(), b"2");
}

#[test]
fn what_one_deletes_and_another_writes_is_a_conflict() {
    let host = host(ChatQuota::default());
    let text = |orders: &[&str]| orders.iter().map(|order| order.replace(' ', "\t")).collect::<Vec<_>>();
    type Orders = &'static [&'static str];
    let cases: [(Orders, Orders, Orders, &str); 6] = [
        (&["unlink a"], &[], &["write a new"], "a"),
        (&["write a new"], &[], &["unlink a"], "a"),
        (&["rmdir empty"], &[], &["write empty/x 1"], "empty/x"),
        (&["write empty/x 1"], &[], &["rmdir empty"], "empty"),
        (&["rename d e"], &[], &["write d/y 1"], "d/y"),
        (&["write new 1"], &[], &["write NEW 1"], "new"),
    ];
    for (begin, end, other, named) in cases {
        let chat = host.chat();
        assert_eq!(super::results(&chat, &["write a 1", "mkdir empty", "mkdir d", "write d/x 1"]).len(), 4);
        let (first, second) = interleaved(&chat, [&text(begin), &text(end)], &text(other));
        assert!(!second.is_error());
        assert_eq!(first.code(), Some(Code::Conflict), "{begin:?} beside {other:?}");
        let paths = first.error.unwrap().details.unwrap()["paths"].to_string();
        let paths: BTreeSet<String> = serde_json::from_str(&paths).unwrap();
        assert!(paths.contains(named), "{begin:?} beside {other:?}: {paths:?}");
    }
}
