//! This is what a tool answers when it did not do its work.

use crate::Answer;
use crate::bindings::toolhost::contract::service_errors::ServiceError;
use crate::bindings::toolhost::contract::tool_types::{ErrorKind, Part, ToolError as Raw, Violation};

/// What a tool's function returns.
pub type ToolResult = Result<Answer, ToolError>;

/// An unsuccessful answer, of a kind that a model can act on. The message says what went wrong, about what, and what
/// to try next.
#[derive(Debug, Clone)]
pub struct ToolError {
    kind: ErrorKind,
    message: String,
    violations: Vec<(String, String)>,
    parts: Vec<Part>,
    action: Option<String>,
    retryable: bool,
}

impl From<ServiceError> for ToolError {
    /// What a service of the host refused, as the tool's own answer.
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::Denied(message) => Self::denied(message),
            ServiceError::Unavailable(message) => Self::unavailable(message),
            ServiceError::Invalid(message) => Self::of(ErrorKind::InvalidArguments, message),
            ServiceError::Quota(message) | ServiceError::Other(message) => Self::failed(message),
        }
    }
}

impl ToolError {
    fn of(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            violations: Vec::new(),
            parts: Vec::new(),
            action: None,
            retryable: kind == ErrorKind::Unavailable,
        }
    }

    /// The arguments make no sense. `pointer` is the JSON Pointer of the one that is wrong, such as `/ops/0/path`.
    pub fn invalid(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut error = Self::of(ErrorKind::InvalidArguments, message.clone());
        error.violations.push((pointer.into(), message));
        error
    }

    /// Adds another thing that is wrong with the arguments.
    #[must_use]
    pub fn and(mut self, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        self.violations.push((pointer.into(), message.into()));
        self
    }

    /// The thing asked for does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::of(ErrorKind::NotFound, message)
    }

    /// A capability that the work needs was not granted.
    pub fn denied(message: impl Into<String>) -> Self {
        Self::of(ErrorKind::Denied, message)
    }

    /// The work cannot be done now, but may be possible later.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::of(ErrorKind::Unavailable, message)
    }

    /// The tool does not do this kind of thing.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::of(ErrorKind::Unsupported, message)
    }

    /// Something changed meanwhile, or already exists.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::of(ErrorKind::Conflict, message)
    }

    /// The work was tried and failed.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::of(ErrorKind::Failed, message)
    }

    /// Adds what there is to show all the same.
    #[must_use]
    pub fn content(mut self, answer: Answer) -> Self {
        self.parts.extend(answer.into_parts());
        self
    }

    /// Says what was tried, to select the system hint.
    #[must_use]
    pub fn action(mut self, action: impl Into<String>) -> Self {
        self.action = Some(action.into());
        self
    }

    /// Says that the same call may succeed if it is simply made again.
    #[must_use]
    pub fn retryable(mut self) -> Self {
        self.retryable = true;
        self
    }

    /// What went wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Every violation: pointer and message.
    pub fn violations(&self) -> &[(String, String)] {
        &self.violations
    }

    /// The kind as one word, such as `not_found`. For tests of a tool's logic.
    pub fn kind(&self) -> &'static str {
        match self.kind {
            ErrorKind::InvalidArguments => "invalid_arguments",
            ErrorKind::NotFound => "not_found",
            ErrorKind::Denied => "denied",
            ErrorKind::Unavailable => "unavailable",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::Conflict => "conflict",
            ErrorKind::Failed => "failed",
        }
    }

    /// What [`ToolError::content`] added, as text. For tests of a tool's logic.
    pub fn shown(&self) -> String {
        crate::answer::shown(&self.parts)
    }

    pub(crate) fn into_raw(self) -> Raw {
        Raw {
            kind: self.kind,
            message: self.message,
            violations: self.violations.into_iter().map(|(path, message)| Violation { path, message }).collect(),
            content: self.parts,
            action: self.action,
            retryable: self.retryable,
        }
    }
}

impl std::fmt::Display for ToolError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}
