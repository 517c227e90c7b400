//! This ends a process at every step of a commit, and of carrying one out afterwards, and looks at what is left.
//!
//! The process that ends is this test program, started again with one ignored test and its orders in the environment.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use super::fault::armed::arm;
use super::overlay::{Access, How, Opened, Overlay};
use super::quota::{CallMeter, ChatQuota};
use super::snapshots::SnapshotQuota;
use super::store::{Durability, Store};

/// Different sets of changes.
const PLANS: u64 = 10;

fn store(folder: &Path) -> Arc<Store> {
    Arc::new(Store::new(folder.to_owned(), ChatQuota::default(), SnapshotQuota::default(), Durability::PowerLoss))
}

/// A chat with something in it to change.
fn prepare(folder: &Path) {
    let store = store(folder);
    store.make().expect("a new chat");
    let view = store.view(Access::ReadWrite, CallMeter::unlimited());
    for (path, content) in [("a", "1"), ("b", "22"), ("d/x", "333"), ("d/e/y", "4444"), ("old/z", "5")] {
        write(&view, path, content);
    }
    store.commit(&view, None).expect("the first commit");
}

fn write(view: &Arc<Overlay>, path: &str, content: &str) {
    for (at, _) in path.match_indices('/') {
        // It may be there.
        let _ = view.make_dir(view.root(), &path[..at]);
    }
    let how = How { write: true, create: true, truncate: true, ..How::default() };
    let Ok(Opened::File(file)) = view.open(view.root(), path, how) else { panic!("{path} cannot be opened") };
    file.append(content.as_bytes()).expect("written");
}

/// Changes of every kind, other ones for every plan.
fn change(view: &Arc<Overlay>, plan: u64) {
    let root = view.root();
    for step in 0..4 {
        match (plan + step * 3) % 10 {
            0 => write(view, "a", &format!("changed by {plan}")),
            1 => write(view, &format!("new/{plan}/deep/file"), "made"),
            2 => _ = view.unlink(root, "b"),
            3 => _ = view.rename(root, "d", root, &format!("moved{plan}")),
            4 => _ = view.rename(root, "a", root, "b"),
            5 => {
                let _ = view.unlink(root, "old/z");
                let _ = view.remove_dir(root, "old");
                write(view, "old", "a file now");
            }
            6 => {
                let _ = view.unlink(root, "a");
                let _ = view.make_dir(root, "a");
                write(view, "a/inner", "a folder now");
            }
            7 => (0..20).for_each(|number| write(view, &format!("many/{number}"), "one of many")),
            8 => {
                let _ = view.rename(root, "a", root, "swap");
                let _ = view.rename(root, "b", root, "a");
                let _ = view.rename(root, "swap", root, "b");
            }
            _ => _ = view.make_dir(root, &format!("empty{plan}")),
        }
    }
}

/// Everything that is committed, folders with a `/` at the end.
fn content(folder: &Path) -> BTreeMap<String, String> {
    fn look(at: &Path, prefix: &str, all: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(at).expect("readable") {
            let entry = entry.expect("readable");
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                look(&entry.path(), &format!("{name}/"), all);
                all.insert(format!("{name}/"), String::new());
            } else {
                all.insert(name, std::fs::read_to_string(entry.path()).expect("readable"));
            }
        }
    }
    let mut all = BTreeMap::new();
    look(&folder.join("files"), "", &mut all);
    all
}

/// Runs the ignored test below in a process of its own. Gives whether it came to its end.
fn child(folder: &Path, what: &str, plan: u64, point: i64) -> bool {
    let output = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "chat_files::crash::in_a_process_that_ends", "--ignored", "--quiet"])
        .env("TOOLHOST_CRASH", format!("{what} {plan} {point}"))
        .env("TOOLHOST_CRASH_CHAT", folder)
        .output()
        .expect("the child starts");
    let killed = std::os::unix::process::ExitStatusExt::signal(&output.status) == Some(9);
    assert!(killed || output.status.success(), "the child failed: {}", String::from_utf8_lossy(&output.stdout));
    !killed
}

