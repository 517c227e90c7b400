//! Random orders to a guest, compared with the same orders on a folder of this machine: every result, and what is there
//! after the call.

use fastrand::Rng;
use toolhost::{ChatQuota, Code};
use toolhost_tests::{snapshot, text_of};

use super::{call, copy, difference, host, manifest, natively};

/// Chats, calls in each, and orders in each call.
const CHATS: u64 = 120;
const CALLS: usize = 10;
const ORDERS: usize = 14;

/// Few names, so that orders meet each other.
const NAMES: [&str; 5] = ["a", "b", "d", "d/x", "d/e"];
const DEEPER: [&str; 4] = ["d/e/y", "b/z", "a/w", "c"];

fn path(rng: &mut Rng) -> &'static str {
    if rng.u8(..10) < 7 { rng.choice(NAMES) } else { rng.choice(DEEPER) }.unwrap()
}

/// One random order. `open` has the names of open files.
pub(super) fn order(rng: &mut Rng) -> String {
    let file = rng.choice(["f", "g"]).unwrap();
    let content = "x".repeat(rng.usize(..20)) + rng.choice(["1", "2", "3"]).unwrap();
    match rng.u8(..20) {
        0..=3 => format!("write\t{}\t{content}", path(rng)),
        4 => format!("read\t{}", path(rng)),
        5 | 6 => format!("rename\t{}\t{}", path(rng), path(rng)),
        7 | 8 => format!("unlink\t{}", path(rng)),
        9 | 10 => format!("mkdir\t{}", path(rng)),
        11 => format!("rmdir\t{}", path(rng)),
        12 => format!("list\t{}", rng.choice(["", "d", "d/e", "b"]).unwrap()),
        13 => format!("stat\t{}", path(rng)),
        14 => {
            let how = rng.choice(["r", "rw", "rwc", "rwt", "rwct", "rwx", "ra", "rac"]).unwrap();
            format!("open\t{file}\t{}\t{how}", path(rng))
        }
        15 => format!("pwrite\t{file}\t{}\t{content}", rng.u16(..40)),
        16 => format!("append\t{file}\t{content}"),
        17 => format!("pread\t{file}\t{}", rng.u16(..10)),
        18 => format!("setlen\t{file}\t{}", rng.u16(..50)),
        _ => match rng.bool() {
            true => format!("fstat\t{file}"),
            false => format!("close\t{file}"),
        },
    }
}

pub(super) fn orders(rng: &mut Rng, most: usize) -> Vec<String> {
    (0..rng.usize(1..=most)).map(|_| order(rng)).collect()
}

#[test]
fn a_guest_sees_and_leaves_what_a_plain_folder_would() {
    let host = host(ChatQuota::default());
    let mut committed = 0;
    for seed in 0..CHATS {
        let mut rng = Rng::with_seed(seed);
        let chat = host.chat();
        let mut plain = tempfile::tempdir().unwrap();
        for number in 0..CALLS {
            let orders = orders(&mut rng, ORDERS);
            let before = snapshot(plain.path());
            let tried = tempfile::tempdir().unwrap();
            copy(plain.path(), tried.path());
            let expected = natively(tried.path(), &orders);
            let end = rng.choice(["ok", "ok", "ok", "error", "trap"]).unwrap();
            let outcome = call(&chat, &orders, end);
            let about = format!("seed {seed}, call {number}, end {end}, orders {orders:#?}");
            match end {
                "ok" => {
                    let seen: Vec<String> = text_of(&outcome).lines().map(str::to_owned).collect();
                    assert_eq!(seen, expected, "{about}: {outcome:?}");
                    plain = tried;
                    assert_eq!(chat.snapshot(), snapshot(plain.path()), "{about}");
                    assert_eq!(manifest(&outcome.files), difference(&before, &snapshot(plain.path())), "{about}");
                    committed += u64::from(!outcome.files.is_empty());
                }
                _ => {
                    assert_eq!(
                        outcome.code(),
                        Some(if end == "trap" { Code::Trap } else { Code::ToolError }),
                        "{about}"
                    );
                    assert_eq!(chat.snapshot(), before, "{about}: a failed call changed something");
                    assert!(outcome.files.is_empty(), "{about}: {:?}", outcome.files);
                }
            }
        }
        drop(plain);
    }
    assert!(committed > CHATS * CALLS as u64 / 4, "only {committed} calls changed anything: the orders are too tame");
}
