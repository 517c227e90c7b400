//! What the host's own file system costs: the same guest over it and over a plain preopened directory, in turns.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use toolhost::{ChatQuota, Durability, ToolCall};
use toolhost_tests::{ScratchChat, TestHost, block_on, hostile_dir};

use crate::plain::Embedding;
use crate::single::{assert_good, with_runtime};
use crate::table::{Latencies, Table, Target};

const GUEST: &str = "works_with_files";
const LARGE: u64 = 100_000_000;

/// What the guest does, how often, and by how much it may take longer than over a plain directory.
struct Job {
    name: &'static str,
    arguments: String,
    times: usize,
    aim: f64,
    /// Whether every round begins with an empty chat.
    fresh: bool,
}

pub(crate) fn against_plain(table: &mut Table) {
    let component = hostile_dir().join(format!("{GUEST}.wasm"));
    let plain = Embedding::of(&component).unwrap_or_else(|error| panic!("the plain embedding fails: {error:?}"));
    let job = |name, arguments: String, times, aim, fresh| Job { name, arguments, times, aim, fresh };
    let jobs = [
        job("no file touched", r#"{"do":"nothing"}"#.to_owned(), 3_000, 1.05, false),
        job("1,000 small files written and read", r#"{"do":"small","count":1000}"#.to_owned(), 15, 1.5, true),
        job("100 MB written", format!(r#"{{"do":"write","bytes":{LARGE}}}"#), 10, 1.3, true),
        job("100 MB read", r#"{"do":"read"}"#.to_owned(), 10, 1.3, false),
    ];
    let quota = ChatQuota { file_bytes: 2 * LARGE, bytes: 4 * LARGE, entries: 10_000, ..ChatQuota::default() };
    for (durability, about) in
        [(Durability::ProcessEnd, "safe when the process ends"), (Durability::PowerLoss, "safe when the power fails")]
    {
        let host = TestHost::built(|builder| builder.tools_dir(hostile_dir()).durability(durability).chat_quota(quota));
        let mut both = Both { plain: &plain, chat: host.chat(), folder: host.data().join("plain-0") };
        for job in &jobs {
            let (ours, theirs) = with_runtime(|| both.measure(&host, job));
            let ratio = ours.quantile(0.5).as_secs_f64() / theirs.quantile(0.5).as_secs_f64();
            table.latencies(format!("{}, {about}", job.name), &ours, Target::None);
            table.latencies(format!("{}, plain preopen", job.name), &theirs, Target::None);
            let judged = if ratio <= job.aim { "met" } else { "missed" };
            table.figure(format!("{}: ratio", job.name), format!("{ratio:.2}×"), format!("≤ {}×: {judged}", job.aim));
        }
    }
}

/// The two sides, each with the place that it works on.
struct Both<'a> {
    plain: &'a Embedding,
    chat: ScratchChat,
    folder: PathBuf,
}

impl Both<'_> {
    fn measure(&mut self, host: &TestHost, job: &Job) -> (Latencies, Latencies) {
        let (mut ours, mut theirs) = (Latencies::new(), Latencies::new());
        // The first round warms up.
        for round in 0..=job.times {
            if job.fresh {
                self.chat = host.chat();
                self.folder = host.data().join(format!("plain-{round}"));
            }
            std::fs::create_dir_all(&self.folder).unwrap_or_else(|error| panic!("no folder: {error}"));
            let our_time = self.on_the_host(job);
            let their_time = self.on_the_plain_embedding(job);
            if round > 0 {
                ours.note(our_time);
                theirs.note(their_time);
            }
        }
        (ours, theirs)
    }

    fn on_the_host(&self, job: &Job) -> Duration {
        let call = ToolCall::new("call", GUEST, job.arguments.clone());
        let started = Instant::now();
        let outcome = block_on(self.chat.chat().call(call));
        let took = started.elapsed();
        assert_good(&outcome);
        took
    }

    fn on_the_plain_embedding(&self, job: &Job) -> Duration {
        let started = Instant::now();
        let done = block_on(self.plain.call(&self.folder, &job.arguments));
        let took = started.elapsed();
        done.unwrap_or_else(|error| panic!("the plain embedding fails: {error:?}"));
        took
    }
}
