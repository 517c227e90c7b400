//! A tool's examples work, and give what they say.

use serde_json::Value;
use toolhost::Content;

use super::{Subject, all_well, run_example, shown};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let mut problems = Vec::new();
    for example in &tool.metadata().examples {
        let (_chat, outcome) = run_example(subject.host, tool.metadata(), example);
        if outcome.is_error() {
            problems.push(format!("{:?} failed: {}", example.title, shown(&outcome)));
            continue;
        }
        let Some(expected) = &example.expected else { continue };
        let as_expected = match outcome.content.as_slice() {
            [Content::Text { text }] => text == expected,
            [Content::Json { value }] => {
                serde_json::from_str::<Value>(expected).is_ok_and(|expected| same(&expected, value))
            }
            _ => false,
        };
        if !as_expected {
            problems.push(format!("{:?} was to give {expected:?} and gave {}", example.title, shown(&outcome)));
        }
    }
    all_well(problems)
}

/// Whether two documents are equal, with numbers compared by value.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| same(one, other)))
        }
        (one, other) => one == other,
    }
}
