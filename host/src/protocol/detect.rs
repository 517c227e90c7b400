//! This finds out which API an answer belongs to and where its calls are.

use std::collections::BTreeSet;

use serde_json::value::RawValue;

use super::error::{ProtocolError, shortened};
use super::json::{self, Fields};
use super::{Format, FoundCall, Unanswered, anthropic, chat_completions, responses};

/// Types of Anthropic's blocks, besides those that end in `tool_use` or `tool_result`.
const BLOCKS: [&str; 4] = ["text", "thinking", "redacted_thinking", "container_upload"];
/// Types of the elements of a Chat Completions message's list of calls.
const TOOL_CALLS: [&str; 2] = ["function", "custom"];
/// Types of Responses items and their parts, besides those that end in `_call` or `_output`.
const ITEMS: [&str; 8] = [
    "message",
    "reasoning",
    "program",
    "output_text",
    "refusal",
    "additional_tools",
    "mcp_list_tools",
    "mcp_approval_request",
];

/// What an answer holds: its format, its calls, and what else it wants from its client.
pub(super) type Found = (Format, Vec<FoundCall>, Vec<Unanswered>);

/// Reads an answer of any of the three APIs.
pub(super) fn calls(text: &str) -> Result<Found, ProtocolError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with("data:") || text.starts_with("event:") {
        return Err(ProtocolError::Stream { found: "the text".to_owned() });
    }
    let root: &RawValue =
        serde_json::from_str(text).map_err(|error| ProtocolError::NotJson { reason: error.to_string() })?;
    if json::is_object(root) {
        in_object(&Fields::of(root, "the answer")?, root)
    } else if json::is_list(root) {
        in_list(&json::list(root, "the answer")?)
    } else {
        Err(ProtocolError::Unknown { found: json::description(root).to_owned() })
    }
}

fn in_object(answer: &Fields<'_>, whole: &RawValue) -> Result<Found, ProtocolError> {
    refuse_events_and_errors(answer)?;
    let blocks = match answer.get("content") {
        Some(content) if json::is_list(content) => Some(json::list(content, "content")?),
        _ => None,
    };
    let mut formats = BTreeSet::new();
    if ["choices", "tool_calls", "function_call"].iter().any(|field| answer.get(field).is_some()) {
        formats.insert(Format::ChatCompletions);
    }
    if answer.get("output").is_some() {
        formats.insert(Format::Responses);
    }
    // Text blocks say nothing: Chat Completions has them too.
    if kinds(blocks.as_deref().unwrap_or_default(), "content")?.iter().any(|kind| kind == "tool_use") {
        formats.insert(Format::AnthropicMessages);
    }
    if formats.len() > 1 {
        return Err(ProtocolError::Ambiguous { found: format!("marks of {}", joined(&formats)) });
    }

    match (formats.first(), blocks) {
        (Some(Format::Responses), _) => responses::calls(&answer.list("output", "output")?),
        (Some(Format::ChatCompletions), _) if answer.get("choices").is_some() => {
            chat_completions::calls_in_answer(answer)
        }
        (Some(Format::ChatCompletions), _) => chat_completions::calls_in_message(answer, "", None),
        (_, Some(blocks)) => match family_of_all(&blocks, "content")? {
            Some(Format::Responses) => responses::calls(&[whole]),
            None if answer.get("role").is_none() => Err(ProtocolError::Unknown { found: answer.description() }),
            _ => anthropic::calls(&blocks, answer.text("stop_reason").as_deref()),
        },
        (_, None) => in_other_object(answer, whole),
    }
}

/// An object without any of the lists that calls stand in.
fn in_other_object(answer: &Fields<'_>, whole: &RawValue) -> Result<Found, ProtocolError> {
    // A choice of a Chat Completions answer, or the answer of a server that has only one.
    if let Some(message) = answer.get("message").filter(|message| json::is_object(message)) {
        return chat_completions::calls_in_choice(answer, message, "message");
    }
    // The last event of a Responses stream carries the whole answer.
    if let Some(response) = answer.get("response").filter(|response| json::is_object(response)) {
        let fields = Fields::of(response, "response")?;
        if fields.get("output").is_some() {
            return in_object(&fields, response);
        }
    }
    match answer.text("role").as_deref() {
        // Text alone. The format makes no difference where there is nothing to answer.
        Some("assistant") => return Ok((Format::ChatCompletions, Vec::new(), Vec::new())),
        Some(role) => {
            let found = format!("a message of the role `{}` where the assistant's belongs", shortened(role));
            return Err(ProtocolError::Unknown { found });
        }
        None => {}
    }
    if family(answer)?.is_some() {
        return in_list(&[whole]);
    }
    Err(ProtocolError::Unknown { found: answer.description() })
}

