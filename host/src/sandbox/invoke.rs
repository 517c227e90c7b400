//! This makes one fresh instance, calls it once, and reports what happened and what it took.

use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use wasmtime::{Engine, Store};

use super::bindings::exports::toolhost::contract::guest;
use super::bindings::toolhost::contract::tool_types;
use super::bindings::{Tool, ToolPre};
use super::desk::DeskOfCall;
use super::engine::FUEL_BETWEEN_YIELDS;
use super::filesystem::Mount;
use super::services::{Services, beginning};
use super::state::State;
use super::{classify, convert};
use crate::catalog::metadata::Metadata;
use crate::catalog::rules::shown;
use crate::outcome::{CallError, Code, Content, Status, Usage};
use crate::policy::{Grant, Limits};

/// Bytes of an answer that is too large which the failure still shows.
const PREVIEW_BYTES: usize = 4 * 1024;
/// Violations and other lists of a guest's error are cut at this length.
const MOST_VIOLATIONS: usize = 50;

/// A component that is ready to be instantiated at any time.
#[derive(Clone)]
pub(crate) struct Prepared {
    engine: Engine,
    pre: ToolPre<State>,
}

/// One call of a guest, with everything that is bound to it.
pub(crate) struct Invocation<'a> {
    pub(crate) tool: Arc<str>,
    pub(crate) config_keys: Arc<[String]>,
    pub(crate) grant: &'a Grant,
    pub(crate) limits: &'a Limits,
    pub(crate) mounts: Vec<Mount>,
    pub(crate) desk: DeskOfCall,
    pub(crate) observer: Option<Arc<dyn Fn(News) + Send + Sync>>,
}

/// News of a running guest.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum News {
    Progress { fraction: Option<f64>, message: String },
    Partial(String),
}

/// What a guest is told about its call.
pub(crate) struct Facts<'a> {
    pub(crate) call_id: &'a str,
    pub(crate) chat: Option<&'a str>,
    pub(crate) user: Option<&'a str>,
}

/// What one call of a guest came to.
pub(crate) struct Finished {
    pub(crate) status: Status,
    pub(crate) content: Vec<Content>,
    pub(crate) action: Option<String>,
    pub(crate) error: Option<CallError>,
    /// Whether the guest itself ended the call, with an answer or an error of its own.
    pub(crate) by_guest: bool,
    pub(crate) usage: Usage,
}

/// What a tool says about its readiness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Readiness {
    Available,
    Unavailable(String),
    /// It could not say: it crashed or took too long.
    Unknown(String),
}

impl Prepared {
    pub(super) fn new(engine: Engine, pre: ToolPre<State>) -> Self {
        Self { engine, pre }
    }

    /// Asks the guest to do its work.
    ///
    /// # Errors
    /// Only if the host itself fails, for example because a granted directory cannot be opened.
    pub(crate) async fn invoke(
        &self,
        invocation: Invocation<'_>,
        facts: Facts<'_>,
        arguments: &str,
    ) -> anyhow::Result<Finished> {
        let limits = invocation.limits;
        let context = tool_types::Context {
            call_id: facts.call_id.to_owned(),
            chat: facts.chat.map(str::to_owned),
            user: facts.user.map(str::to_owned),
            time_zone: None,
            deadline_ms: limits.wall_clock_ms(),
            output_limit: u32::try_from(limits.output_bytes).unwrap_or(u32::MAX),
        };
        let (ended, usage) = self
            .run(&invocation, async |tool, store| {
                tool.toolhost_contract_guest().call_invoke(store, &context, arguments).await
            })
            .await?;
        let answer = match ended {
            Err(error) => Err(error),
            Ok(Ok(output)) => answered(output, limits),
            Ok(Err(error)) => Ok(refused_by_tool(error, limits)),
        };
        let mut finished = answer.unwrap_or_else(Finished::failed);
        finished.usage = Usage { output_bytes: finished.usage.output_bytes, ..usage };
        Ok(finished)
    }

    /// Asks the guest what it is.
    ///
    /// # Errors
    /// Says why there is no description: a crash, a limit, or metadata that is not what the contract asks for.
    pub(crate) async fn describe(&self, limits: &Limits) -> Result<Metadata, String> {
        let invocation = Invocation::without_grant("describe", limits);
        let (ended, _) = self
            .run(&invocation, async |tool, store| tool.toolhost_contract_guest().call_describe(store).await)
            .await
            .map_err(|error| format!("{error:#}"))?;
        let raw = ended.map_err(|error| match error.code {
            Code::OutputTooLarge => "what `describe` answers is too large".to_owned(),
            _ => format!("`describe` failed: {}", error.message),
        })?;
        convert::metadata(raw)
    }

