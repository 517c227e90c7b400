//! This is the one path on which a tool runs. The command line, the protocols, the tests and the benchmarks all take it.
//!
//! Each call passes the gates in a fixed order; the first that refuses decides, and no instance is made. Whatever
//! happens afterwards ends in one [`Outcome`] under the call's own identifier.

mod admission;
mod arguments;
mod desk;
mod files;
mod gates;
mod reuse;
mod snapshots;
mod step;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use serde_json::Value;

use crate::call::ToolCall;
use crate::catalog::Tool;
use crate::catalog::metadata::{ContextKey, FileAccess};
use crate::chat::Chat;
use crate::host::HostState;
use crate::outcome::{CallError, Code, Content, FileChanges, Outcome};
use crate::sandbox::{Facts, Finished, Invocation, News, Readiness};

pub(crate) use admission::Door;
use files::CallFiles;
pub use gates::Verdict;
pub(crate) use gates::{StepBudget, explain};
pub(crate) use reuse::Answers;
pub use step::CallEvent;
pub(crate) use step::{Observer, run_step};

/// A call that has passed every gate that needs no waiting.
pub(crate) struct Admitted {
    pub(crate) call_id: String,
    pub(crate) tool: Arc<Tool>,
    pub(crate) arguments: String,
    /// Whether it may run beside other calls of its step.
    pub(crate) concurrency_safe: bool,
    /// Whether making it twice is the same as making it once.
    pub(crate) idempotent: bool,
    /// What it costs.
    pub(crate) cost: u64,
    pub(crate) files: FileAccess,
}

/// Where a call stands: in which step, and within which other call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Frame {
    /// How many calls this one is within.
    depth: u32,
    /// Whether a call that this one is within holds the chat's turn.
    holds_turn: bool,
    /// When the call that this one is within has to end.
    deadline: Option<Instant>,
    budget: Arc<StepBudget>,
}

/// Runs one call to its end, through all gates.
pub(crate) async fn run_call(chat: &Chat, call: ToolCall, observer: &Observer) -> Outcome {
    let frame = Frame::default();
    let received = chat.host().records.receive(&call);
    let outcome = match gates::pass(chat.host(), chat.state(), call, &frame.budget) {
        Ok(admitted) => run_admitted(chat, admitted, frame, observer).await,
        Err(refused) => *refused,
    };
    chat.host().records.note(chat, received, &outcome);
    outcome
}

/// Runs a call that a guest makes, through all gates.
async fn run_nested(chat: &Chat, call: ToolCall, frame: Frame) -> Outcome {
    let received = chat.host().records.receive(&call);
    let outcome = match gates::pass(chat.host(), chat.state(), call, &frame.budget) {
        Ok(admitted) => Box::pin(run_admitted(chat, admitted, frame, &None)).await,
        Err(refused) => *refused,
    };
    chat.host().records.note(chat, received, &outcome);
    outcome
}

/// Runs a call that passed the gates: waits for its turn and for a slot, then runs it in a fresh instance.
pub(crate) async fn run_admitted(chat: &Chat, call: Admitted, frame: Frame, observer: &Observer) -> Outcome {
    let answers = &chat.host().answers;
    if let Some(outcome) = answers.get(chat, &call) {
        chat.state().give_back(call.cost);
        return outcome;
    }
    let generation = if answers.is_on() { chat.state().files().generation() } else { 0 };
    let began = Instant::now();
    let mut outcome = run_once(chat, &call, frame.clone(), observer).await;
    for pause in RETRIES {
        let spent = began.elapsed() + pause;
        if !(call.idempotent && may_pass(&outcome)) || spent >= call.tool.limits.wall_clock {
            break;
        }
        tracing::info!(
            tool = call.tool.name(),
            call = call.call_id,
            "an idempotent call is made again: {:?}",
            outcome.error
        );
        // Calls that failed together must not come back together.
        let jitter = Duration::from_micros(u64::from(began.elapsed().subsec_nanos()) % 20_000);
        tokio::time::sleep(pause + jitter).await;
        outcome = run_once(chat, &call, frame.clone(), observer).await;
    }
    answers.put(chat, &call, generation, &outcome);
    outcome
}

/// How long an idempotent call that failed for a passing reason waits before it is made again.
const RETRIES: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(250)];

/// Whether a failure may be gone when the call is made again: the tool says so itself.
fn may_pass(outcome: &Outcome) -> bool {
    let by_tool = |error: &CallError| {
        error.details.as_ref().and_then(|details| details.get("source")).and_then(Value::as_str) == Some("tool")
    };
    outcome.error.as_ref().is_some_and(|error| error.retryable && by_tool(error))
}

