//! This is the one path on which a tool runs. The command line, the protocols, the tests and the benchmarks all take it.
//!
//! Each call passes the gates in a fixed order; the first that refuses decides, and no instance is made. Whatever
//! happens afterwards ends in one [`Outcome`] under the call's own identifier.

mod admission;
mod arguments;
mod files;
mod gates;
mod step;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use futures_util::FutureExt as _;
use serde_json::Value;

use crate::call::ToolCall;
use crate::catalog::Tool;
use crate::catalog::metadata::{ContextKey, FileAccess};
use crate::chat::ChatState;
use crate::host::HostState;
use crate::outcome::{CallError, Code, Content, FileChanges, Outcome};
use crate::sandbox::{Facts, Finished, Invocation, News, Readiness};

pub(crate) use admission::Door;
use files::CallFiles;
pub use gates::Verdict;
pub(crate) use gates::{StepBudget, explain};
pub use step::CallEvent;
pub(crate) use step::{Observer, run_step};

/// A call that has passed every gate that needs no waiting.
pub(crate) struct Admitted {
    pub(crate) call_id: String,
    pub(crate) tool: Arc<Tool>,
    pub(crate) arguments: String,
    /// Whether it may run beside other calls of its step.
    pub(crate) concurrency_safe: bool,
    pub(crate) files: FileAccess,
}

/// Runs one call to its end, through all gates.
pub(crate) async fn run_call(host: &HostState, chat: &ChatState, call: ToolCall, observer: &Observer) -> Outcome {
    match gates::pass(host, chat, call, &StepBudget::default()) {
        Ok(admitted) => run_admitted(host, chat, admitted, observer).await,
        Err(refused) => *refused,
    }
}

/// Runs a call that passed the gates: waits for a slot, then runs it in a fresh instance.
pub(crate) async fn run_admitted(host: &HostState, chat: &ChatState, call: Admitted, observer: &Observer) -> Outcome {
    let queued = Instant::now();
    let (call_id, tool) = (call.call_id.clone(), call.tool.clone());
    let refused = |error| Outcome::refused(&call_id, tool.name(), error);
    let _turn = if call.concurrency_safe { None } else { Some(chat.turn().lock().await) };
    let _slot = match host.admission.enter().await {
        Ok(slot) => slot,
        Err(error) => return refused(error),
    };
    let queue_us = u64::try_from(queued.elapsed().as_micros()).unwrap_or(u64::MAX);
    if let Some(reason) = unavailable(host, &call.tool).await {
        return refused(CallError::new(Code::Unavailable, format!("`{}` is not available: {reason}", tool.name())));
    }
    let running = AssertUnwindSafe(run_instance(host, chat, &call, observer)).catch_unwind();
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
async fn run_instance(
    host: &HostState,
    chat: &ChatState,
    call: &Admitted,
    observer: &Observer,
) -> anyhow::Result<Outcome> {
    let tool = &call.tool;
    let grant = tool.grant.clone().narrowed_to(call.files);
    let files = CallFiles::new(host, chat, &grant, &tool.limits);
    let invocation = Invocation {
        tool: tool.name.clone(),
        config_keys: tool.config_keys.clone(),
        grant: &grant,
        limits: &tool.limits,
        mounts: files.mounts(),
        observer: news_of(call, observer),
    };
    let wants_chat = tool.metadata.needs.context.contains(&ContextKey::Chat);
    let facts = Facts { call_id: &call.call_id, chat: wants_chat.then_some(chat.name()) };
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
    };
    (outcome, true)
}

/// Whether a path stays inside the chat's files, as text.
fn is_plain_path(path: &str) -> bool {
    !path.is_empty() && path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains(['\\', '\0'])
}
