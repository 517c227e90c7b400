//! This reads JSON one level at a time and keeps the text of what is below, so that arguments stay as they were
//! written: big numbers, repeated keys, order and white space.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::error::{CallName, ProtocolError, shortened};

/// The fields of an object, each with the text of its value.
pub(super) struct Fields<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Fields<'a> {
    /// The fields of a value that must be an object.
    pub(super) fn of(value: &'a RawValue, place: &str) -> Result<Self, ProtocolError> {
        if first_byte(value) != b'{' {
            return Err(wrong_type(value, place, "an object"));
        }
        serde_json::from_str(value.get()).map_err(|error| ProtocolError::WrongType {
            place: place.to_owned(),
            expected: "an object",
            found: format!("not readable as one ({error})"),
        })
    }

    /// A field that is there and not `null`.
    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.get(name).copied().filter(|value| value.get() != "null")
    }

    /// A field that is a string.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.get(name).and_then(as_text)
    }

    /// The field `type`, or an empty string.
    pub(super) fn kind(&self) -> String {
        self.text("type").unwrap_or_default()
    }

    /// The elements of a field that must be a list. Empty if the field is missing or `null`.
    pub(super) fn list(&self, name: &str, place: &str) -> Result<Vec<&'a RawValue>, ProtocolError> {
        self.get(name).map_or_else(|| Ok(Vec::new()), |value| list(value, place))
    }

    /// The text that a call's arguments are: a string's contents, or any other value as it was written.
    pub(super) fn arguments(&self, name: &str) -> String {
        self.get(name).map(|value| as_text(value).unwrap_or_else(|| value.get().to_owned())).unwrap_or_default()
    }

    /// The name that a call gives to its tool: a string's contents, or any other value as it was written.
    pub(super) fn name(&self) -> String {
        self.arguments("name")
    }

    /// A field as a parsed value, to be repeated in a result.
    pub(super) fn value(&self, name: &str) -> Option<Value> {
        self.get(name).and_then(|value| serde_json::from_str(value.get()).ok())
    }

    /// What the object is, for error messages.
    pub(super) fn description(&self) -> String {
        let keys: Vec<String> = self.0.keys().take(8).map(|key| format!("`{}`", shortened(key))).collect();
        let kind = match self.kind() {
            kind if kind.is_empty() => String::new(),
            kind => format!(" of the type `{}`", shortened(&kind)),
        };
        match keys.len() {
            0 => "an empty object".to_owned(),
            8 => format!("an object{kind} with the fields {} and more", keys.join(", ")),
            _ => format!("an object{kind} with the fields {}", keys.join(", ")),
        }
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;

        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = BTreeMap::new();
                while let Some((key, value)) = map.next_entry::<String, &'de RawValue>()? {
                    if fields.insert(key.clone(), value).is_some() {
                        return Err(A::Error::custom(format!("the field `{}` is there twice", shortened(&key))));
                    }
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// The identifier of the call at `position`, counted from 1.
pub(super) fn call_id(
    call: &Fields<'_>,
    field: &'static str,
    position: usize,
    name: &str,
) -> Result<String, ProtocolError> {
    let found = match (call.get(field), call.text(field)) {
        (_, Some(id)) if !id.trim().is_empty() => return Ok(id),
        (_, Some(_)) => "a blank text",
        (Some(value), None) => description(value),
        (None, None) => "nothing",
    };
    let call = CallName(name.to_owned());
    Err(ProtocolError::NoId { position, call, field, found: found.to_owned() })
}

/// The elements of a value that must be a list.
pub(super) fn list<'a>(value: &'a RawValue, place: &str) -> Result<Vec<&'a RawValue>, ProtocolError> {
    serde_json::from_str(value.get()).map_err(|_| wrong_type(value, place, "a list"))
}

/// What a value is, for error messages.
pub(super) fn description(value: &RawValue) -> &'static str {
    match first_byte(value) {
        b'{' => "an object",
        b'[' => "a list",
        b'"' => "a string",
        b't' | b'f' => "a truth value",
        b'n' => "null",
        _ => "a number",
    }
}

pub(super) fn is_object(value: &RawValue) -> bool {
    first_byte(value) == b'{'
}

pub(super) fn is_list(value: &RawValue) -> bool {
    first_byte(value) == b'['
}

fn as_text(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

fn wrong_type(value: &RawValue, place: &str, expected: &'static str) -> ProtocolError {
    ProtocolError::WrongType { place: place.to_owned(), expected, found: description(value).to_owned() }
}

fn first_byte(value: &RawValue) -> u8 {
    value.get().bytes().next().unwrap_or_default()
}