fn in_list(elements: &[&RawValue]) -> Result<Found, ProtocolError> {
    if let [only] = elements {
        let fields = Fields::of(only, "[0]")?;
        if fields.get("role").is_some() || fields.get("choices").is_some() {
            return in_object(&fields, only);
        }
    }
    match family_of_all(elements, "")? {
        Some(Format::AnthropicMessages) => anthropic::calls(elements, None),
        Some(Format::ChatCompletions) => chat_completions::calls(elements, "", None),
        Some(Format::Responses) => responses::calls(elements),
        None => Err(ProtocolError::Unknown { found: described_list(elements)? }),
    }
}

fn refuse_events_and_errors(answer: &Fields<'_>) -> Result<(), ProtocolError> {
    let kind = answer.kind();
    let object = answer.text("object").unwrap_or_default();
    let is_event = kind.starts_with("message_")
        || kind.starts_with("content_block_")
        || (kind.starts_with("response.") && answer.get("response").is_none())
        || object == "chat.completion.chunk";
    if is_event {
        let found = if object.is_empty() { kind } else { object };
        return Err(ProtocolError::Stream { found: format!("one event (`{}`)", shortened(&found)) });
    }
    let Some(error) = answer.get("error") else {
        return Ok(());
    };
    let message =
        if json::is_object(error) { Fields::of(error, "error")?.text("message") } else { answer.text("error") };
    Err(ProtocolError::ApiError { message: message.unwrap_or_else(|| "it gives no message".to_owned()) })
}

/// The one API that the elements' types belong to. `None` if no type is known.
fn family_of_all(elements: &[&RawValue], place: &str) -> Result<Option<Format>, ProtocolError> {
    let mut families = BTreeSet::new();
    for (position, element) in elements.iter().enumerate() {
        families.extend(family(&Fields::of(element, &format!("{place}[{position}]"))?)?);
    }
    match families.len() {
        0 | 1 => Ok(families.pop_first()),
        _ => Err(ProtocolError::Ambiguous { found: format!("elements of {}", joined(&families)) }),
    }
}

/// The API that one block, item or call belongs to.
fn family(element: &Fields<'_>) -> Result<Option<Format>, ProtocolError> {
    let kind = element.kind();
    match (kind.as_str(), element.get("content")) {
        ("message", Some(content)) if json::is_list(content) => {
            let kinds = kinds(&json::list(content, "content")?, "content")?;
            Ok(kinds.iter().find_map(|kind| family_of_kind(kind)).or(Some(Format::Responses)))
        }
        ("", _) if element.get("function").is_some() => Ok(Some(Format::ChatCompletions)),
        (kind, _) => Ok(family_of_kind(kind)),
    }
}

fn family_of_kind(kind: &str) -> Option<Format> {
    match kind {
        _ if BLOCKS.contains(&kind) => Some(Format::AnthropicMessages),
        _ if TOOL_CALLS.contains(&kind) => Some(Format::ChatCompletions),
        _ if ITEMS.contains(&kind) => Some(Format::Responses),
        _ if kind.ends_with("tool_use") || kind.ends_with("tool_result") => Some(Format::AnthropicMessages),
        _ if kind.ends_with("_call") || kind.ends_with("_output") => Some(Format::Responses),
        _ => None,
    }
}

fn kinds(elements: &[&RawValue], place: &str) -> Result<Vec<String>, ProtocolError> {
    elements.iter().map(|element| Ok(Fields::of(element, place)?.kind())).collect()
}

fn described_list(elements: &[&RawValue]) -> Result<String, ProtocolError> {
    let Some(first) = elements.first() else {
        return Ok("an empty list".to_owned());
    };
    let first = Fields::of(first, "[0]")?;
    if first.get("role").is_some() {
        return Ok("a list of messages where the last answer alone belongs".to_owned());
    }
    Ok(format!("a list that begins with {}", first.description()))
}

fn joined(formats: &BTreeSet<Format>) -> String {
    formats.iter().map(Format::to_string).collect::<Vec<_>>().join(" and ")
}
