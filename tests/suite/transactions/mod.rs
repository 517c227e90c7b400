//! A call is a transaction on its chat's files: what it does is whole or not there, and nobody else's work is lost.

#[path = "../../hostile/src/orders.rs"]
#[expect(unreachable_pub, reason = "the guests share this source, and there it is public")]
mod orders;

mod conflicts;
mod disk;
mod model;
mod python;
mod rules;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;
use toolhost::{ChatQuota, FileChanges, Outcome};
use toolhost_tests::{ScratchChat, TestHost, hostile_dir, snapshot};

use self::orders::Orders;

/// The guest that carries out orders, on a host whose quotas are those that the test needs.
fn host(quota: ChatQuota) -> TestHost {
    TestHost::built(|builder| builder.tools_dir(hostile_dir()).chat_quota(quota))
}

fn call(chat: &ScratchChat, orders: &[String], end: &str) -> Outcome {
    chat.call("follows_orders", arguments(orders, end))
}

fn arguments(orders: &[String], end: &str) -> serde_json::Value {
    json!({ "root": "/chat", "orders": orders.join("\n"), "end": end })
}

/// One call that ends well; gives the result of each order.
fn results(chat: &ScratchChat, orders: &[&str]) -> Vec<String> {
    let orders: Vec<String> = orders.iter().map(|order| order.replace(' ', "\t")).collect();
    let outcome = call(chat, &orders, "ok");
    assert!(!outcome.is_error(), "{outcome:?}");
    toolhost_tests::text_of(&outcome).lines().map(str::to_owned).collect()
}

/// The same orders, carried out on a folder of this machine.
fn natively(folder: &Path, orders: &[String]) -> Vec<String> {
    let mut native = Orders::beneath(folder);
    orders.iter().map(|order| native.carry_out(order)).collect()
}

/// What is different between two states of files, as the manifest of a call says it: created, changed, deleted.
fn difference(before: &BTreeMap<PathBuf, Vec<u8>>, after: &BTreeMap<PathBuf, Vec<u8>>) -> [Vec<(String, u64)>; 3] {
    // As text: a path with a `/` at its end, which is a folder's, would equal one without.
    let files = |all: &BTreeMap<PathBuf, Vec<u8>>| -> BTreeMap<String, Vec<u8>> {
        let text = |(path, content): (&PathBuf, &Vec<u8>)| (path.display().to_string(), content.clone());
        all.iter().map(text).filter(|(path, _)| !path.ends_with('/')).collect()
    };
    let (before, after) = (files(before), files(after));
    let of = |files: &BTreeMap<String, Vec<u8>>, keep: &dyn Fn(&String, &Vec<u8>) -> bool| {
        let kept = files.iter().filter(|(path, content)| keep(path, content));
        kept.map(|(path, content)| (path.clone(), content.len() as u64)).collect::<Vec<_>>()
    };
    [
        of(&after, &|path, _| !before.contains_key(path)),
        of(&after, &|path, content| before.get(path).is_some_and(|old| old != content)),
        of(&before, &|path, _| !after.contains_key(path)),
    ]
}

fn manifest(changes: &FileChanges) -> [Vec<(String, u64)>; 3] {
    [&changes.created, &changes.changed, &changes.deleted].map(|files| {
        let mut entries: Vec<_> = files.iter().map(|file| (file.path.clone(), file.size)).collect();
        entries.sort();
        entries
    })
}

fn copy(from: &Path, to: &Path) {
    for (path, content) in snapshot(from) {
        let target = to.join(&path);
        if path.to_string_lossy().ends_with('/') {
            std::fs::create_dir_all(target).unwrap();
        } else {
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            std::fs::write(target, content).unwrap();
        }
    }
}
