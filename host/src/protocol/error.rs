//! This is why a text cannot be taken as a model's answer.

use std::fmt;

/// Why a text is not an answer whose calls can be run and answered. No call of such an answer is run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// The text is not JSON.
    #[error("the model's answer is not JSON: {reason}")]
    NotJson {
        /// What is wrong, with line and column.
        reason: String,
    },
    /// The text is a stream of events, or one event of a stream.
    #[error(
        "this is {found} of a stream, not a finished answer; put the events together first (the APIs' own client \
         libraries do) and give the final message"
    )]
    Stream {
        /// What was found.
        found: String,
    },
    /// The API answered with an error instead of a model's answer.
    #[error("the model API answered with an error: {message}")]
    ApiError {
        /// The API's own message.
        message: String,
    },
    /// The JSON is none of the known answers.
    #[error(
        "this is not a model's answer: found {found}; looked for an Anthropic message (an object with `content`, or a \
         list of blocks such as `tool_use`), an OpenAI Chat Completions answer (an object with `choices` or \
         `tool_calls`) or an OpenAI Responses answer (an object with `output`, or a list of items such as \
         `function_call`)"
    )]
    Unknown {
        /// What was found.
        found: String,
    },
    /// The JSON has marks of several APIs.
    #[error("cannot tell which API this answer belongs to: found {found}; give the answer as the API sent it")]
    Ambiguous {
        /// What was found.
        found: String,
    },
    /// There are several answers to choose from.
    #[error(
        "the answer has {count} choices; give the message (`choices[n].message`) that the conversation continues with"
    )]
    Choices {
        /// How many.
        count: usize,
    },
    /// A part of the answer has the wrong type.
    #[error("`{place}` of the answer must be {expected} and is {found}")]
    WrongType {
        /// The path of the part.
        place: String,
        /// What belongs there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A call has no identifier, so that its result could not be told apart.
    #[error(
        "call {position} of the answer ({call}) has no usable `{field}`: found {found}; the result needs it, so give \
         every call of the answer a text of its own there, in the conversation too, and run it again"
    )]
    NoId {
        /// The call's position, counted from 1.
        position: usize,
        /// The call's tool.
        call: CallName,
        /// The name of the field that should have it.
        field: &'static str,
        /// What is there.
        found: String,
    },
    /// Two different calls have the same identifier.
    #[error(
        "calls {first} and {second} of the answer differ and have the same identifier `{id}`; their results could not \
         be told apart, so give each its own, in the conversation too, and run it again"
    )]
    SameId {
        /// The identifier.
        id: String,
        /// The first call's position, counted from 1.
        first: usize,
        /// The second call's position, counted from 1.
        second: usize,
    },
    /// The answer ended inside a call because the model had no tokens left.
    #[error(
        "the answer was cut off ({reason}) inside its last call ({call}), whose arguments may be incomplete; ask the \
         model again with a higher token limit"
    )]
    CutOff {
        /// What the API says about it.
        reason: String,
        /// The call's tool.
        call: CallName,
    },
    /// The answer uses the retired way of calling functions, which has no identifiers.
    #[error(
        "the answer has the retired field `function_call`, which gives a call no identifier; declare the functions to \
         the model as `tools`, then it answers with `tool_calls`"
    )]
    RetiredFunctionCall,
}

/// The tool that a call names, for messages; empty if it names none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallName(pub(super) String);

impl fmt::Display for CallName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_str() {
            "" => f.write_str("without a name"),
            name => write!(f, "`{}`", shortened(name)),
        }
    }
}

/// At most 60 characters, without control characters, for messages that quote a model.
pub(super) fn shortened(text: &str) -> String {
    let mut shown: String =
        text.chars().take(60).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}