#[test]
#[ignore = "it is the process that the other tests end"]
fn in_a_process_that_ends() {
    let Ok(orders) = std::env::var("TOOLHOST_CRASH") else { return };
    let folder = PathBuf::from(std::env::var("TOOLHOST_CRASH_CHAT").expect("the chat"));
    let orders: Vec<&str> = orders.split(' ').collect();
    let [what, plan, point] = orders[..] else { panic!("three orders") };
    let store = store(&folder);
    let point = point.parse().expect("a number");
    if what == "recover" {
        arm(point);
        store.make().expect("recovered");
        return;
    }
    let view = store.view(Access::ReadWrite, CallMeter::unlimited());
    change(&view, plan.parse().expect("a number"));
    arm(point);
    store.commit(&view, None).expect("committed");
}

struct Seen {
    before: BTreeMap<String, String>,
    after: BTreeMap<String, String>,
}

/// The content before and after a plan that nothing interrupts.
fn undisturbed(plan: u64) -> Seen {
    let chat = tempfile::tempdir().expect("a folder");
    prepare(chat.path());
    let before = content(chat.path());
    assert!(child(chat.path(), "commit", plan, -1));
    let after = content(chat.path());
    assert_ne!(before, after, "plan {plan} changes nothing");
    Seen { before, after }
}

/// Opens the chat as the next start would, and checks that it is whole. Gives whether the commit is there.
fn check(folder: &Path, seen: &Seen, about: &str) -> bool {
    let store = store(folder);
    store.make().expect("the chat opens");
    let now = content(folder);
    let committed = now == seen.after;
    assert!(committed || now == seen.before, "{about}: neither before nor after: {now:#?}");
    assert_eq!(store.generation(), 1 + u64::from(committed), "{about}: the generation does not fit the files");
    assert!(!store.committing().exists(), "{about}: the commit is still under way");
    let left = std::fs::read_dir(store.overlays()).map_or(0, Iterator::count);
    assert_eq!(left, 0, "{about}: something is left over");
    let counted = store.held().expect("counted").entries;
    assert_eq!(counted, now.len() as u64, "{about}: the count of entries");
    committed
}

#[test]
fn a_process_that_ends_at_any_step_of_a_commit_leaves_the_chat_before_or_after() {
    let mut rounds = 0;
    for plan in 0..PLANS {
        let seen = undisturbed(plan);
        let mut committed_before = false;
        for point in 0.. {
            let chat = tempfile::tempdir().expect("a folder");
            prepare(chat.path());
            let ended = child(chat.path(), "commit", plan, point);
            let committed = check(chat.path(), &seen, &format!("plan {plan}, point {point}"));
            assert!(committed || !committed_before, "plan {plan}: committed at an earlier point than {point} already");
            committed_before = committed;
            rounds += 1;
            if ended {
                assert!(committed, "plan {plan}: the commit came to its end and is not there");
                break;
            }
        }
    }
    assert!(rounds > 150, "only {rounds} rounds: the fault points are gone");
}

#[test]
fn a_process_that_ends_while_it_carries_out_what_another_began_can_be_followed_by_a_third() {
    for plan in 0..PLANS {
        let seen = undisturbed(plan);
        for point in 0.. {
            let chat = tempfile::tempdir().expect("a folder");
            prepare(chat.path());
            // The first steps that come after the commit counts.
            let first = (0..).find(|&first| {
                assert!(!child(chat.path(), "commit", plan, first), "plan {plan} never counts");
                chat.path().join("committing").exists()
            });
            assert!(first.is_some());
            let ended = child(chat.path(), "recover", plan, point);
            assert!(check(chat.path(), &seen, &format!("plan {plan}, recovery ended at {point}")));
            if ended {
                break;
            }
        }
    }
}
