//! This is Anthropic's Messages API.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::detect::Found;
use super::error::{CallName, ProtocolError};
use super::json::{self, Fields};
use super::reading::{self, Piece};
use super::{Address, CallKind, Format, FoundCall};
use crate::call::ToolCall;
use crate::outcome::Outcome;

/// Reasons to stop that leave the last block unfinished.
const CUT_OFF: [&str; 2] = ["max_tokens", "model_context_window_exceeded"];

/// The calls among a message's content blocks.
pub(super) fn calls(blocks: &[&RawValue], stop_reason: Option<&str>) -> Result<Found, ProtocolError> {
    let mut found = Vec::new();
    let mut last_is_call = false;
    for (position, block) in blocks.iter().enumerate() {
        let block = Fields::of(block, &format!("content[{position}]"))?;
        last_is_call = block.kind() == "tool_use";
        if last_is_call {
            found.push(call(&block, found.len() + 1)?);
        }
    }
    if let (Some(reason), true, Some(last)) = (stop_reason, last_is_call, found.last())
        && CUT_OFF.contains(&reason)
    {
        let call = CallName(last.call.name.clone());
        return Err(ProtocolError::CutOff { reason: format!("stop reason `{reason}`"), call });
    }
    Ok((Format::AnthropicMessages, found, Vec::new()))
}

fn call(block: &Fields<'_>, position: usize) -> Result<FoundCall, ProtocolError> {
    let name = block.name();
    let id = json::call_id(block, "id", position, &name)?;
    let call = ToolCall::new(id, name, block.arguments("input"));
    // A call to a member of a tool set is answered for the set.
    let repeated = block.value("toolset_name").map(|value| ("toolset_name".to_owned(), value)).into_iter().collect();
    Ok(FoundCall { call, kind: CallKind::Function, repeated })
}

/// One user message with every result, or none if there are no results.
pub(super) fn messages<'a>(results: impl Iterator<Item = (&'a Address, Outcome)>) -> Vec<Value> {
    let blocks: Vec<Value> = results.map(|(address, outcome)| result(address, &outcome)).collect();
    if blocks.is_empty() { Vec::new() } else { vec![json!({ "role": "user", "content": blocks })] }
}

fn result(address: &Address, outcome: &Outcome) -> Value {
    let pieces = reading::pieces(outcome);
    let failed = outcome.is_error();
    let content: Vec<Value> = pieces.into_iter().map(|piece| block(piece, failed)).collect();
    let mut result = Map::new();
    result.insert("type".to_owned(), json!("tool_result"));
    result.insert("tool_use_id".to_owned(), json!(address.id));
    result.extend(address.repeated.clone());
    if failed {
        result.insert("is_error".to_owned(), json!(true));
    }
    result.insert("content".to_owned(), json!(content));
    Value::Object(result)
}

fn block(piece: Piece, failed: bool) -> Value {
    match piece {
        // The API refuses a failed result that holds anything but text.
        Piece::Picture { media_type, base64, .. } if !failed => {
            json!({ "type": "image", "source": { "type": "base64", "media_type": media_type, "data": base64 } })
        }
        piece => json!({ "type": "text", "text": piece.into_text() }),
    }
}
