//! This turns a model's answer into tool calls, and outcomes into the messages that go back to the model.
//!
//! Three APIs are spoken: Anthropic Messages, OpenAI Chat Completions and OpenAI Responses. [`decode`] finds out
//! which one an answer belongs to and takes its calls out, [`encode`] writes the results in the same API's form.
//! Nothing else in this crate knows how these APIs look, and nothing here knows how a tool runs.
//!
//! # What is accepted
//!
//! | API | whole response | message | bare list |
//! |---|---|---|---|
//! | Anthropic Messages | – | object with `content` | blocks such as `tool_use` |
//! | Chat Completions | object with `choices` | object with `tool_calls` | elements of `tool_calls` |
//! | Responses | object with `output` | – | items such as `function_call` |
//!
//! An answer without calls is a [`Step`] without calls. Arguments are passed on exactly as the model wrote them, well
//! formed or not: judging them is the executor's business. A call whose *name* is missing or is no string is passed on
//! too and becomes an error result. What cannot be answered at all is a [`ProtocolError`], and then no call is run:
//! a call without an identifier, two different calls with one identifier, an answer that was cut off inside a call.
//!
//! Calls that the API's own servers run (`server_tool_use`, `web_search_call` and so on) expect nothing from a client
//! and are passed over. Calls that a client must run by other means than a tool (`computer_call` and the like) are
//! listed in [`Step::unanswered`].
//!
//! # What the model reads
//!
//! Every call gets exactly one result, in call order, under its identifier. A result is a sequence of parts:
//! the error, if the call failed, as `{"error":{"code","message","details","retryable"}}`; then the content parts in
//! order; then the tool's hint as `system_hint: …`. Text stands as it is, JSON documents are compact, a file is named as
//! `[file: path (media type)]`. A part that is empty is left out, white space alone is quoted, and `(no output)` or
//! `(nothing to do)` stands where nothing is left, because the APIs refuse blank text. Usage and file changes are not
//! shown to the model.
//!
//! | API | parts | pictures | failure |
//! |---|---|---|---|
//! | Anthropic Messages | one block each | image blocks; in a failed result named only, as the API demands | `is_error` |
//! | Chat Completions | joined by a blank line | named only | the error's text alone |
//! | Responses | joined, or one each if there is a picture | `input_image` | the error's text alone |

mod anthropic;
mod chat_completions;
mod detect;
mod error;
mod json;
mod reading;
mod responses;

use std::collections::HashMap;
use std::fmt;

use serde_json::{Map, Value};

use crate::call::ToolCall;
use crate::outcome::{CallError, Code, Outcome};

pub use error::ProtocolError;

/// A model API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Anthropic's Messages API.
    AnthropicMessages,
    /// OpenAI's Chat Completions API, which many other servers speak too.
    ChatCompletions,
    /// OpenAI's Responses API.
    Responses,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::AnthropicMessages, Self::ChatCompletions, Self::Responses];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::AnthropicMessages => "Anthropic Messages",
            Self::ChatCompletions => "OpenAI Chat Completions",
            Self::Responses => "OpenAI Responses",
        })
    }
}

/// What a model's answer asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The API that the answer belongs to.
    pub format: Format,
    /// The calls in the order of the answer, each under an identifier of its own.
    pub calls: Vec<ToolCall>,
    /// What else the answer wants from its client and no tool can give.
    pub unanswered: Vec<Unanswered>,
    addresses: Vec<Address>,
}

/// Something that the model expects from its client and that is not the call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered {
    /// The identifier that the client's reply must carry; empty if there is none.
    pub id: String,
    /// The API's own word for it, such as `computer_call`.
    pub kind: String,
}

/// Where the result of one call goes.
#[derive(Debug, Clone, PartialEq)]
struct Address {
    id: String,
    name: String,
    kind: CallKind,
    /// Fields of the call that its result must repeat.
    repeated: Map<String, Value>,
}

/// The two kinds of call that a tool can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CallKind {
    /// A call with JSON arguments.
    Function,
    /// A call with free text. The text is passed on as the arguments.
    Custom,
}

/// A call as it was found in an answer.
#[derive(Debug, PartialEq)]
struct FoundCall {
    call: ToolCall,
    kind: CallKind,
    repeated: Map<String, Value>,
}

/// Takes the calls out of a model's answer.
///
/// # Errors
///
/// If the text is not an answer of one of the three APIs, or has a call that could not be answered.
pub fn decode(text: &str) -> Result<Step, ProtocolError> {
    let (format, found, unanswered) = detect::calls(text)?;
    let mut step = Step { format, calls: Vec::new(), unanswered, addresses: Vec::new() };
    let mut seen: HashMap<String, (usize, ToolCall)> = HashMap::new();
    for (position, found) in found.into_iter().enumerate() {
        match seen.get(&found.call.id) {
            Some((_, call)) if *call == found.call => continue,
            Some((first, _)) => {
                return Err(ProtocolError::SameId { id: found.call.id, first: first + 1, second: position + 1 });
            }
            None => seen.insert(found.call.id.clone(), (position, found.call.clone())),
        };
        step.addresses.push(Address {
            id: found.call.id.clone(),
            name: found.call.name.clone(),
            kind: found.kind,
            repeated: found.repeated,
        });
        step.calls.push(found.call);
    }
    Ok(step)
}

/// The messages or items to append to the conversation, after the answer that `step` was decoded from.
///
/// Always a list; an empty one if the step has no calls. Every call of the step gets exactly one result, whatever
/// `outcomes` holds: a call without an outcome is reported as cancelled, an outcome of no call is left out.
pub fn encode(step: &Step, outcomes: &[Outcome]) -> Value {
    let by_id: HashMap<&str, &Outcome> = outcomes.iter().map(|outcome| (outcome.call_id.as_str(), outcome)).collect();
    let results = step.addresses.iter().map(|address| match by_id.get(address.id.as_str()) {
        Some(outcome) => (address, (*outcome).clone()),
        None => (address, not_run(address)),
    });
    Value::Array(match step.format {
        Format::AnthropicMessages => anthropic::messages(results),
        Format::ChatCompletions => chat_completions::messages(results),
        Format::Responses => responses::items(results),
    })
}

fn not_run(address: &Address) -> Outcome {
    let error = CallError::new(Code::Cancelled, "the call was not run");
    Outcome::refused(address.id.clone(), address.name.clone(), error)
}

#[cfg(test)]
mod tests;
