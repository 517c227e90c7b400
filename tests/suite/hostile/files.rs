//! Chat files: a tool sees its own chat's, as far as it was granted, and nothing else of the machine.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::json;
use toolhost::{Code, Outcome, Status};
use toolhost_tests::{ScratchChat, snapshot, text_of};

use super::{HOST, assert_allowed, assert_refused, assert_usable};

const SECRET: &str = "the number is 7f3a";

/// A chat with a few files, and secrets in every directory above them.
fn chat_among_secrets() -> (ScratchChat, Vec<PathBuf>) {
    let chat = HOST.chat();
    chat.put("kept.txt", "kept");
    chat.put("other.txt", "other");
    chat.put("sub/inner.txt", "inner");
    fs::create_dir(chat.files_dir().join("kept")).unwrap();
    let chat_dir = chat.files_dir().parent().unwrap().to_path_buf();
    let secrets: Vec<PathBuf> = [chat_dir.clone(), chat_dir.parent().unwrap().to_path_buf(), HOST.data().to_path_buf()]
        .iter()
        .map(|directory| directory.join("secret.txt"))
        .collect();
    for secret in &secrets {
        write_at_once(secret);
    }
    (chat, secrets)
}

/// Writes the secret so that nobody ever sees half of it: tests that run beside this one have the same.
fn write_at_once(path: &Path) {
    let directory = path.parent().unwrap();
    let file = tempfile::NamedTempFile::new_in(directory).unwrap();
    fs::write(file.path(), SECRET).unwrap();
    file.persist(path).unwrap();
}

fn assert_kept(outcome: &Outcome, secrets: &[PathBuf]) {
    assert!(!format!("{outcome:?}").contains(SECRET), "the secret got out: {outcome:?}");
    for secret in secrets {
        assert_eq!(fs::read_to_string(secret).unwrap(), SECRET, "{} was changed", secret.display());
        let directory = secret.parent().unwrap();
        assert!(!directory.join("planted.txt").exists(), "a file was planted in {}", directory.display());
    }
}

#[test]
fn opens_parent_directory() {
    let (chat, secrets) = chat_among_secrets();
    let outcome = chat.call("opens_parent_directory", json!({}));
    assert_refused(&outcome);
    assert_kept(&outcome, &secrets);
    assert_usable(&chat);
}

#[test]
fn opens_absolute_path() {
    let (chat, secrets) = chat_among_secrets();
    let outcome = chat.call("opens_absolute_path", json!({"path": secrets[0]}));
    assert_refused(&outcome);
    assert_kept(&outcome, &secrets);
    assert_usable(&chat);
}

#[test]
fn follows_symlink_out() {
    let (chat, secrets) = chat_among_secrets();
    let files = chat.files_dir();
    let outside = secrets[0].parent().unwrap();
    symlink(&secrets[0], files.join("link_to_file")).unwrap();
    symlink("../secret.txt", files.join("relative_link")).unwrap();
    symlink(outside, files.join("link_to_directory")).unwrap();
    symlink("../", files.join("link_to_directory_with_slash")).unwrap();
    symlink("link_to_directory", files.join("link_to_link")).unwrap();
    symlink("/", files.join("link_to_root")).unwrap();
    let outcome = chat.call("follows_symlink_out", json!({}));
    assert_refused(&outcome);
    assert_kept(&outcome, &secrets);
    assert_usable(&chat);
}

#[test]
fn links_out_of_the_chat() {
    let (chat, secrets) = chat_among_secrets();
    let outcome = chat.call("links_out_of_the_chat", json!({"path": secrets[0]}));
    assert_refused(&outcome);
    assert_kept(&outcome, &secrets);
    // Whatever was planted leads nobody else out either.
    for planted in
        ["planted_absolute", "planted_parent/secret.txt", "planted_relative", "planted_slash/secret.txt", "hard"]
    {
        let next = chat.call("reads_a_file", json!({"name": planted}));
        assert_refused(&next);
        assert_kept(&next, &secrets);
    }
    for file in chat.chat().files().list().unwrap() {
        assert!(!file.path.contains("secret"), "the listing follows a link: {}", file.path);
    }
    assert_usable(&chat);
}

