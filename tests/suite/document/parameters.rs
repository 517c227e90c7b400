//! A JSON Schema as rows of a table.

use serde_json::Value;

/// One parameter, or one field of a parameter.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    /// `path`, `ops[].path`.
    pub(super) name: String,
    pub(super) is_required: bool,
    /// `text`, `one of a, b`, `list of numbers`.
    pub(super) kind: String,
    pub(super) meaning: String,
}

/// The parameters that a schema describes, each followed by its fields.
pub(super) fn of(schema: &Value) -> Vec<Parameter> {
    let mut all = Vec::new();
    fields(schema, "", &mut all);
    all
}

fn fields(schema: &Value, before: &str, all: &mut Vec<Parameter>) {
    let Some(properties) = schema["properties"].as_object() else { return };
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (name, property) in properties {
        let name = format!("{before}{name}");
        let short = name.rsplit('.').next().unwrap_or(&name);
        let mut meaning = property["description"].as_str().unwrap_or_default().to_owned();
        if let Some(default) = property.get("default").filter(|default| says_something(default)) {
            meaning.push_str(&format!(" Default: `{default}`."));
        }
        let is_required = required.iter().any(|one| one == short);
        all.push(Parameter {
            name: name.clone(),
            is_required,
            kind: kind(property),
            meaning: meaning.trim().to_owned(),
        });
        for (inner, ending) in [(property, "."), (&property["items"], "[].")] {
            fields(inner, &format!("{name}{ending}"), all);
        }
        for choice in ["anyOf", "oneOf"] {
            for inner in property[choice].as_array().into_iter().flatten() {
                fields(inner, &format!("{name}."), all);
                fields(&inner["items"], &format!("{name}[]."), all);
            }
        }
    }
}

/// Whether a default is more than the absence of the parameter.
fn says_something(default: &Value) -> bool {
    match default {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        Value::String(text) => !text.is_empty(),
        _ => true,
    }
}

fn kind(schema: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        return one_of(values.iter());
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[choice].as_array() {
            if choices.iter().all(|choice| choice.get("const").is_some()) {
                return one_of(choices.iter().map(|choice| &choice["const"]));
            }
            let mut kinds: Vec<String> = choices.iter().map(kind).filter(|kind| kind != "nothing").collect();
            kinds.dedup();
            return kinds.join(" or ");
        }
    }
    let name = |name: &str| match name {
        "string" => "text".to_owned(),
        "integer" => "whole number".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" => match &schema["items"] {
            Value::Object(items) if !items.is_empty() => format!("list of: {}", kind(&schema["items"])),
            _ => "list".to_owned(),
        },
        "null" => "nothing".to_owned(),
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::String(one) => name(one) + &bounds(schema),
        Value::Array(several) => {
            let names = several.iter().filter_map(Value::as_str).filter(|one| *one != "null");
            names.map(name).collect::<Vec<_>>().join(" or ") + &bounds(schema)
        }
        _ => "anything".to_owned(),
    }
}

fn one_of<'a>(values: impl Iterator<Item = &'a Value>) -> String {
    let words = values.filter(|value| !value.is_null()).map(|value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    format!("one of {}", words.collect::<Vec<_>>().join(", "))
}

fn bounds(schema: &Value) -> String {
    match (schema["minimum"].as_f64().filter(|low| *low != 0.0), schema["maximum"].as_f64()) {
        (Some(low), Some(high)) => format!(", {low} to {high}"),
        (None, Some(high)) => format!(", at most {high}"),
        (Some(low), None) => format!(", at least {low}"),
        (None, None) => String::new(),
    }
}

#[test]
fn a_schema_becomes_rows() {
    let schema = serde_json::json!({
        "type": "object",
        "required": ["ops"],
        "properties": {
            "ops": {"type": "array", "description": "What.", "items": {
                "type": "object", "required": ["path"],
                "properties": {"path": {"type": "string"}, "n": {"type": ["integer", "null"], "minimum": 1, "maximum": 9}}
            }},
            "mode": {"description": "How.", "enum": ["a", "b"], "default": "a"},
            "x": {"anyOf": [{"type": "number"}, {"type": "string"}, {"type": "null"}], "default": null}
        }
    });
    let row = |name: &str, is_required, kind: &str, meaning: &str| Parameter {
        name: name.to_owned(),
        is_required,
        kind: kind.to_owned(),
        meaning: meaning.to_owned(),
    };
    assert_eq!(
        of(&schema),
        [
            row("ops", true, "list of: object", "What."),
            row("ops[].path", true, "text", ""),
            row("ops[].n", false, "whole number, 1 to 9", ""),
            row("mode", false, "one of a, b", "How. Default: `\"a\"`."),
            row("x", false, "number or text", ""),
        ]
    );
}
