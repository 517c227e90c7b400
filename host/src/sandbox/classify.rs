//! This says what ended a guest: which limit, which trap, or the host itself.

use serde_json::json;
use wasmtime::component::ResourceTableError;
use wasmtime::{PoolConcurrencyLimitError, Trap, WasmBacktrace};
use wasmtime_wasi::I32Exit;

use super::services::beginning;
use super::state::State;
use crate::catalog::rules::{shown, shown_up_to};
use crate::outcome::{CallError, Code};
use crate::policy::Limits;

/// Bytes of standard error that go into a failure's message.
const MOST_STDERR: usize = 2_000;
const MOST_FRAMES: usize = 8;

/// The failure of a guest that did not come back.
pub(super) fn failure(error: &wasmtime::Error, state: &State, limits: &Limits) -> CallError {
    if error.downcast_ref::<PoolConcurrencyLimitError>().is_some() {
        return CallError::new(Code::Capacity, "all instance slots of the host are in use; try again in a moment");
    }
    if let Some(exit) = error.downcast_ref::<I32Exit>() {
        return CallError::new(
            Code::Trap,
            format!("the guest ended its process with exit status {} instead of answering", exit.0),
        )
        .with_details(with_stderr(json!({"exit_status": exit.0}), state));
    }
    if error.downcast_ref::<ResourceTableError>().is_some_and(|error| matches!(error, ResourceTableError::Full))
        || is_about_handles(error)
    {
        return over_limit(Code::Trap, "handles", limits.handles, "open files, streams and other handles at once");
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => over_limit(Code::Fuel, "fuel", limits.fuel, "fuel"),
        Some(Trap::StackOverflow) => {
            CallError::new(Code::Trap, "the guest's call stack is exhausted: recursion is too deep")
                .with_details(with_stderr(json!({"trap": "call stack exhausted"}), state))
        }
        _ if state.limiter.refused_memory() => {
            over_limit(Code::Memory, "memory_bytes", limits.memory_bytes, "bytes of memory")
        }
        _ if state.limiter.refused_elements() => {
            over_limit(Code::Memory, "table_elements", limits.table_elements, "table elements")
        }
        Some(trap) => trapped(&trap.to_string(), error, state),
        None if is_about_host_call_bytes(error) => {
            if error.downcast_ref::<WasmBacktrace>().is_some() {
                over_limit(
                    Code::Trap,
                    "host_call_bytes",
                    limits.host_call_bytes,
                    "bytes handed to the host in one call",
                )
            } else {
                answer_too_large(None, limits, "")
            }
        }
        None => trapped(&format!("{:#}", error.root_cause()), error, state),
    }
}

/// The failure of a call whose answer was dropped because of its size.
pub(super) fn answer_too_large(size: Option<u64>, limits: &Limits, preview: &str) -> CallError {
    let limit = limits.output_bytes;
    let how_large = size.map_or_else(|| "far more".to_owned(), |size| format!("{size} bytes"));
    CallError::new(
        Code::OutputTooLarge,
        format!(
            "the call completed, but its answer was dropped: it has {how_large} and the limit is {limit} bytes. Do not \
             repeat a call that changes something; ask for less, or in pages"
        ),
    )
    .with_details(json!({"limit": "output_bytes", "value": limit, "size": size, "preview": preview}))
}

/// The failure of a call that reached a limit.
pub(super) fn over_limit(code: Code, limit: &str, value: u64, unit: &str) -> CallError {
    CallError::new(code, format!("the call was stopped at its limit of {value} {unit}; its work was not completed"))
        .with_details(json!({"limit": limit, "value": value}))
}

fn trapped(reason: &str, error: &wasmtime::Error, state: &State) -> CallError {
    let frames: Vec<String> = error
        .downcast_ref::<WasmBacktrace>()
        .map(|backtrace| {
            let names = backtrace.frames().iter().filter_map(|frame| frame.func_name());
            names
                .take(MOST_FRAMES)
                .map(|name| shown_up_to(&format!("{:#}", rustc_demangle::demangle(name)), 160))
                .collect()
        })
        .unwrap_or_default();
    let stderr = state.stderr.text();
    let told = stderr.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("note:"));
    let last: Vec<&str> = told.take(3).collect();
    let message = if last.is_empty() {
        format!("the guest crashed: {}", shown(reason))
    } else {
        format!("the guest crashed: {}; it wrote: {}", shown(reason), shown_up_to(&last.join(" "), 400))
    };
    CallError::new(Code::Trap, message)
        .with_details(with_stderr(json!({"trap": shown(reason), "frames": frames}), state))
}

fn with_stderr(mut details: serde_json::Value, state: &State) -> serde_json::Value {
    let stderr = state.stderr.text();
    if let (false, Some(details)) = (stderr.is_empty(), details.as_object_mut()) {
        details.insert("stderr".to_owned(), beginning(&stderr, MOST_STDERR).into());
    }
    details
}

// These two conditions of wasmtime have no type of their own; the suite's hostile guests prove that the texts still fit.
fn is_about_host_call_bytes(error: &wasmtime::Error) -> bool {
    format!("{error:#}").contains("fuel allocated for hostcalls")
}

fn is_about_handles(error: &wasmtime::Error) -> bool {
    format!("{error:#}").contains("resource table has no free keys")
}