#[test]
fn writes_when_read_only() {
    let (chat, _) = chat_among_secrets();
    let before = chat.snapshot();
    let modified = fs::metadata(chat.files_dir().join("kept.txt")).unwrap().modified().unwrap();
    let outcome = chat.call("writes_when_read_only", json!({}));
    assert_refused(&outcome);
    assert_eq!(chat.snapshot(), before);
    assert_eq!(fs::metadata(chat.files_dir().join("kept.txt")).unwrap().modified().unwrap(), modified);
    assert!(outcome.files.is_empty(), "{:?}", outcome.files);
    assert_usable(&chat);
}

#[test]
fn writes_when_granted() {
    let (chat, _) = chat_among_secrets();
    let outcome = chat.call("writes_when_granted", json!({}));
    assert_allowed(
        &outcome,
        &[
            "create",
            "write",
            "append",
            "truncate on open",
            "set length",
            "make directory",
            "remove directory",
            "rename",
            "rename back",
            "unlink",
            "raw open to write",
            "raw create",
            "raw truncate on open",
            "raw unlink",
        ],
    );
    assert_eq!(chat.get("kept.txt"), None);
    assert!(chat.get("created.txt").is_some());
    let paths = |files: &[toolhost::ChangedFile]| files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
    assert!(paths(&outcome.files.created).contains(&"created.txt".to_owned()), "{:?}", outcome.files);
    assert!(paths(&outcome.files.deleted).contains(&"kept.txt".to_owned()), "{:?}", outcome.files);
}

#[test]
fn a_file_that_one_tool_saves_is_there_for_the_next() {
    let chat = HOST.chat();
    let saved = chat.call("saves_a_file", json!({"name": "report.txt", "content": "saved by one"}));
    assert_eq!(saved.status, Status::Ok, "{saved:?}");
    assert_eq!(saved.files.created.len(), 1, "{saved:?}");
    assert_eq!(saved.files.created[0].path, "report.txt");
    assert_eq!(saved.files.created[0].size, 12);
    assert_eq!(chat.get("report.txt").as_deref(), Some(&b"saved by one"[..]));
    let read = chat.call("reads_a_file", json!({"name": "report.txt"}));
    assert!(text_of(&read).contains("saved by one"), "{read:?}");

    let changed = chat.call("saves_a_file", json!({"name": "report.txt", "content": "saved again"}));
    assert_eq!(changed.files.changed.len(), 1, "{changed:?}");
}

#[test]
fn one_chat_never_sees_the_files_of_another() {
    let (one, other) = (HOST.chat(), HOST.chat());
    one.put("mine.txt", SECRET);
    let read = other.call("reads_a_file", json!({"name": "mine.txt"}));
    assert_refused(&read);
    let name = one.files_dir().parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
    for path in [format!("../../{name}/files/mine.txt"), format!("../{name}/files/mine.txt")] {
        let read = other.call("reads_a_file", json!({"name": path}));
        assert_refused(&read);
        assert!(!text_of(&read).contains(SECRET));
    }
}

#[test]
fn references_to_files_that_are_not_the_chats_are_refused() {
    let (chat, secrets) = chat_among_secrets();
    let secret = secrets[0].to_string_lossy().into_owned();
    for path in ["../secret.txt", "/etc/passwd", "", ".", "sub/../../secret.txt", &secret] {
        let outcome = chat.call("returns_bad_file_reference", json!({"path": path}));
        assert_eq!(outcome.code(), Some(Code::BadResult), "{path:?}: {outcome:?}");
        assert_kept(&outcome, &secrets);
    }
    for path in ["kept.txt", "sub/inner.txt"] {
        let outcome = chat.call("returns_bad_file_reference", json!({"path": path}));
        assert_eq!(outcome.status, Status::Ok, "{path:?}: {outcome:?}");
    }
}

#[test]
fn what_a_guest_writes_before_it_crashes_stays_in_its_chat() {
    let chat = HOST.chat();
    let beside = |entries: std::collections::BTreeMap<PathBuf, Vec<u8>>| {
        entries.into_keys().filter(|path| !path.starts_with("chats")).collect::<Vec<_>>()
    };
    let before = beside(snapshot(HOST.data()));
    let outcome = chat.call("traps_on_invoke", json!({}));
    assert_eq!(outcome.code(), Some(Code::Trap));
    assert_eq!(beside(snapshot(HOST.data())), before);
}
