//! Quotas while something is written, rules for names, read-only grants, links and special files.

use std::os::unix::fs::symlink;

use serde_json::json;
use toolhost::metadata::{FileAccess, Service};
use toolhost::{Allowance, ChatQuota, LimitsPolicy};
use toolhost_tests::{TestHost, hostile_dir, text_of};

use super::{call, host, results};

fn small() -> ChatQuota {
    ChatQuota { file_bytes: 100, bytes: 250, entries: 5, name_bytes: 20, path_bytes: 40, depth: 3 }
}

#[test]
fn a_quota_refuses_the_operation_and_the_guest_goes_on() {
    let host = host(small());
    let chat = host.chat();
    let hundred = "x".repeat(100);
    let more = format!("write much {hundred}x");
    let fill = |name: &str| format!("write {name} {hundred}");
    let orders = [
        more,
        fill("a"),
        fill("b"),
        fill("c"),
        "write d 1".to_owned(),
        "write e 1".to_owned(),
        "unlink b".to_owned(),
        "write c 2".to_owned(),
        "write f 1".to_owned(),
        "open h a rw".to_owned(),
        "pwrite h 99 xx".to_owned(),
        "setlen h 101".to_owned(),
        "setlen h 100".to_owned(),
        "pwrite h 0 ok".to_owned(),
    ];
    let orders: Vec<&str> = orders.iter().map(String::as_str).collect();
    let seen = results(&chat, &orders);
    // The standard library's streams do not ask why a write failed; see the next test.
    let expected = [
        "error Uncategorized",
        "done",
        "done",
        // 200 of 250 bytes are taken: the file is there, and empty.
        "error Uncategorized",
        "done",
        "error QuotaExceeded",
        "done",
        "done",
        "done",
        "done",
        "error Uncategorized",
        "error FileTooLarge",
        "done",
        "done",
    ];
    assert_eq!(seen, expected);
    // `much` was made before its content was refused.
    let names: Vec<String> = chat.snapshot().keys().map(|path| path.display().to_string()).collect();
    assert_eq!(names, ["a", "c", "d", "f", "much"]);
}

#[test]
fn a_stream_says_why_a_write_failed_to_those_who_ask() {
    let host = host(small());
    let chat = host.chat();
    let hundred = "x".repeat(100);
    let orders = [
        &format!("stream a {hundred}x"),
        &format!("stream b {hundred}"),
        &format!("stream c {hundred}"),
        &format!("stream d {hundred}"),
        "stream d 1",
    ];
    let orders: Vec<&str> = orders.to_vec();
    let seen = results(&chat, &orders);
    assert_eq!(seen, ["code file-too-large", "done", "done", "code quota", "done"]);
}

#[test]
fn holes_count_at_their_full_size() {
    let host = host(small());
    let chat = host.chat();
    let seen = results(
        &chat,
        &[
            "open h a rwc",
            "pwrite h 90 1234567890",
            "setlen h 100",
            "open g b rwc",
            "setlen g 100",
            "open i c rwc",
            "setlen i 51",
            "setlen i 50",
            "fstat i",
        ],
    );
    assert_eq!(seen, ["done", "done", "done", "done", "done", "done", "error QuotaExceeded", "done", "file 50"]);
}

#[test]
fn names_and_paths_keep_to_their_rules() {
    let host = host(small());
    let chat = host.chat();
    let seen = results(
        &chat,
        &[
            &format!("write {} 1", "n".repeat(21)),
            &format!("write {} 1", "n".repeat(20)),
            "mkdir a",
            "mkdir a/b",
            "write a/b/c 1",
            "mkdir a/b/d",
            "write a/b/d/e 1",
            "write A 1",
            "write dot. 1",
            "write e\u{301} 1",
            "rename a/b/c a/B",
            "rename a/b/c a/b/C",
        ],
    );
    let kinds: Vec<&str> = seen.iter().map(String::as_str).collect();
    assert!(kinds[0].starts_with("error"), "{seen:?}");
    assert_eq!(kinds[1..5], ["done", "done", "done", "done"], "{seen:?}");
    assert_eq!(kinds[5], "done", "{seen:?}");
    assert_eq!(kinds[6], "error InvalidFilename", "{seen:?}");
    assert_eq!(kinds[7], "error AlreadyExists", "names that differ in case alone");
    assert!(kinds[8].starts_with("error") && kinds[9].starts_with("error"), "{seen:?}");
    assert_eq!(kinds[10], "error AlreadyExists");
    assert_eq!(kinds[11], "done", "a name may change its own case");
}

