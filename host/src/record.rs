//! This remembers what calls came to: counters in memory, and an audit log on the disk.
//!
//! The log says which tool was called in which chat with arguments of which digest, and what became of it. It never holds
//! arguments or answers. It is written one JSON object to a line, each with a single write to a file that is only ever
//! appended to, so that several processes can share it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use serde::Serialize;

use crate::call::ToolCall;
use crate::catalog::rules::shown;
use crate::chat::Chat;
use crate::outcome::{Outcome, Status};

/// What the calls of one tool came to since the host was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// Calls, refused ones included.
    pub calls: u64,
    /// Calls that did their work.
    pub ok: u64,
    /// Calls that had nothing to do.
    pub noop: u64,
    /// Calls that failed, by code.
    pub errors: BTreeMap<&'static str, u64>,
    /// Calls that were given an earlier answer.
    pub reused: u64,
    /// Fuel of all calls.
    pub fuel: u64,
    /// The most memory that a call had.
    pub peak_memory_bytes: u64,
    /// Microseconds of all calls in which the guest, or the host on its behalf, was computing.
    pub run_us: u64,
}

/// Counters under this many names; further ones are counted together. A model can invent names without end.
const MOST_NAMES: usize = 20_000;
const OTHERS: &str = "(others)";

/// What a host remembers of its calls.
#[derive(Debug, Default)]
pub(crate) struct Records {
    counters: Mutex<BTreeMap<String, Counters>>,
    audit: Option<Audit>,
}

#[derive(Debug)]
struct Audit {
    path: PathBuf,
    file: File,
}

/// A call of which it is not known yet what it comes to.
pub(crate) struct Received {
    arguments: Option<String>,
}

#[derive(Serialize)]
struct Line<'a> {
    /// Milliseconds since 1970.
    at: u64,
    chat: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<&'a str>,
    call: String,
    tool: &'a str,
    /// BLAKE3 of the arguments' text.
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<String>,
    /// `ok`, `noop` or the failure's code.
    result: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gate: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reused: bool,
    fuel: u64,
    run_us: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<&'a str>,
}

impl Records {
    /// # Errors
    /// If the audit log cannot be opened.
    pub(crate) fn new(audit: Option<&Path>) -> anyhow::Result<Self> {
        let open = |path: &Path| {
            let file = File::options().create(true).append(true).open(path).with_context(|| {
                format!("cannot open the audit log {}; choose another file, or make this one writable", path.display())
            })?;
            Ok::<_, anyhow::Error>(Audit { path: path.to_owned(), file })
        };
        Ok(Self { counters: Mutex::default(), audit: audit.map(open).transpose()? })
    }

    /// Notes that a call came in.
    pub(crate) fn receive(&self, call: &ToolCall) -> Received {
        let digest = || blake3::hash(call.arguments.as_bytes()).to_hex().to_string();
        Received { arguments: self.audit.as_ref().map(|_| digest()) }
    }

    /// Notes what a call came to.
    pub(crate) fn note(&self, chat: &Chat, received: Received, outcome: &Outcome) {
        self.count(outcome);
        if let Some(audit) = &self.audit {
            let gate = || outcome.error.as_ref()?.details.as_ref()?.get("gate")?.as_str();
            let files = outcome.files.created.iter().chain(&outcome.files.changed).chain(&outcome.files.deleted);
            audit.write(&Line {
                at: now(),
                chat: chat.name(),
                user: chat.user(),
                call: shown(&outcome.call_id),
                tool: &outcome.tool,
                arguments: received.arguments,
                result: result(outcome),
                gate: gate(),
                reused: outcome.reused,
                fuel: outcome.usage.fuel,
                run_us: outcome.usage.run_us,
                files: files.map(|file| file.path.as_str()).collect(),
            });
        }
    }

    fn count(&self, outcome: &Outcome) {
        let mut all = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let name = if all.contains_key(&outcome.tool) || all.len() < MOST_NAMES { &outcome.tool } else { OTHERS };
        // Looked up before it is inserted: the usual call allocates nothing here.
        let counters = match all.get_mut(name) {
            Some(counters) => counters,
            None => all.entry(name.to_owned()).or_default(),
        };
        counters.calls += 1;
        match outcome.status {
            Status::Ok => counters.ok += 1,
            Status::Noop => counters.noop += 1,
            Status::Error => *counters.errors.entry(result(outcome)).or_default() += 1,
        }
        counters.reused += u64::from(outcome.reused);
        counters.fuel = counters.fuel.saturating_add(outcome.usage.fuel);
        counters.peak_memory_bytes = counters.peak_memory_bytes.max(outcome.usage.peak_memory_bytes);
        counters.run_us = counters.run_us.saturating_add(outcome.usage.run_us);
    }

    pub(crate) fn counters(&self) -> BTreeMap<String, Counters> {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Audit {
    fn write(&self, line: &Line<'_>) {
        let written = serde_json::to_vec(line).map_err(anyhow::Error::from).and_then(|mut text| {
            text.push(b'\n');
            Ok((&self.file).write_all(&text)?)
        });
        if let Err(error) = written {
            // The call is over; that it was not written down must not go unnoticed.
            tracing::error!("cannot write to the audit log {}: {error:#}", self.path.display());
        }
    }
}

fn result(outcome: &Outcome) -> &'static str {
    match outcome.status {
        Status::Ok => "ok",
        Status::Noop => "noop",
        Status::Error => outcome.code().map_or("error", |code| code.as_str()),
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
