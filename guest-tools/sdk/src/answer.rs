//! This is what a tool answers when it did its work, or found nothing to do.

use serde::Serialize;

use crate::bindings::toolhost::contract::tool_types::{FileReference, InlineImage, Output, Part, Status};

/// A successful answer: parts in order, and optionally an action that selects the system hint.
#[derive(Debug, Clone)]
pub struct Answer {
    status: Status,
    parts: Vec<Part>,
    action: Option<String>,
}

impl Answer {
    fn of(status: Status, part: Part) -> Self {
        Self { status, parts: vec![part], action: None }
    }

    /// An answer of plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::of(Status::Ok, Part::Text(text.into()))
    }

    /// An answer of one JSON document. A value that has no JSON form becomes `null`.
    pub fn json(value: &impl Serialize) -> Self {
        Self::of(Status::Ok, Part::Json(json_text(value)))
    }

    /// An answer that is JSON text already, such as numbers that must not be rounded.
    pub fn json_text(text: impl Into<String>) -> Self {
        Self::of(Status::Ok, Part::Json(text.into()))
    }

    /// There was nothing to do, and this is why.
    pub fn noop(text: impl Into<String>) -> Self {
        Self::of(Status::Noop, Part::Text(text.into()))
    }

    /// Says that there was nothing to do.
    #[must_use]
    pub fn as_noop(mut self) -> Self {
        self.status = Status::Noop;
        self
    }

    /// Adds text.
    #[must_use]
    pub fn and_text(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Text(text.into()));
        self
    }

    /// Adds a JSON document.
    #[must_use]
    pub fn and_json(mut self, value: &impl Serialize) -> Self {
        self.parts.push(Part::Json(json_text(value)));
        self
    }

    /// Adds a file of the chat, by its path relative to `/chat`.
    #[must_use]
    pub fn file(mut self, path: impl Into<String>, media_type: impl Into<String>) -> Self {
        self.parts.push(Part::File(FileReference { path: path.into(), media_type: media_type.into() }));
        self
    }

    /// Adds a picture.
    #[must_use]
    pub fn image(mut self, media_type: impl Into<String>, bytes: Vec<u8>) -> Self {
        self.parts.push(Part::Image(InlineImage { media_type: media_type.into(), bytes }));
        self
    }

    /// Says what was done, to select the system hint.
    #[must_use]
    pub fn action(mut self, action: impl Into<String>) -> Self {
        self.action = Some(action.into());
        self
    }

    /// Whether this says that there was nothing to do.
    pub fn is_noop(&self) -> bool {
        self.status == Status::Noop
    }

    /// The text of the text parts and JSON parts, a line each. For tests of a tool's logic.
    pub fn shown(&self) -> String {
        shown(&self.parts)
    }

    pub(crate) fn into_output(self) -> Output {
        Output { status: self.status, content: self.parts, action: self.action }
    }

    pub(crate) fn into_parts(self) -> Vec<Part> {
        self.parts
    }
}

pub(crate) fn shown(parts: &[Part]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text(text) | Part::Json(text) => Some(text.as_str()),
        Part::File(_) | Part::Image(_) => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}
