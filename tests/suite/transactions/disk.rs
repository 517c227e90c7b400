//! What is on the disk while calls run and after they have been stopped, and that large files go through in parts.

use std::io::Read;
use std::time::Duration;

use serde_json::json;
use toolhost::{ChatQuota, Code, Durability, LimitsPolicy, ToolCall};
use toolhost_tests::{TestHost, block_on, hostile_dir, runtime};

use super::{arguments, call, host};

fn overlays(chat: &toolhost_tests::ScratchChat) -> usize {
    let folder = chat.files_dir().parent().unwrap().join("overlays");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn a_call_at_its_limit_and_a_cancelled_one_leave_nothing() {
    let host = TestHost::built(|builder| {
        builder.tools_dir(hostile_dir()).limits(LimitsPolicy::default().for_every_tool(|limits| {
            limits.wall_clock = Duration::from_millis(400);
        }))
    });
    let chat = host.chat();
    chat.put("kept", "1");
    let before = chat.snapshot();
    let orders = ["write\tnew\t1".to_owned(), "unlink\tkept".to_owned()];
    let outcome = call(&chat, &orders, "spin");
    assert_eq!(outcome.code(), Some(Code::Timeout));
    assert_eq!((chat.snapshot(), overlays(&chat)), (before.clone(), 0));

    let running = {
        let chat = chat.chat().clone();
        let call = ToolCall::new("call", "follows_orders", arguments(&orders, "spin").to_string());
        runtime().spawn(async move { chat.call(call).await })
    };
    std::thread::sleep(Duration::from_millis(50));
    running.abort();
    assert!(block_on(running).unwrap_err().is_cancelled());
    assert_eq!((chat.snapshot(), overlays(&chat)), (before, 0));
}

#[test]
fn what_an_ended_process_left_behind_goes_at_the_next_start() {
    let data = tempfile::tempdir().unwrap();
    let start =
        || toolhost::Host::builder().data_dir(data.path()).cache_dir(toolhost_tests::cache_dir()).build().unwrap();
    start().chat("c").unwrap();
    let chat = data.path().join("chats/c/overlays/call-left");
    let scratch = data.path().join("scratch/call-left");
    for folder in [&chat, &scratch] {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("0"), "half").unwrap();
    }
    start().chat("c").unwrap();
    assert!(!chat.exists() && !scratch.exists());
}

/// Gives so many bytes, none of which is kept anywhere.
struct Endless(u64);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = usize::try_from(self.0).unwrap().min(buffer.len());
        buffer[..count].fill(b'x');
        self.0 -= count as u64;
        Ok(count)
    }
}

fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[test]
fn a_gigabyte_goes_through_without_being_held() {
    const GIGABYTE: u64 = 1_000_000_000;
    let quota = ChatQuota { file_bytes: GIGABYTE, bytes: GIGABYTE, ..ChatQuota::default() };
    let host = TestHost::built(|builder| {
        builder.tools_dir(hostile_dir()).chat_quota(quota).durability(Durability::ProcessEnd)
    });
    let chat = host.chat();
    // Other tests of this process may allocate meanwhile, but not a gigabyte.
    let before = peak_memory();
    let changes = chat.chat().files().put("large", Endless(GIGABYTE)).unwrap();
    assert_eq!(changes.created[0].size, GIGABYTE);
    let outcome = chat.call("works_with_files", json!({"do": "read"}));
    assert!(!outcome.is_error(), "{outcome:?}");
    let mut read = 0;
    let mut file = chat.chat().files().get("large").unwrap();
    let mut part = vec![0; 1 << 20];
    loop {
        match file.read(&mut part).unwrap() {
            0 => break,
            count => read += count as u64,
        }
    }
    assert_eq!(read, GIGABYTE);
    let grown = peak_memory().saturating_sub(before);
    assert!(grown < GIGABYTE / 2, "the process grew by {grown} bytes");
    let refused = chat.chat().files().put("more", Endless(1)).unwrap_err();
    assert!(format!("{refused:#}").contains("a chat may hold"), "{refused:#}");
}

#[test]
fn changes_of_an_embedder_keep_to_the_rules_too() {
    let host = host(ChatQuota { file_bytes: 10, ..ChatQuota::default() });
    let chat = host.chat();
    let files = chat.chat().files();
    files.put("a/b/c", &b"1"[..]).unwrap();
    for (path, content) in
        [("../x", "1"), ("/etc/x", "1"), ("", "1"), ("a\\b", "1"), ("a/b", "1"), ("big", "12345678901"), ("A/b/c", "1")]
    {
        let error = files.put(path, content.as_bytes()).unwrap_err();
        assert!(!format!("{error:#}").is_empty(), "{path}");
    }
    assert_eq!(files.list().unwrap().len(), 1);
    assert!(files.delete("a/b").is_err(), "a folder that is not empty");
    files.delete("a/b/c").unwrap();
    files.delete("a/b").unwrap();
    assert!(files.get("a/b/c").is_err());
}