    /// Asks the guest whether it can work.
    pub(crate) async fn availability(&self, limits: &Limits) -> Readiness {
        let invocation = Invocation::without_grant("availability", limits);
        let ended = self
            .run(&invocation, async |tool, store| tool.toolhost_contract_guest().call_availability(store).await)
            .await;
        match ended {
            Ok((Ok(guest::Readiness::Available), _)) => Readiness::Available,
            Ok((Ok(guest::Readiness::Unavailable(reason)), _)) => Readiness::Unavailable(shown(&reason)),
            Ok((Err(error), _)) => Readiness::Unknown(error.message),
            Err(error) => Readiness::Unknown(format!("{error:#}")),
        }
    }

    /// Makes a store and an instance, runs `call` on it under the call's limits, and measures.
    async fn run<R>(
        &self,
        invocation: &Invocation<'_>,
        call: impl AsyncFnOnce(&Tool, &mut Store<State>) -> wasmtime::Result<R>,
    ) -> anyhow::Result<(Result<R, CallError>, Usage)> {
        let began = Instant::now();
        let mut store = store(&self.engine, invocation)?;
        let make = async |store: &mut Store<State>| self.pre.instantiate_async(store).await;
        Ok(metered(began, &mut store, invocation.limits, make, call).await)
    }
}

/// Makes the store of one call: its grant, its counters and all of its limits.
pub(super) fn store(engine: &Engine, invocation: &Invocation<'_>) -> anyhow::Result<Store<State>> {
    let limits = invocation.limits;
    let services = Services::new(
        invocation.tool.clone(),
        invocation.config_keys.clone(),
        invocation.grant,
        invocation.desk.clone(),
        invocation.observer.clone(),
        limits.log_bytes,
    );
    let state = State::new(invocation.grant, limits, invocation.mounts.clone(), services);
    let mut store = Store::new(engine, state);
    store.limiter(|state| &mut state.limiter);
    store.set_fuel(limits.fuel).map_err(anyhow::Error::from).context("cannot set the call's fuel")?;
    store
        .fuel_async_yield_interval(Some(FUEL_BETWEEN_YIELDS))
        .map_err(anyhow::Error::from)
        .context("cannot set the call's yield interval")?;
    store.set_hostcall_fuel(usize::try_from(limits.host_call_bytes).unwrap_or(usize::MAX));
    store.set_max_component_handles(usize::try_from(limits.handles).unwrap_or(usize::MAX));
    Ok(store)
}

/// Makes an instance in a store and calls it, until it ends or its time is over.
pub(super) async fn metered<I, R>(
    began: Instant,
    store: &mut Store<State>,
    limits: &Limits,
    make: impl AsyncFnOnce(&mut Store<State>) -> wasmtime::Result<I>,
    call: impl AsyncFnOnce(&I, &mut Store<State>) -> wasmtime::Result<R>,
) -> (Result<R, CallError>, Usage) {
    let deadline = began + limits.wall_clock;
    let mut instantiated = None;
    let mut busy = Duration::ZERO;
    let ended = {
        let mut work = pin!(async {
            let instance = make(store).await?;
            instantiated = Some(Instant::now());
            call(&instance, store).await
        });
        let mut alarm = pin!(tokio::time::sleep_until(deadline.into()));
        // The clock is read at every yield of the guest: with all cores busy, timers alone would fire late.
        std::future::poll_fn(|context| {
            let polled_at = Instant::now();
            let polled = work.as_mut().poll(context);
            let now = Instant::now();
            busy += now.duration_since(polled_at);
            match polled {
                Poll::Ready(ended) => Poll::Ready(Some(ended)),
                Poll::Pending if now >= deadline => Poll::Ready(None),
                Poll::Pending => alarm.as_mut().poll(context).map(|()| None),
            }
        })
        .await
    };
    let total = began.elapsed();
    let instantiate = instantiated.map_or(total, |at| at.duration_since(began));
    let usage = Usage {
        fuel: limits.fuel.saturating_sub(store.get_fuel().unwrap_or_default()),
        peak_memory_bytes: store.data().limiter.peak_memory(),
        queue_us: 0,
        instantiate_us: micros(instantiate),
        run_us: micros(busy.saturating_sub(instantiate)),
        wait_us: micros(total.saturating_sub(busy.max(instantiate))),
        output_bytes: 0,
        written_bytes: 0,
    };
    let ended = match ended {
        Some(Ok(value)) => Ok(value),
        Some(Err(error)) => Err(classify::failure(&error, store.data(), limits)),
        None => {
            Err(classify::over_limit(Code::Timeout, "wall_clock_ms", limits.wall_clock_ms(), "ms of wall-clock time"))
        }
    };
    (ended, usage)
}