async fn run_once(chat: &Chat, call: &Admitted, mut frame: Frame, observer: &Observer) -> Outcome {
    let host = chat.host();
    let queued = Instant::now();
    let (call_id, tool) = (call.call_id.clone(), call.tool.clone());
    let refused = |error| Outcome::refused(&call_id, tool.name(), error);
    let turn = chat.state().turn();
    let _turn = if call.concurrency_safe || frame.holds_turn { None } else { Some(turn.lock().await) };
    frame.holds_turn |= _turn.is_some();
    // A call within a call never waits for a slot: the calls that hold them may all be waiting for it.
    let entered = if frame.depth > 0 { host.inner_admission.enter().await } else { host.admission.enter().await };
    let _slot = match entered {
        Ok(slot) => slot,
        Err(error) => return refused(error),
    };
    // What a person has taken back since the step began counts.
    if let Err(error) = gates::still_active(host, chat.state(), &call.tool) {
        return refused(error);
    }
    let queue_us = u64::try_from(queued.elapsed().as_micros()).unwrap_or(u64::MAX);
    if let Some(reason) = unavailable(host, &call.tool).await {
        return refused(CallError::new(Code::Unavailable, format!("`{}` is not available: {reason}", tool.name())));
    }
    let running = AssertUnwindSafe(run_instance(chat, call, frame, observer)).catch_unwind();
    let mut outcome = match running.await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(error)) => {
            tracing::error!(tool = tool.name(), call = call_id, "the host failed: {error:#}");
            refused(CallError::new(Code::Unavailable, format!("the host could not run the call: {error:#}")))
        }
        Err(_) => {
            tracing::error!(tool = tool.name(), call = call_id, "the host panicked while it ran the call");
            refused(CallError::new(Code::Trap, "the host failed while it ran the call; its log says more"))
        }
    };
    outcome.usage.queue_us = queue_us;
    tracing::info!(
        tool = tool.name(),
        call = call_id,
        code = outcome.code().map(Code::as_str),
        fuel = outcome.usage.fuel,
        peak_memory_bytes = outcome.usage.peak_memory_bytes,
        run_us = outcome.usage.run_us,
        "call ended"
    );
    outcome
}

/// Why a tool that is asked before its first call, or that rested, cannot be called now.
async fn unavailable(host: &HostState, tool: &Tool) -> Option<String> {
    if !tool.must_be_asked() {
        return None;
    }
    let now = Instant::now();
    if let Some(reason) = tool.resting(now) {
        return Some(reason);
    }
    let readiness = tool.prepared.availability(&host.questions).await;
    tool.note(&readiness, now);
    match readiness {
        Readiness::Unavailable(reason) => Some(reason),
        Readiness::Available | Readiness::Unknown(_) => None,
    }
}

/// Makes the instance, calls it, checks what it answered and settles its files.
async fn run_instance(chat: &Chat, call: &Admitted, mut frame: Frame, observer: &Observer) -> anyhow::Result<Outcome> {
    let tool = &call.tool;
    let grant = tool.grant.clone().narrowed_to(call.files);
    let mut limits = std::borrow::Cow::Borrowed(&tool.limits);
    let now = Instant::now();
    if let Some(deadline) = frame.deadline {
        limits.to_mut().wall_clock = tool.limits.wall_clock.min(deadline.saturating_duration_since(now));
    }
    frame.deadline = now.checked_add(limits.wall_clock);
    let files = CallFiles::new(chat, tool, &grant, &limits);
    let invocation = Invocation {
        tool: tool.name.clone(),
        config_keys: tool.config_keys.clone(),
        grant: &grant,
        limits: &limits,
        mounts: files.mounts(),
        desk: desk::of(chat, &call.call_id, &grant, &limits, frame, &files),
        observer: news_of(call, observer),
    };
    let wants = |key| tool.metadata.needs.context.contains(&key);
    let facts = Facts {
        call_id: &call.call_id,
        chat: wants(ContextKey::Chat).then_some(chat.name()),
        user: chat.user().filter(|_| wants(ContextKey::User)),
    };
    let finished = tool.prepared.invoke(invocation, facts, &call.arguments).await?;
    let by_guest = finished.by_guest;
    let (mut outcome, fits) = outcome(call, finished, files.has_chat());
    files.settle(&mut outcome, by_guest && fits, tool.metadata.files_on_error).await?;
    Ok(outcome)
}

/// Passes a guest's news on under the call's identifier, if somebody listens.
fn news_of(call: &Admitted, observer: &Observer) -> Option<Arc<dyn Fn(News) + Send + Sync>> {
    let observer = observer.clone()?;
    let call_id = call.call_id.clone();
    Some(Arc::new(move |news| {
        observer(match news {
            News::Progress { fraction, message } => CallEvent::Progress { call_id: call_id.clone(), fraction, message },
            News::Partial(text) => CallEvent::Partial { call_id: call_id.clone(), text },
        });
    }))
}

/// Puts together what the caller gets, and says whether the answer keeps to the contract.
fn outcome(call: &Admitted, finished: Finished, had_files: bool) -> (Outcome, bool) {
    let metadata = &call.tool.metadata;
    let bad_reference = finished.content.iter().find_map(|part| match part {
        Content::File { path, .. } if !had_files || !is_plain_path(path) => Some(path),
        _ => None,
    });
    if let Some(path) = bad_reference {
        let message = format!(
            "the tool's answer breaks the contract: it refers to the file `{}`, which the call was not granted",
            crate::catalog::rules::shown(path)
        );
        let mut refused = Outcome::refused(&call.call_id, call.tool.name(), CallError::new(Code::BadResult, message));
        refused.usage = finished.usage;
        return (refused, false);
    }
    let mode = finished.content.iter().find_map(|part| match part {
        Content::Json { value } => value.get("mode").and_then(Value::as_str),
        _ => None,
    });
    let hint = metadata.hint_for(finished.action.as_deref(), mode).map(str::to_owned);
    let outcome = Outcome {
        call_id: call.call_id.clone(),
        tool: call.tool.name().to_owned(),
        status: finished.status,
        content: finished.content,
        action: finished.action,
        system_hint: hint,
        error: finished.error,
        usage: finished.usage,
        files: FileChanges::default(),
        reused: false,
    };
    (outcome, true)
}

/// Whether a path stays inside the chat's files, as text.
fn is_plain_path(path: &str) -> bool {
    !path.is_empty() && path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains(['\\', '\0'])
}
