//! This is one use of a tool as a model asked for it.

use serde::{Deserialize, Serialize};

/// A call that a model made: which tool, with which arguments, under which identifier.
///
/// The arguments are JSON *text*, exactly as the model wrote them. Decoding them is the executor's first gate, so
/// that malformed arguments become a result for the model like every other failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The identifier that the result must carry. Taken from the model's answer; unique within one step.
    pub id: String,
    /// The tool's name or one of its aliases, as the model wrote it.
    pub name: String,
    /// The arguments as JSON text, not validated in any way.
    pub arguments: String,
}

impl ToolCall {
    /// Makes a call.
    pub fn new(id: impl Into<String>, name: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into(), arguments: arguments.into() }
    }
}
