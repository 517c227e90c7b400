//! This is what the model reads of an outcome, in the terms that all APIs share.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::Value;

use crate::outcome::{CallError, Code, Content, Outcome, Status};

/// The pictures that every API with pictures can show.
const SHOWN_PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// One part of a result.
#[derive(Debug, PartialEq)]
pub(super) enum Piece {
    /// Text that is not blank.
    Text(String),
    /// A picture.
    Picture {
        /// One of [`SHOWN_PICTURES`].
        media_type: String,
        /// The encoded picture.
        base64: String,
        /// Its size before it became base64.
        bytes: usize,
    },
}

impl Piece {
    /// The piece where only text can be shown.
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Picture { media_type, bytes, .. } => named_picture(&media_type, bytes),
        }
    }
}

/// All pieces as one text.
pub(super) fn as_text(pieces: Vec<Piece>) -> String {
    pieces.into_iter().map(Piece::into_text).collect::<Vec<_>>().join("\n\n")
}

/// The parts of the result, in reading order. Never empty.
pub(super) fn pieces(outcome: &Outcome) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = error_text(outcome).into_iter().map(Piece::Text).collect();
    pieces.extend(outcome.content.iter().filter_map(piece));
    if pieces.is_empty() {
        let text = if outcome.status == Status::Noop { "(nothing to do)" } else { "(no output)" };
        pieces.push(Piece::Text(text.to_owned()));
    }
    if let Some(hint) = &outcome.system_hint {
        pieces.push(Piece::Text(format!("system_hint: {hint}")));
    }
    pieces
}

fn piece(content: &Content) -> Option<Piece> {
    Some(match content {
        Content::Text { text } if text.is_empty() => return None,
        Content::Text { text } if text.trim().is_empty() => Piece::Text(Value::from(text.as_str()).to_string()),
        Content::Text { text } => Piece::Text(text.clone()),
        Content::Json { value } => Piece::Text(value.to_string()),
        Content::File { path, media_type } => Piece::Text(format!("[file: {path} ({media_type})]")),
        Content::Image { media_type, data } if SHOWN_PICTURES.contains(&media_type.as_str()) => {
            Piece::Picture { media_type: media_type.clone(), base64: STANDARD.encode(data), bytes: data.len() }
        }
        Content::Image { media_type, data } => Piece::Text(named_picture(media_type, data.len())),
    })
}

fn named_picture(media_type: &str, bytes: usize) -> String {
    format!("[picture: {media_type}, {bytes} bytes; it cannot be shown here]")
}

#[derive(Serialize)]
struct ShownError<'a> {
    code: Code,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<&'a Value>,
    /// Left out unless making the same call again is worth a try.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    retryable: bool,
}

fn error_text(outcome: &Outcome) -> Option<String> {
    if !outcome.is_error() {
        return None;
    }
    let unexplained = CallError::new(Code::ToolError, "the call failed");
    let error = outcome.error.as_ref().unwrap_or(&unexplained);
    let shown = ShownError {
        code: error.code,
        message: &error.message,
        details: error.details.as_ref(),
        retryable: error.retryable,
    };
    Some(serde_json::json!({ "error": shown }).to_string())
}