impl<'a> Invocation<'a> {
    /// A call that gets nothing: for questions about the component itself.
    pub(super) fn without_grant(what: &str, limits: &'a Limits) -> Self {
        static NOTHING: std::sync::LazyLock<Grant> = std::sync::LazyLock::new(Grant::nothing);
        Self {
            tool: what.into(),
            config_keys: Arc::from([]),
            grant: &NOTHING,
            limits,
            mounts: Vec::new(),
            desk: None,
            observer: None,
        }
    }
}

impl Finished {
    fn failed(error: CallError) -> Self {
        Self {
            status: Status::Error,
            content: Vec::new(),
            action: None,
            error: Some(error),
            by_guest: false,
            usage: Usage::default(),
        }
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

/// Checks a successful answer against the limits and the contract.
fn answered(output: tool_types::Output, limits: &Limits) -> Result<Finished, CallError> {
    let (content, output_bytes) = checked_content(output.content, limits)?;
    Ok(Finished {
        status: match output.status {
            tool_types::Status::Ok => Status::Ok,
            tool_types::Status::Noop => Status::Noop,
        },
        content,
        action: output.action.map(|action| shown(&action)),
        error: None,
        by_guest: true,
        usage: Usage { output_bytes, ..Usage::default() },
    })
}

pub(super) fn checked_content(parts: Vec<tool_types::Part>, limits: &Limits) -> Result<(Vec<Content>, u64), CallError> {
    // A part without content still costs something to show, so that an endless list of empty parts has an end.
    let size = parts.iter().map(|part| convert::size(part).saturating_add(16)).fold(0, u64::saturating_add);
    if size.saturating_sub(16) > limits.output_bytes {
        let preview = parts.iter().find_map(|part| match part {
            tool_types::Part::Text(text) | tool_types::Part::Json(text) => Some(beginning(text, PREVIEW_BYTES)),
            _ => None,
        });
        return Err(classify::answer_too_large(Some(size), limits, preview.unwrap_or_default()));
    }
    let bytes = parts.iter().map(convert::size).fold(0, u64::saturating_add);
    let content = parts.into_iter().map(convert::content).collect::<Result<_, _>>().map_err(|problem| {
        CallError::new(Code::BadResult, format!("the tool's answer breaks the contract: {problem}"))
    })?;
    Ok((content, bytes))
}

/// Turns an error that the tool itself reports into a failure.
fn refused_by_tool(error: tool_types::ToolError, limits: &Limits) -> Finished {
    use tool_types::ErrorKind;
    let (content, output_bytes) = match checked_content(error.content, limits) {
        Ok(checked) => checked,
        Err(problem) => return Finished::failed(problem),
    };
    let (code, kind) = match error.kind {
        ErrorKind::InvalidArguments => (Code::InvalidArguments, "invalid_arguments"),
        ErrorKind::NotFound => (Code::ToolError, "not_found"),
        ErrorKind::Denied => (Code::Denied, "denied"),
        ErrorKind::Unavailable => (Code::Unavailable, "unavailable"),
        ErrorKind::Unsupported => (Code::ToolError, "unsupported"),
        ErrorKind::Conflict => (Code::ToolError, "conflict"),
        ErrorKind::Failed => (Code::ToolError, "failed"),
    };
    let most = usize::try_from(limits.output_bytes).unwrap_or(usize::MAX);
    let violations: Vec<_> = error
        .violations
        .iter()
        .take(MOST_VIOLATIONS)
        .map(|violation| serde_json::json!({"path": violation.path, "message": beginning(&violation.message, 1_000)}))
        .collect();
    let mut details = serde_json::json!({"kind": kind, "source": "tool"});
    if let (false, Some(details)) = (violations.is_empty(), details.as_object_mut()) {
        details.insert("violations".to_owned(), violations.into());
    }
    let message = beginning(&error.message, most.min(16 * 1024)).to_owned();
    Finished {
        status: Status::Error,
        content,
        action: error.action.map(|action| shown(&action)),
        error: Some(CallError { code, message, details: Some(details), retryable: error.retryable }),
        by_guest: true,
        usage: Usage { output_bytes, ..Usage::default() },
    }
}
