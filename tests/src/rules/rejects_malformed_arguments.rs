//! Arguments that are not JSON, not an object or against the schema are refused before an instance is made.

use serde_json::Value;
use toolhost::{Code, Usage};

use super::{Subject, all_well, shown, valid_arguments};
use crate::samples::violations;

const NO_OBJECTS: &[&str] =
    &["{", "nonsense", "null", "[]", "\"text\"", "5", "{\"a\":1}{\"a\":1}", "{\"a\":}", "\u{0}"];

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let metadata = tool.metadata();
    let valid = valid_arguments(metadata).ok_or("no arguments could be made that fit its schema")?;
    let mut malformed: Vec<(String, String)> =
        NO_OBJECTS.iter().map(|text| (format!("{text:?}"), (*text).to_owned())).collect();
    malformed.extend(
        violations(&metadata.parameters, &valid).into_iter().map(|(what, arguments)| (what, arguments.to_string())),
    );
    if let Some((name, value)) = valid.iter().next() {
        let name = Value::String(name.clone());
        let whole = Value::Object(valid.clone()).to_string();
        malformed.push((format!("{name} twice"), format!("{{{name}: {value}, {}", whole.trim_start_matches('{'))));
    }
    let chat = subject.host.chat();
    let mut problems = Vec::new();
    for (what, arguments) in malformed {
        let outcome = chat.call_text(&metadata.name, &arguments);
        if outcome.code() != Some(Code::InvalidArguments) {
            problems.push(format!("{what}: {}", shown(&outcome)));
        } else if (Usage { queue_us: 0, ..outcome.usage }) != Usage::default() {
            problems.push(format!("{what}: an instance was made: {:?}", outcome.usage));
        }
    }
    all_well(problems)
}
