//! This is what a tool knows of the call that it answers.

use std::time::{Duration, Instant};

use crate::bindings::toolhost::contract::tool_types::Context;
use crate::bindings::toolhost::contract::{log, progress};

/// One call.
#[derive(Debug, Clone)]
pub struct Call {
    context: Context,
    began: Instant,
}

impl Call {
    pub(crate) fn new(context: Context) -> Self {
        Self { context, began: Instant::now() }
    }

    /// A call outside of a host, with this output limit in bytes. For tests of a tool's logic.
    pub fn for_tests(output_limit: u32) -> Self {
        Self::new(Context {
            call_id: "test".to_owned(),
            chat: None,
            user: None,
            time_zone: None,
            deadline_ms: 60_000,
            output_limit,
        })
    }

    /// The call's identifier, unique on this host.
    pub fn call_id(&self) -> &str {
        &self.context.call_id
    }

    /// The conversation, if the tool asked for it with `context = [chat]`.
    pub fn chat(&self) -> Option<&str> {
        self.context.chat.as_deref()
    }

    /// The person, if the tool asked for it with `context = [user]`.
    pub fn user(&self) -> Option<&str> {
        self.context.user.as_deref()
    }

    /// The person's time zone, if the tool asked for it with `context = [time_zone]` and the host knows it.
    pub fn time_zone(&self) -> Option<&str> {
        self.context.time_zone.as_deref()
    }

    /// The time that is left.
    pub fn time_left(&self) -> Duration {
        Duration::from_millis(self.context.deadline_ms).saturating_sub(self.began.elapsed())
    }

    /// The most bytes that the answer may have. A larger one is dropped, so page it.
    pub fn output_limit(&self) -> usize {
        usize::try_from(self.context.output_limit).unwrap_or(usize::MAX)
    }

    /// Writes a line for the operator.
    pub fn log(&self, message: &str) {
        write(log::Level::Info, message);
    }

    /// Writes a line for an operator who looks for the cause of something.
    pub fn log_debug(&self, message: &str) {
        write(log::Level::Debug, message);
    }

    /// Writes a line about something that an operator may want to change.
    pub fn log_warning(&self, message: &str) {
        write(log::Level::Warn, message);
    }

    /// Writes a line about something that an operator should change.
    pub fn log_error(&self, message: &str) {
        write(log::Level::Error, message);
    }

    /// Tells the person who waits how far the work has come, from 0 to 1; NaN if nobody knows.
    pub fn progress(&self, fraction: f64, message: &str) {
        if cfg!(target_family = "wasm") {
            progress::report(Some(fraction), message);
        }
    }

    /// Shows the person who waits a piece of the answer that is ready. The answer still contains it.
    pub fn partial(&self, text: &str) {
        if cfg!(target_family = "wasm") {
            progress::partial(text);
        }
    }
}

fn write(level: log::Level, message: &str) {
    // Outside of a host there is no operator.
    if cfg!(target_family = "wasm") {
        log::write(level, message);
    }
}
