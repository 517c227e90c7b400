//! This decodes arguments strictly and takes out what a model must not set.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

use crate::outcome::{CallError, Code};

/// Keys that belong to the host. A model that sends one is impersonating; the guest never sees them.
const SERVER_OWNED: [&str; 3] = ["chat_id", "chat_uuid", "user_id"];
const DEEPEST: usize = 64;

/// Arguments that are a JSON object.
#[derive(Debug)]
pub(super) struct Arguments {
    /// For validation. Numbers beyond 64 bits are rounded here, and only here.
    pub(super) value: Value,
    /// For the guest: every number and string as the model wrote it.
    pub(super) text: String,
    /// Server-owned keys that were taken out.
    pub(super) spoofed: Vec<String>,
}

/// Decodes a call's arguments.
///
/// # Errors
/// If they are too large, not JSON, not an object, too deep, or have a key twice.
pub(super) fn decode(text: String, most_bytes: u64, aliases: &[(String, String)]) -> Result<Arguments, CallError> {
    if text.len() as u64 > most_bytes {
        return Err(invalid(format!(
            "the arguments have {} bytes and the limit is {most_bytes}; put large content into a file instead",
            text.len()
        )));
    }
    // Some models send nothing at all for a tool without required parameters.
    let text = if text.trim().is_empty() { "{}".to_owned() } else { text };
    let mut reader = serde_json::Deserializer::from_str(&text);
    let value = Strict { depth: 0 }
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| invalid(format!("the arguments are not valid JSON: {error}")))?;
    let Value::Object(mut object) = value else {
        return Err(invalid(format!(
            "the arguments must be a JSON object such as {{\"name\": value}}, not {}",
            kind(&value)
        )));
    };
    let spoofed: Vec<String> =
        SERVER_OWNED.iter().filter(|key| object.remove(**key).is_some()).map(|&key| key.to_owned()).collect();
    let renamed: Vec<&(String, String)> =
        aliases.iter().filter(|(alias, real)| object.contains_key(alias) && !object.contains_key(real)).collect();
    if spoofed.is_empty() && renamed.is_empty() {
        return Ok(Arguments { value: Value::Object(object), text, spoofed });
    }
    let mut raw: BTreeMap<String, Box<RawValue>> =
        serde_json::from_str(&text).map_err(|error| invalid(format!("the arguments are not valid JSON: {error}")))?;
    for key in &spoofed {
        raw.remove(key);
    }
    for (alias, real) in renamed {
        if let Some(value) = object.remove(alias) {
            object.insert(real.clone(), value);
        }
        if let Some(value) = raw.remove(alias) {
            raw.insert(real.clone(), value);
        }
    }
    let text =
        serde_json::to_string(&raw).map_err(|error| invalid(format!("the arguments cannot be written: {error}")))?;
    Ok(Arguments { value: Value::Object(object), text, spoofed })
}

pub(super) fn invalid(message: impl Into<String>) -> CallError {
    CallError::new(Code::InvalidArguments, message)
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Reads a JSON value and refuses what `serde_json` would silently accept: a key that stands twice.
#[derive(Clone, Copy)]
struct Strict {
    depth: usize,
}

impl Strict {
    fn deeper<E: de::Error>(self) -> Result<Self, E> {
        if self.depth >= DEEPEST {
            return Err(E::custom(format_args!("it is nested deeper than {DEEPEST} levels")));
        }
        Ok(Self { depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let seed = self.deeper()?;
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(seed)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let seed = self.deeper()?;
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(seed)?;
            if object.contains_key(&key) {
                return Err(de::Error::custom(format_args!(
                    "the key `{}` stands twice",
                    crate::catalog::rules::shown(&key)
                )));
            }
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        decode(text.to_owned(), 1_000_000, &[]).expect_err("must be refused").message
    }

    #[test]
    fn what_is_no_object_is_refused_by_name() {
        for (text, word) in [
            ("[1]", "an array"),
            ("null", "null"),
            ("\"{}\"", "a string"),
            ("{\"a\":1", "not valid JSON"),
            ("{\"a\":1} x", "not valid JSON"),
            ("{'a':1}", "not valid JSON"),
            ("{\"a\":1,\"a\":2}", "`a` stands twice"),
            ("{\"o\":{\"b\":1,\"b\":1}}", "`b` stands twice"),
            ("{\"a\":NaN}", "not valid JSON"),
        ] {
            assert!(message(text).contains(word), "{text}: {}", message(text));
        }
    }

    #[test]
    fn huge_and_deep_arguments_are_refused() {
        assert!(message(&format!("{{\"a\":{}{}}}", "[".repeat(65), "]".repeat(65))).contains("deeper"));
        assert!(message(&"[".repeat(500_000)).contains("not valid JSON"));
        let long = format!("{{\"a\":\"{}\"}}", "x".repeat(100));
        let error = decode(long, 50, &[]).expect_err("too large");
        assert!(error.message.contains("limit is 50"));
    }

    #[test]
    fn numbers_reach_the_guest_as_they_were_written() {
        let text = r#"{"n": 123456789012345678901234567890, "user_id": "root", "a": {"user_id": 1}}"#;
        let arguments = decode(text.to_owned(), 1_000, &[]).expect("valid");
        assert_eq!(arguments.spoofed, ["user_id"]);
        assert!(arguments.text.contains("123456789012345678901234567890"));
        assert!(!arguments.text.contains("root") && arguments.text.contains(r#"{"user_id": 1}"#));
        assert!(arguments.value.get("user_id").is_none());
    }

    #[test]
    fn an_alias_never_replaces_the_real_parameter() {
        let aliases = [("file_path".to_owned(), "path".to_owned())];
        let renamed = decode(r#"{"file_path":"a"}"#.to_owned(), 100, &aliases).expect("valid");
        assert_eq!(renamed.text, r#"{"path":"a"}"#);
        let both = decode(r#"{"file_path":"a","path":"b"}"#.to_owned(), 100, &aliases).expect("valid");
        assert_eq!(both.value.get("path"), Some(&Value::from("b")));
        assert!(both.value.get("file_path").is_some());
    }

    #[test]
    fn no_arguments_are_an_empty_object() {
        assert_eq!(decode(String::new(), 10, &[]).expect("valid").text, "{}");
    }
}
