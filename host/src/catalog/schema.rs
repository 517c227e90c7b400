//! This validates arguments against a tool's schema and lists everything that does not fit.

use jsonschema::Validator;
use serde::Serialize;
use serde_json::Value;

use super::rules::shown;

/// Violations beyond this number are only counted.
const MOST_VIOLATIONS: usize = 30;
const LONGEST_MESSAGE: usize = 300;

/// A compiled JSON Schema.
#[derive(Debug)]
pub(crate) struct Schema {
    validator: Validator,
}

/// One thing that is wrong with arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Violation {
    /// JSON Pointer into the arguments; empty for the arguments as a whole.
    pub(crate) path: String,
    pub(crate) message: String,
}

impl Schema {
    /// Compiles a schema. References to other documents are never followed.
    ///
    /// # Errors
    /// Says what is wrong with the schema.
    pub(crate) fn new(schema: &Value) -> Result<Self, String> {
        jsonschema::draft202012::new(schema)
            .map(|validator| Self { validator })
            .map_err(|error| format!("parameters: not a valid JSON Schema: {}", shorten(&error.to_string())))
    }

    /// Everything in `arguments` that does not fit. Empty means that they fit.
    pub(crate) fn violations(&self, arguments: &Value) -> Vec<Violation> {
        if self.validator.is_valid(arguments) {
            return Vec::new();
        }
        let mut violations = Vec::new();
        let mut further = 0_usize;
        for error in self.validator.iter_errors(arguments) {
            if violations.len() == MOST_VIOLATIONS {
                further += 1;
                continue;
            }
            violations
                .push(Violation { path: error.instance_path().to_string(), message: shorten(&error.to_string()) });
        }
        if further > 0 {
            violations.push(Violation { path: String::new(), message: format!("and {further} further violations") });
        }
        violations
    }
}

fn shorten(message: &str) -> String {
    if message.len() <= LONGEST_MESSAGE {
        return message.to_owned();
    }
    // The value that is wrong comes first and may be long; what is wrong with it comes last.
    let tail = message.len() - message.ceil_char_boundary(message.len() - LONGEST_MESSAGE / 2);
    let (head, tail) = (message.floor_char_boundary(LONGEST_MESSAGE / 2), message.len() - tail);
    shown(message.get(..head).unwrap_or_default()) + " … " + message.get(tail..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_violation_is_listed_with_its_path() {
        let schema = Schema::new(&json!({
            "type": "object",
            "properties": {"path": {"type": "string"}, "mode": {}, "ops": {"type": "array", "items": {"type": "integer"}}},
            "required": ["path", "mode"],
            "additionalProperties": false,
        }))
        .expect("a valid schema");
        let violations = schema.violations(&json!({"path": 1, "ops": [1, "x"], "extra": true}));
        let paths: Vec<&str> = violations.iter().map(|violation| violation.path.as_str()).collect();
        assert!(paths.contains(&"/path") && paths.contains(&"/ops/1"), "{violations:?}");
        assert!(violations.iter().any(|violation| violation.message.contains("mode")));
        assert!(violations.iter().any(|violation| violation.message.contains("extra")));
        assert_eq!(schema.violations(&json!({"path": "a", "mode": 1})), []);
    }

    #[test]
    fn a_huge_wrong_value_gives_a_short_message() {
        let schema = Schema::new(&json!({"type": "object", "properties": {"n": {"type": "integer"}}})).expect("valid");
        let violations = schema.violations(&json!({"n": "ü".repeat(100_000)}));
        assert!(violations.iter().all(|violation| violation.message.len() < 1_000));
    }

    #[test]
    fn a_bad_schema_says_so() {
        assert!(Schema::new(&json!({"type": "objekt"})).is_err());
        assert!(Schema::new(&json!({"$ref": "https://example.org/schema.json"})).is_err());
    }
}
