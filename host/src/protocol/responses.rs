//! This is OpenAI's Responses API.

use std::collections::HashSet;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::detect::Found;
use super::error::{CallName, ProtocolError};
use super::json::{self, Fields};
use super::reading::{self, Piece};
use super::{Address, CallKind, Format, FoundCall, Unanswered};
use crate::call::ToolCall;
use crate::outcome::Outcome;

/// What a client must do by other means than a tool, unless the answer already has the output.
const OTHER_WORK: [&str; 6] =
    ["computer_call", "local_shell_call", "shell_call", "apply_patch_call", "tool_search_call", "mcp_approval_request"];

/// The calls among the items of an answer.
pub(super) fn calls(items: &[&RawValue]) -> Result<Found, ProtocolError> {
    let mut answered = HashSet::new();
    let mut fields = Vec::new();
    for (position, item) in items.iter().enumerate() {
        let item = Fields::of(item, &format!("output[{position}]"))?;
        if item.kind().ends_with("_output") {
            answered.extend(item.text("call_id"));
        }
        fields.push(item);
    }

    let mut found = Vec::new();
    let mut unanswered = Vec::new();
    for item in &fields {
        let is_answered = item.text("call_id").is_some_and(|id| answered.contains(&id));
        match item.kind().as_str() {
            _ if is_answered => {}
            "function_call" => found.push(call(item, CallKind::Function, "arguments", found.len() + 1)?),
            "custom_tool_call" => found.push(call(item, CallKind::Custom, "input", found.len() + 1)?),
            // The API's own servers search unless the item says otherwise.
            "tool_search_call" if item.text("execution").as_deref() != Some("client") => {}
            kind if OTHER_WORK.contains(&kind) => {
                let id = item.text("call_id").or_else(|| item.text("id")).unwrap_or_default();
                unanswered.push(Unanswered { id, kind: kind.to_owned() });
            }
            _ => {}
        }
    }
    Ok((Format::Responses, found, unanswered))
}

fn call(item: &Fields<'_>, kind: CallKind, arguments: &str, position: usize) -> Result<FoundCall, ProtocolError> {
    let name = item.name();
    if item.text("status").as_deref() == Some("incomplete") {
        return Err(ProtocolError::CutOff { reason: "status `incomplete`".to_owned(), call: CallName(name) });
    }
    let id = json::call_id(item, "call_id", position, &name)?;
    let call = ToolCall::new(id, name, item.arguments(arguments));
    // A call made by a program that the API runs is answered to that program.
    let repeated = item.value("caller").map(|value| ("caller".to_owned(), value)).into_iter().collect();
    Ok(FoundCall { call, kind, repeated })
}

/// One output item for each result.
pub(super) fn items<'a>(results: impl Iterator<Item = (&'a Address, Outcome)>) -> Vec<Value> {
    results.map(|(address, outcome)| item(address, reading::pieces(&outcome))).collect()
}

fn item(address: &Address, pieces: Vec<Piece>) -> Value {
    let kind = match address.kind {
        CallKind::Function => "function_call_output",
        CallKind::Custom => "custom_tool_call_output",
    };
    let mut item = Map::new();
    item.insert("type".to_owned(), json!(kind));
    item.insert("call_id".to_owned(), json!(address.id));
    item.extend(address.repeated.clone());
    item.insert("output".to_owned(), output(pieces));
    Value::Object(item)
}

fn output(pieces: Vec<Piece>) -> Value {
    if pieces.iter().any(|piece| matches!(piece, Piece::Picture { .. })) {
        pieces.into_iter().map(content).collect()
    } else {
        json!(reading::as_text(pieces))
    }
}

fn content(piece: Piece) -> Value {
    match piece {
        Piece::Text(text) => json!({ "type": "input_text", "text": text }),
        Piece::Picture { media_type, base64, .. } => {
            let url = format!("data:{media_type};base64,{base64}");
            json!({ "type": "input_image", "detail": "auto", "image_url": url })
        }
    }
}
