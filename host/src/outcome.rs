//! This is what every call ends in: an answer or a typed failure, what it used, and the files it changed.
//!
//! The JSON form of [`Outcome`] is part of the interface (`toolhost call --json`); absent parts are left out.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What became of one call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The identifier of the [`ToolCall`](crate::ToolCall) that this answers.
    pub call_id: String,
    /// The tool's canonical name, or the name that was asked for if there is no such tool.
    pub tool: String,
    /// Whether the call did its work.
    pub status: Status,
    /// The parts of the answer, in order. An error may carry parts too, such as output up to an exception.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<Content>,
    /// The answer's action, which selects the system hint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// A sentence of the tool that steers the model after this answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system_hint: Option<String>,
    /// What went wrong, if `status` is [`Status::Error`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<CallError>,
    /// What the call used. All zero for a call that was refused before an instance was made.
    pub usage: Usage,
    /// The files that the call changed.
    #[serde(default, skip_serializing_if = "FileChanges::is_empty")]
    pub files: FileChanges,
    /// Whether this is the answer that the same call was given before, and nothing ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reused: bool,
}

impl Outcome {
    /// An outcome of a call that was refused before an instance was made.
    pub fn refused(call_id: impl Into<String>, tool: impl Into<String>, error: CallError) -> Self {
        Self {
            call_id: call_id.into(),
            tool: tool.into(),
            status: Status::Error,
            content: Vec::new(),
            action: None,
            system_hint: None,
            error: Some(error),
            usage: Usage::default(),
            files: FileChanges::default(),
            reused: false,
        }
    }

    /// Whether the call failed.
    pub fn is_error(&self) -> bool {
        self.status == Status::Error
    }

    /// The failure's code, if the call failed.
    pub fn code(&self) -> Option<Code> {
        self.error.as_ref().map(|error| error.code)
    }
}

/// Whether a call did its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The work was done.
    Ok,
    /// There was nothing to do. Neither success nor failure: never retried, cached or remembered.
    Noop,
    /// The work was not done.
    Error,
}

/// One part of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// A JSON document.
    Json {
        /// The document.
        value: Value,
    },
    /// A file of the chat.
    File {
        /// Path relative to the chat's files.
        path: String,
        /// IANA media type.
        media_type: String,
    },
    /// A picture carried in the answer.
    Image {
        /// IANA media type.
        media_type: String,
        /// The encoded picture, in base64 in JSON.
        #[serde(with = "base64_text")]
        data: Vec<u8>,
    },
}

/// Why a call failed, in terms that a caller can branch on and a model can act on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallError {
    /// The kind of failure.
    pub code: Code,
    /// What went wrong, about what, and what to try next.
    pub message: String,
    /// Facts that belong to the code: every violation of the arguments, the limit and its value, the gate's rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
    /// Whether the same call may succeed if it is simply made again.
    pub retryable: bool,
}

impl CallError {
    /// Makes an error whose `retryable` is what its code usually means.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: None, retryable: code.usually_retryable() }
    }

    /// Adds the facts that belong to the code.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }
}

/// Every way in which a call can fail. The list is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The arguments are not a JSON object, do not fit the tool's schema, or make no sense to the tool.
    InvalidArguments,
    /// No tool of this name can be called in this chat.
    InactiveTool,
    /// A rule of the operator or the chat forbids the call or what it needs.
    Denied,
    /// The tool cannot do its work at present.
    Unavailable,
    /// The host has as many calls running and waiting as it accepts.
    Capacity,
    /// The call's wall-clock time was over.
    Timeout,
    /// The call's fuel was used up.
    Fuel,
    /// The call wanted more memory than its limit.
    Memory,
    /// The guest crashed, or ended its process.
    Trap,
    /// The guest answered something that the contract does not allow.
    BadResult,
    /// The call completed, but its answer is larger than the limit and was dropped.
    OutputTooLarge,
    /// The caller cancelled the call.
    Cancelled,
    /// The tool tried and says that it failed.
    ToolError,
    /// A budget of the chat is used up.
    Budget,
    /// Somebody else changed the same files meanwhile, so the call's changes were dropped.
    Conflict,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 15] = [
        Self::InvalidArguments,
        Self::InactiveTool,
        Self::Denied,
        Self::Unavailable,
        Self::Capacity,
        Self::Timeout,
        Self::Fuel,
        Self::Memory,
        Self::Trap,
        Self::BadResult,
        Self::OutputTooLarge,
        Self::Cancelled,
        Self::ToolError,
        Self::Budget,
        Self::Conflict,
    ];

    /// The code as it stands in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArguments => "invalid_arguments",
            Self::InactiveTool => "inactive_tool",
            Self::Denied => "denied",
            Self::Unavailable => "unavailable",
            Self::Capacity => "capacity",
            Self::Timeout => "timeout",
            Self::Fuel => "fuel",
            Self::Memory => "memory",
            Self::Trap => "trap",
            Self::BadResult => "bad_result",
            Self::OutputTooLarge => "output_too_large",
            Self::Cancelled => "cancelled",
            Self::ToolError => "tool_error",
            Self::Budget => "budget",
            Self::Conflict => "conflict",
        }
    }

    /// Whether a call that failed so may succeed if it is simply made again.
    pub const fn usually_retryable(self) -> bool {
        matches!(self, Self::Capacity | Self::Unavailable | Self::Timeout | Self::Conflict)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a call used. Times are microseconds of the wall clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Fuel: roughly the WebAssembly instructions executed. The same for the same work.
    pub fuel: u64,
    /// The most linear memory that the call had at once, summed over all of its memories.
    pub peak_memory_bytes: u64,
    /// Time in the queue before the host let the call in.
    pub queue_us: u64,
    /// Time to make the instance.
    pub instantiate_us: u64,
    /// Time in which the guest, or the host on its behalf, was computing.
    pub run_us: u64,
    /// Time in which the call was waiting for the host or for its turn on a core.
    pub wait_us: u64,
    /// Bytes of all content parts together.
    pub output_bytes: u64,
    /// Bytes written to files, kept or not.
    #[serde(default)]
    pub written_bytes: u64,
}

/// The files that a call changed, told by their content: one that was only read, or written anew with the same content,
/// does not appear. A file that was given another name is deleted under the old one and created under the new one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChanges {
    /// Files that were not there before.
    pub created: Vec<ChangedFile>,
    /// Files that were there and have been written.
    pub changed: Vec<ChangedFile>,
    /// Files that are gone.
    pub deleted: Vec<ChangedFile>,
}

impl FileChanges {
    /// Adds the changes of something that happened after these.
    pub(crate) fn extend(&mut self, later: Self) {
        self.created.extend(later.created);
        self.changed.extend(later.changed);
        self.deleted.extend(later.deleted);
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.created.is_empty() && self.changed.is_empty() && self.deleted.is_empty()
    }
}

/// One file that a call created, changed or deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    /// Path relative to the chat's files.
    pub path: String,
    /// Size in bytes: after the call, or before it if the file was deleted.
    pub size: u64,
    /// IANA media type, told by the content first and the name second. Absent for a deleted file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// SHA-256 of the content in hexadecimal digits. Absent for a deleted file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// SHA-256 of what the file held before, if it was there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_sha256: Option<String>,
}

mod base64_text {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        STANDARD.decode(String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
