//! This serves the contract's own interfaces. Every one of them always links; each refuses what was not granted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bindings::toolhost::contract::{config, log, metadata, progress, secrets, service_errors, tool_types};
use super::desk::{Desk, DeskOfCall};
use super::invoke::News;
use super::state::State;
use super::streams::Kept;
use crate::catalog::metadata::Service;
use crate::policy::Grant;
use service_errors::ServiceError;

/// Reports of progress that come faster than this are dropped.
const BETWEEN_NEWS: Duration = Duration::from_millis(50);
/// The most bytes of one progress message or partial text that is passed on.
const LONGEST_NEWS: usize = 4 * 1024;

/// What the services know of the call.
pub(super) struct Services {
    tool: Arc<str>,
    config_keys: Arc<[String]>,
    granted: Vec<Service>,
    pub(super) desk: DeskOfCall,
    observer: Option<Arc<dyn Fn(News) + Send + Sync>>,
    last_news: Option<Instant>,
    log: Kept,
    log_cut: bool,
}

impl Services {
    pub(super) fn new(
        tool: Arc<str>,
        config_keys: Arc<[String]>,
        grant: &Grant,
        desk: DeskOfCall,
        observer: Option<Arc<dyn Fn(News) + Send + Sync>>,
        log_bytes: u64,
    ) -> Self {
        let granted = grant.services().to_vec();
        Self { tool, config_keys, granted, desk, observer, last_news: None, log: Kept::new(log_bytes), log_cut: false }
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

    /// The desk, if the call may use it for this service.
    ///
    /// # Errors
    /// Names the need and the allowance that it takes.
    pub(super) fn desk_for(&self, interface: &str, service: Service) -> Result<&Arc<dyn Desk>, ServiceError> {
        match &self.desk {
            Some(desk) if self.granted.contains(&service) => Ok(desk),
            _ => Err(self.refusal(interface, &service.as_str().replace('_', "-"))),
        }
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

impl secrets::Host for State {
    fn placeholder(&mut self, _name: String) -> Result<String, ServiceError> {
        Err(self.services.refusal("secrets", "secrets"))
    }
}

impl tool_types::Host for State {}
impl metadata::Host for State {}
impl service_errors::Host for State {}
