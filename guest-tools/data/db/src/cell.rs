//! Values of SQLite as JSON, and the other way round.

use rusqlite::types::{Null, ToSqlOutput, Value as Sql, ValueRef};
use toolhost_sdk::prelude::*;

/// The most bytes of a text that are shown. More of it is had with `substr`.
const LONGEST_TEXT: usize = 8_000;
/// The most bytes of a blob that are shown.
const LONGEST_BLOB: usize = 32;

/// A value for an answer, and whether something of it had to be left out.
pub(crate) fn shown(value: ValueRef<'_>) -> (Value, bool) {
    match value {
        ValueRef::Null => (Value::Null, false),
        ValueRef::Integer(number) => (Value::from(number), false),
        ValueRef::Real(number) if number.is_finite() => (Value::from(number), false),
        ValueRef::Real(number) => (Value::from(if number > 0.0 { "Infinity" } else { "-Infinity" }), false),
        ValueRef::Text(text) => {
            let whole = String::from_utf8_lossy(text);
            if whole.len() <= LONGEST_TEXT {
                return (Value::from(whole.into_owned()), false);
            }
            let kept = whole.get(..whole.floor_char_boundary(LONGEST_TEXT)).unwrap_or_default();
            (Value::from(format!("{kept}…")), true)
        }
        ValueRef::Blob(bytes) => {
            let hex: String = bytes.iter().take(LONGEST_BLOB).map(|byte| format!("{byte:02x}")).collect();
            let is_cut = bytes.len() > LONGEST_BLOB;
            let text = if is_cut { format!("x'{hex}…' ({} B)", bytes.len()) } else { format!("x'{hex}'") };
            (Value::from(text), is_cut)
        }
    }
}

/// A parameter. `pointer` is its place in the arguments.
pub(crate) fn parameter<'a>(value: &'a Value, pointer: &str) -> Result<ToSqlOutput<'a>, ToolError> {
    match value {
        Value::Null => Ok(Null.into()),
        Value::Bool(value) => Ok(ToSqlOutput::Owned(Sql::Integer((*value).into()))),
        Value::String(text) => Ok(ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes()))),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Ok(ToSqlOutput::Owned(Sql::Integer(whole))),
            (None, Some(fraction)) if number.is_f64() => Ok(ToSqlOutput::Owned(Sql::Real(fraction))),
            _ => Err(ToolError::invalid(pointer, format!("{number} is beyond SQLite's integers; give it as text"))),
        },
        Value::Array(_) | Value::Object(_) => Err(ToolError::invalid(
            pointer,
            "a value is a number, a text, true, false or null; for a list write several ? or pass JSON text to json_each(?)",
        )),
    }
}
