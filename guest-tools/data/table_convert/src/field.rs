//! One value of a row.

use std::borrow::Cow;

use serde_json::value::RawValue;
use toolhost_sdk::prelude::*;
use toolhost_sheets::Cell;
use toolhost_tables::number::Style;
use toolhost_tables::table::cell_text;
use toolhost_tables::value::Shown;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Field {
    Missing,
    /// A number as JSON writes it, and as the file wrote it.
    Number {
        json: String,
        text: String,
    },
    Bool(bool),
    Text(String),
    /// A list or an object, as JSON.
    Nested(String),
}

impl Field {
    /// A cell of a CSV file.
    pub(crate) fn of_csv(cell: Option<&[u8]>, numbers: Option<Style>) -> Self {
        let Some(cell) = cell else { return Self::Missing };
        match Shown::whole_cell(cell, numbers) {
            Shown::Null => Self::Missing,
            Shown::Number(json) => Self::Number { json, text: cell_text(cell).into_owned() },
            Shown::Text(text) => Self::Text(text),
        }
    }

    /// A value of a JSON document, which is valid.
    pub(crate) fn of_json(raw: &RawValue) -> Self {
        let text = raw.get();
        match text.as_bytes().first() {
            Some(b'n') => Self::Missing,
            Some(b't') => Self::Bool(true),
            Some(b'f') => Self::Bool(false),
            Some(b'"') => match serde_json::from_str(text) {
                Ok(text) => Self::Text(text),
                // Half of a surrogate pair, which JSON can write and text cannot have.
                Err(_) => Self::Text(text.trim_matches('"').to_owned()),
            },
            Some(b'[' | b'{') if text.contains(['\n', '\r']) => Self::Nested(
                serde_json::from_str(text).map_or_else(|_| text.to_owned(), |value: Value| value.to_string()),
            ),
            Some(b'[' | b'{') => Self::Nested(text.to_owned()),
            _ => Self::Number { json: text.to_owned(), text: text.to_owned() },
        }
    }

    /// A cell of a workbook.
    pub(crate) fn of_cell(cell: Cell) -> Self {
        match cell {
            Cell::Empty => Self::Missing,
            Cell::Bool(value) => Self::Bool(value),
            Cell::Number(_) => {
                let text = cell.text();
                Self::Number { json: text.clone(), text }
            }
            Cell::Text(text) | Cell::Moment(text) | Cell::Error(text) => Self::Text(text),
        }
    }

    /// As JSON.
    pub(crate) fn json(&self) -> Cow<'_, str> {
        match self {
            Self::Missing => Cow::Borrowed("null"),
            Self::Bool(value) => Cow::Borrowed(if *value { "true" } else { "false" }),
            Self::Number { json, .. } | Self::Nested(json) => Cow::Borrowed(json),
            Self::Text(text) => Cow::Owned(Value::from(text.as_str()).to_string()),
        }
    }

    /// As text; empty if it is missing.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Missing => "",
            Self::Bool(value) => {
                if *value {
                    "true"
                } else {
                    "false"
                }
            }
            Self::Number { text, .. } | Self::Text(text) | Self::Nested(text) => text,
        }
    }
}
