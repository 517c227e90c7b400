//! This is OpenAI's Chat Completions API.

use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::detect::Found;
use super::error::{CallName, ProtocolError};
use super::json::{self, Fields};
use super::reading;
use super::{Address, CallKind, Format, FoundCall};
use crate::call::ToolCall;
use crate::outcome::Outcome;

/// The calls in a whole answer, which must have one choice.
pub(super) fn calls_in_answer(answer: &Fields<'_>) -> Result<Found, ProtocolError> {
    let choices = answer.list("choices", "choices")?;
    let [choice] = choices.as_slice() else {
        return Err(match choices.len() {
            0 => ProtocolError::Unknown { found: "an answer whose `choices` are empty".to_owned() },
            count => ProtocolError::Choices { count },
        });
    };
    let choice = Fields::of(choice, "choices[0]")?;
    match choice.get("message") {
        Some(message) => calls_in_choice(&choice, message, "choices[0].message"),
        None if choice.get("delta").is_some() => Err(ProtocolError::Stream { found: "one event".to_owned() }),
        None => Err(ProtocolError::Unknown { found: "a choice without a `message`".to_owned() }),
    }
}

/// The calls in a choice's message.
pub(super) fn calls_in_choice(choice: &Fields<'_>, message: &RawValue, place: &str) -> Result<Found, ProtocolError> {
    let message = Fields::of(message, place)?;
    calls_in_message(&message, &format!("{place}."), choice.text("finish_reason").as_deref())
}

/// The calls in an assistant's message. `place` is the message's path, with a full stop at its end.
pub(super) fn calls_in_message(
    message: &Fields<'_>,
    place: &str,
    finish_reason: Option<&str>,
) -> Result<Found, ProtocolError> {
    let place = format!("{place}tool_calls");
    let elements = message.list("tool_calls", &place)?;
    if elements.is_empty() && message.get("function_call").is_some() {
        return Err(ProtocolError::RetiredFunctionCall);
    }
    calls(&elements, &place, finish_reason)
}

/// The calls in the list `tool_calls`.
pub(super) fn calls(elements: &[&RawValue], place: &str, finish_reason: Option<&str>) -> Result<Found, ProtocolError> {
    let mut found = Vec::new();
    for (position, element) in elements.iter().enumerate() {
        let place = format!("{place}[{position}]");
        found.push(call(&Fields::of(element, &place)?, &place, position + 1)?);
    }
    if let (Some("length"), Some(FoundCall { call, kind: CallKind::Function, .. })) = (finish_reason, found.last())
        && serde_json::from_str::<IgnoredAny>(&call.arguments).is_err()
    {
        let call = CallName(call.name.clone());
        return Err(ProtocolError::CutOff { reason: "finish reason `length`".to_owned(), call });
    }
    Ok((Format::ChatCompletions, found, Vec::new()))
}

fn call(element: &Fields<'_>, place: &str, position: usize) -> Result<FoundCall, ProtocolError> {
    let (kind, field, arguments) = if element.kind() == "custom" || element.get("function").is_none() {
        (CallKind::Custom, "custom", "input")
    } else {
        (CallKind::Function, "function", "arguments")
    };
    // An element of an unknown type, or with nothing in it, still waits for a message under its identifier.
    let (name, arguments) = match element.get(field) {
        Some(inner) => {
            let inner = Fields::of(inner, &format!("{place}.{field}"))?;
            (inner.name(), inner.arguments(arguments))
        }
        None => (element.kind(), String::new()),
    };
    let id = json::call_id(element, "id", position, &name)?;
    Ok(FoundCall { call: ToolCall::new(id, name, arguments), kind, repeated: Map::new() })
}

/// One `tool` message for each result.
pub(super) fn messages<'a>(results: impl Iterator<Item = (&'a Address, Outcome)>) -> Vec<Value> {
    results
        .map(|(address, outcome)| {
            let text = reading::as_text(reading::pieces(&outcome));
            json!({ "role": "tool", "tool_call_id": address.id, "content": text })
        })
        .collect()
}