#[test]
fn paths_may_not_be_too_deep() {
    let host = host(ChatQuota { entries: 100, ..small() });
    let chat = host.chat();
    let seen = results(
        &chat,
        &[
            "mkdir a",
            "mkdir a/b",
            "mkdir a/b/c",
            "write a/b/c/d 1",
            "mkdir x",
            "mkdir x/y",
            "rename x a/b/x",
            "rename x a/x",
        ],
    );
    assert_eq!(seen[..3], ["done", "done", "done"]);
    assert!(seen[3].starts_with("error") && seen[6].starts_with("error"), "{seen:?}");
    assert_eq!(seen[7], "done");
}

#[test]
fn a_call_has_limits_of_its_own() {
    let host = TestHost::built(|builder| {
        builder.tools_dir(hostile_dir()).limits(LimitsPolicy::default().for_every_tool(|limits| {
            limits.written_bytes = 1_000;
            limits.created_files = 3;
            limits.open_files = 2;
            limits.scratch_bytes = 100;
        }))
    });
    let chat = host.chat();
    let seen = results(
        &chat,
        &[
            "write a 1",
            "write b 1",
            "mkdir c",
            "write d 1",
            "open f a r",
            "open g b r",
            "open h a r",
            "close f",
            "open h a r",
        ],
    );
    assert_eq!(seen[..4], ["done", "done", "done", "error QuotaExceeded"]);
    assert_eq!(seen[4..6], ["done", "done"]);
    assert!(seen[6].starts_with("error"), "{seen:?}");
    assert_eq!(seen[7..], ["done", "done"]);
    let again = format!("write a {}", "x".repeat(400));
    let seen = results(&chat, &[&again, &again, &again, "read b"]);
    assert_eq!(seen, ["done", "done", "error Uncategorized", "read 1"]);
    let scratch = chat.call(
        "follows_orders",
        json!({"root": "/tmp", "orders": format!("write\ta\t{}\nwrite\tb\t1234\nlist\t\nread\ta", "y".repeat(98))}),
    );
    let seen: Vec<String> = text_of(&scratch).lines().map(str::to_owned).collect();
    assert_eq!(seen[..2], ["done", "error Uncategorized"], "{scratch:?}");
    assert!(scratch.files.is_empty(), "scratch is nobody's business");
    let next = chat.call("follows_orders", json!({"root": "/tmp", "orders": "list\t"}));
    assert_eq!(text_of(&next).trim(), "names", "scratch outlived its call");
}

#[test]
fn read_only_is_read_only() {
    let host = TestHost::built(|builder| {
        builder
            .tools_dir(hostile_dir())
            .allowance(Allowance { files: FileAccess::Read, services: vec![Service::Scratch] })
    });
    let chat = host.chat();
    chat.put("a", "1");
    chat.put("d/x", "1");
    let before = chat.snapshot();
    let orders = [
        "write a 2",
        "write new 1",
        "rename a b",
        "rename d/x a",
        "unlink a",
        "mkdir m",
        "rmdir d",
        "open f a rw",
        "open f a rwt",
        "open f a ra",
        "open f a rwc",
        "read a",
        "open g a r",
        "pwrite g 0 2",
        "setlen g 0",
        "read a",
    ];
    let seen = results(&chat, &orders);
    for (order, seen) in orders.iter().zip(&seen) {
        let expected = match *order {
            "read a" => "read 1",
            "open g a r" => "done",
            _ => "error",
        };
        assert!(seen.starts_with(expected), "{order}: {seen}");
    }
    assert_eq!(chat.snapshot(), before);
}

