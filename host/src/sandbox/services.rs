//! This serves the contract's own interfaces. Every one of them always links; each refuses what was not granted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bindings::toolhost::contract::{
    config, log, metadata, progress, secrets, service_errors, state, tool_types, tools,
};
use super::invoke::News;
use super::state::State;
use super::streams::Kept;
use service_errors::ServiceError;

/// Reports of progress that come faster than this are dropped.
const BETWEEN_NEWS: Duration = Duration::from_millis(50);
/// The most bytes of one progress message or partial text that is passed on.
const LONGEST_NEWS: usize = 4 * 1024;

/// What the services know of the call.
pub(super) struct Services {
    tool: Arc<str>,
    config_keys: Arc<[String]>,
    observer: Option<Arc<dyn Fn(News) + Send + Sync>>,
    last_news: Option<Instant>,
    log: Kept,
    log_cut: bool,
}

impl Services {
    pub(super) fn new(
        tool: Arc<str>,
        config_keys: Arc<[String]>,
        observer: Option<Arc<dyn Fn(News) + Send + Sync>>,
        log_bytes: u64,
    ) -> Self {
        Self { tool, config_keys, observer, last_news: None, log: Kept::new(log_bytes), log_cut: false }
    }

    fn tell(&mut self, news: impl FnOnce() -> News) {
        let Some(observer) = &self.observer else {
            return;
        };
        let now = Instant::now();
        if self.last_news.is_some_and(|last| now.duration_since(last) < BETWEEN_NEWS) {
            return;
        }
        self.last_news = Some(now);
        observer(news());
    }

    fn refusal(&self, service: &str, need: &str) -> ServiceError {
        ServiceError::Denied(format!(
            "`{service}` is not granted to the tool `{}`: it takes the need `{need}` in the tool's metadata and the \
             operator's allowance",
            self.tool
        ))
    }
}

/// The beginning of a text that fits, cut on a character boundary.
pub(super) fn beginning(text: &str, most_bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(most_bytes)).unwrap_or_default()
}

impl log::Host for State {
    fn write(&mut self, level: log::Level, message: String) {
        let services = &mut self.services;
        if services.log.is_full() {
            if !services.log_cut {
                services.log_cut = true;
                tracing::warn!(target: "toolhost::guest", tool = %services.tool, "the log limit is reached; further lines are dropped");
            }
            return;
        }
        services.log.keep(message.as_bytes());
        services.log.keep(b"\n");
        let line: String = beginning(&message, LONGEST_NEWS).chars().flat_map(char::escape_debug).collect();
        match level {
            log::Level::Debug => {
                tracing::debug!(target: "toolhost::guest", tool = %services.tool, "{line}")
            }
            log::Level::Info => {
                tracing::info!(target: "toolhost::guest", tool = %services.tool, "{line}")
            }
            log::Level::Warn => {
                tracing::warn!(target: "toolhost::guest", tool = %services.tool, "{line}")
            }
            log::Level::Error => {
                tracing::error!(target: "toolhost::guest", tool = %services.tool, "{line}")
            }
        }
    }
}

impl progress::Host for State {
    fn report(&mut self, fraction: Option<f64>, message: String) {
        self.services.tell(|| News::Progress {
            fraction: fraction.filter(|fraction| !fraction.is_nan()).map(|fraction| fraction.clamp(0.0, 1.0)),
            message: beginning(&message, LONGEST_NEWS).to_owned(),
        });
    }

    fn partial(&mut self, text: String) {
        self.services.tell(|| News::Partial(beginning(&text, LONGEST_NEWS).to_owned()));
    }
}

impl config::Host for State {
    fn get(&mut self, key: String) -> Result<Option<String>, ServiceError> {
        if self.services.config_keys.contains(&key) {
            return Ok(None);
        }
        Err(self.services.refusal("config", "config-keys"))
    }

    fn keys(&mut self) -> Result<Vec<String>, ServiceError> {
        Ok(Vec::new())
    }
}

impl state::Host for State {
    fn get(&mut self, scope: state::Scope, _key: String) -> Result<Option<state::Entry>, ServiceError> {
        Err(self.state_refusal(scope))
    }

    fn set(&mut self, scope: state::Scope, _key: String, _value: String) -> Result<u64, ServiceError> {
        Err(self.state_refusal(scope))
    }

    fn compare_and_set(
        &mut self,
        scope: state::Scope,
        _key: String,
        _expected: Option<u64>,
        _value: String,
    ) -> Result<state::Swap, ServiceError> {
        Err(self.state_refusal(scope))
    }

    fn delete(&mut self, scope: state::Scope, _key: String) -> Result<bool, ServiceError> {
        Err(self.state_refusal(scope))
    }

    fn list_keys(
        &mut self,
        scope: state::Scope,
        _prefix: String,
        _cursor: Option<String>,
    ) -> Result<Vec<String>, ServiceError> {
        Err(self.state_refusal(scope))
    }
}

impl State {
    fn state_refusal(&self, scope: state::Scope) -> ServiceError {
        self.services.refusal(
            "state",
            match scope {
                state::Scope::Chat => "chat-state",
                state::Scope::User => "user-state",
            },
        )
    }
}

impl secrets::Host for State {
    fn placeholder(&mut self, _name: String) -> Result<String, ServiceError> {
        Err(self.services.refusal("secrets", "secrets"))
    }
}

impl tools::Host for State {
    fn list_active(&mut self) -> Result<Vec<tools::ListedTool>, ServiceError> {
        Err(self.services.refusal("tools", "call-tools"))
    }

    fn call(&mut self, _name: String, _arguments: String) -> Result<tool_types::Output, tools::CallError> {
        Err(tools::CallError::Service(self.services.refusal("tools", "call-tools")))
    }
}

impl tool_types::Host for State {}
impl metadata::Host for State {}
impl service_errors::Host for State {}
