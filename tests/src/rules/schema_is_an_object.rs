//! A tool's schema is a valid JSON Schema of an object whose parameters are all described, and closed: a parameter that
//! it does not know is an error that a model can see, not one that is silently dropped.

use serde_json::Value;

use super::{Subject, all_well};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let schema = &tool.metadata().parameters;
    let mut problems = Vec::new();
    if let Err(error) = jsonschema::meta::validate(schema) {
        problems.push(format!("it is no JSON Schema: {error}"));
    }
    if let Err(error) = jsonschema::validator_for(schema) {
        problems.push(format!("it cannot be compiled: {error}"));
    }
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        problems.push("it is not the schema of an object".to_owned());
    }
    if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        problems.push("it lets unknown parameters pass: `additionalProperties` is not false".to_owned());
    }
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let described = property.get("description").and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty());
        if !described {
            problems.push(format!("the parameter `{name}` has no description"));
        }
    }
    all_well(problems)
}