#[test]
fn planted_links_lead_nowhere_outside_and_special_files_hang_nobody() {
    let host = host(ChatQuota::default());
    let chat = host.chat();
    let outside = host.data().join("outside");
    std::fs::write(&outside, "secret").unwrap();
    chat.put("in/file", "inside");
    let at = |name: &str| chat.files_dir().join(name);
    symlink("in/file", at("good")).unwrap();
    symlink(&outside, at("absolute")).unwrap();
    symlink("../../../outside", at("up")).unwrap();
    symlink("loop", at("loop")).unwrap();
    symlink("..", at("in/parent")).unwrap();
    std::fs::hard_link(&outside, at("hard")).unwrap();
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, at("fifo"), rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    std::fs::write(chat.files_dir().join(std::ffi::OsStr::new(unsafe_name())), "1").unwrap();
    let seen = results(
        &chat,
        &[
            "read good",
            "read absolute",
            "read up",
            "read loop",
            "read fifo",
            "read socket",
            "write fifo 1",
            "read in/parent/in/file",
            "list ",
            "write hard changed",
            "write good new",
            "unlink up",
        ],
    );
    assert_eq!(seen[0], "read inside");
    for refused in &seen[1..7] {
        assert!(refused.starts_with("error"), "{seen:?}");
    }
    assert_eq!(seen[7], "read inside", "a link inside is followed inside");
    assert_eq!(seen[8], "names absolute@ fifo good@ hard in/ loop@ socket up@", "every name that is text is listed");
    assert_eq!(seen[9..], ["done", "done", "done"]);
    assert_eq!(std::fs::read(&outside).unwrap(), b"secret", "a planted hard link was written through");
    assert_eq!(chat.get("in/file").unwrap(), b"new");
    assert!(std::fs::symlink_metadata(at("up")).is_err());
}

fn unsafe_name() -> &'static std::ffi::OsStr {
    std::os::unix::ffi::OsStrExt::from_bytes(b"bad\xff")
}

#[test]
fn a_chat_that_is_a_link_is_refused() {
    let host = host(ChatQuota::default());
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(host.data().join("chats")).unwrap();
    symlink(elsewhere.path(), host.data().join("chats/linked")).unwrap();
    let error = format!("{:#}", host.host().chat("linked").unwrap_err());
    assert!(error.contains("linked") && error.contains("links"), "{error}");
}

#[test]
fn only_a_call_that_changes_something_counts_as_a_generation() {
    let host = host(ChatQuota::default());
    let chat = host.chat();
    let files = chat.chat().files();
    let generation = || files.generation();
    let start = generation();
    results(&chat, &["write a 1"]);
    assert_eq!(generation(), start + 1);
    results(&chat, &["read a", "list "]);
    assert_eq!(generation(), start + 1);
    let again = call(&chat, &["write\ta\t1".to_owned()], "ok");
    assert!(again.files.is_empty(), "the same content is no change: {:?}", again.files);
    assert_eq!(generation(), start + 1);
    let changed = call(&chat, &["write\ta\t2".to_owned(), "write\tpage.html\t<p>".to_owned()], "ok");
    assert_eq!(generation(), start + 2);
    let file = &changed.files.changed[0];
    assert_eq!(file.before_sha256.as_deref(), Some("6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"));
    assert_eq!(file.sha256.as_deref(), Some("d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35"));
    assert_eq!(changed.files.created[0].media_type.as_deref(), Some("text/html"));
}

#[test]
fn packages_are_shared_and_nobody_changes_them() {
    let packages = tempfile::tempdir().unwrap();
    std::fs::create_dir(packages.path().join("lib")).unwrap();
    std::fs::write(packages.path().join("lib/code"), "shared").unwrap();
    let with = TestHost::built(|builder| builder.tools_dir(hostile_dir()).packages_dir(packages.path()));
    let chat = with.chat();
    let orders =
        "read\tlib/code\nlist\t\nwrite\tlib/code\tmine\nwrite\tnew\tmine\nunlink\tlib/code\nmkdir\tm\nread\tlib/code";
    let outcome = chat.call("follows_orders", json!({"root": "/packages", "orders": orders}));
    let text = text_of(&outcome);
    let seen: Vec<&str> = text.lines().collect();
    assert_eq!((seen[0], seen[1], seen[6]), ("read shared", "names lib/", "read shared"), "{outcome:?}");
    assert!(seen[2..6].iter().all(|seen| seen.starts_with("error")), "{seen:?}");
    assert_eq!(std::fs::read(packages.path().join("lib/code")).unwrap(), b"shared");
    let without = host(ChatQuota::default());
    let outcome = without.chat().call("follows_orders", json!({"root": "/packages", "orders": "list\t"}));
    assert!(text_of(&outcome).starts_with("error"), "{outcome:?}");
}
