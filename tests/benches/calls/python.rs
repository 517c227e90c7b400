//! The interpreter: the smallest program, and programs that compute, beside the machine's own `python3`.

use std::process::Command;
use std::time::Duration;

use serde_json::json;
use toolhost_tests::{ScratchChat, TestHost, json_of, tools_dir};

use crate::single::{again, assert_good, with_runtime};
use crate::table::{Table, Target, shown};

pub(crate) fn fresh_call(table: &mut Table) {
    let host = TestHost::over(&tools_dir());
    let arguments = json!({"code": "print(1+1)"}).to_string();
    let latencies = with_runtime(|| again(&host.chat(), "code_interpreter", &arguments, 20, 400));
    table.latencies("fresh Python call, print(1+1)", &latencies, Target::Median(Duration::from_millis(8)));
}

/// Programs of different kinds. Each runs for a good tenth of a second natively.
const PROGRAMS: &[(&str, &str)] = &[
    ("integers in a loop", "n = 0\nfor i in range(2_000_000):\n    n = (n * 31 + i) & 0xffffffff"),
    ("floating point", "x = 0.5\nfor i in range(1_500_000):\n    x = 3.7 * x * (1.0 - x)"),
    ("function calls", "def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nf(25)"),
    ("dictionaries", "d = {}\nfor i in range(600_000):\n    k = str(i % 5000)\n    d[k] = d.get(k, 0) + i"),
    (
        "objects",
        "class P:\n    def __init__(self, x): self.x = x\n    def move(self): self.x += 1\nps = [P(i) for i in range(1000)]\nfor _ in range(800):\n    for p in ps: p.move()",
    ),
    (
        "sorting",
        "import random\nr = random.Random(1)\nxs = [r.random() for _ in range(300_000)]\nxs.sort()\nys = sorted(map(str, xs[:60_000]))",
    ),
    (
        "text and regular expressions",
        "import re\nt = 'the quick brown fox 12345 jumps over 678 dogs ' * 4000\nfor _ in range(6):\n    len(re.findall(r'\\b\\w+\\d\\b', t)); t.upper().split()",
    ),
    (
        "JSON",
        "import json\nd = [{'id': i, 'name': 'n' * 10, 'xs': list(range(10))} for i in range(4000)]\nfor _ in range(6):\n    d = json.loads(json.dumps(d))",
    ),
    ("big integers", "a = 3 ** 20000\nfor _ in range(60):\n    b = a * a % (a + 7)"),
    ("hashing", "import hashlib\nh = b''\nfor i in range(150):\n    h = hashlib.sha256(h + b'x' * 50_000).digest()"),
];

/// Runs each program three times and says how long the fastest took, by the program's own clock.
const HARNESS: &str = "import time\nbest = 1e9\nfor _ in range(3):\n    start = time.perf_counter()\n    exec(compile(PROGRAM, 'program', 'exec'), {})\n    best = min(best, time.perf_counter() - start)\nprint(best)";

pub(crate) fn against_native(table: &mut Table) {
    let Some(version) = native("import sys; print('.'.join(map(str, sys.version_info[:3])))") else {
        table.figure("CPU-bound Python", "–".to_owned(), "not compared: there is no python3".to_owned());
        return;
    };
    let host = TestHost::over(&tools_dir());
    let chat = host.chat();
    let mut logarithms = Vec::new();
    for (name, program) in PROGRAMS {
        let program = format!("PROGRAM = {}\n{HARNESS}", json!(program));
        let (Some(here), Some(there)) = (in_guest(&chat, &program), native(&program).and_then(|text| seconds(&text)))
        else {
            table.figure(format!("CPU-bound Python, {name}"), "–".to_owned(), "not measured".to_owned());
            continue;
        };
        let ratio = here.as_secs_f64() / there.as_secs_f64();
        logarithms.push(ratio.ln());
        let note = format!("{} here, {} there", shown(here), shown(there));
        table.figure(format!("CPU-bound Python, {name}"), format!("{ratio:.2}×"), note);
    }
    let mean = (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp();
    let name = format!("CPU-bound Python against python3 {}, geometric mean", version.trim());
    table.figure(name, format!("{mean:.2}×"), String::new());
}

fn in_guest(chat: &ScratchChat, program: &str) -> Option<Duration> {
    let outcome = chat.call("code_interpreter", json!({"code": program}));
    assert_good(&outcome);
    seconds(json_of(&outcome)?["stdout"].as_str()?)
}

fn native(program: &str) -> Option<String> {
    let output = Command::new("python3").args(["-I", "-c", program]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.trim().parse().ok()?).ok()
}
