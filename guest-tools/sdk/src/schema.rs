//! This writes the JSON Schema of a Rust type the way a model reads it best: flat, without noise.

use schemars::JsonSchema;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::Value;

/// The schema of a type, as JSON text.
pub fn text_of<T: JsonSchema>() -> String {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    schema.remove("description");
    Plain.transform(&mut schema);
    Value::from(schema).to_string()
}

/// Takes out what says nothing to a model: the formats of numbers, titles of inlined types, where the lines of a
/// comment in the source break.
struct Plain;

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        schema.remove("title");
        let is_number_format = |format: &str| {
            matches!(format, "float" | "double") || format.starts_with("int") || format.starts_with("uint")
        };
        if schema.get("format").and_then(Value::as_str).is_some_and(is_number_format) {
            schema.remove("format");
        }
        if let Some(Value::String(description)) = schema.get_mut("description") {
            *description = unwrapped(description);
        }
        transform_subschemas(self, schema);
    }
}

/// Joins the lines of a paragraph. Paragraphs and the items of a list stay apart.
fn unwrapped(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        let stays_apart = line.is_empty() || line.starts_with("- ") || joined.is_empty() || joined.ends_with('\n');
        match stays_apart {
            true if !joined.is_empty() => joined.push('\n'),
            true => {}
            false => joined.push(' '),
        }
        joined.push_str(line);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::text_of;
    use schemars::JsonSchema;
    use serde::Deserialize;
    use serde_json::{Value, json};

    /// Not shown to a model.
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Arguments {
        /// Which file.
        path: String,
        /// How many lines. Written over
        /// two lines.
        ///
        /// - one
        /// - two
        #[serde(default)]
        limit: u32,
        #[serde(default)]
        mode: Option<Mode>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Mode {
        Create,
        Append,
    }

    #[test]
    fn a_schema_is_flat_and_closed() {
        let schema: Value = serde_json::from_str(&text_of::<Arguments>()).expect("JSON");
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["required"], json!(["path"]));
        assert_eq!(schema["properties"]["path"], json!({"type": "string", "description": "Which file."}));
        assert_eq!(schema["properties"]["limit"]["minimum"], 0);
        assert_eq!(
            schema["properties"]["limit"]["description"],
            "How many lines. Written over two lines.\n\n- one\n- two"
        );
        for noise in ["$schema", "$defs", "$ref", "\"title\"", "\"format\""] {
            assert!(!schema.to_string().contains(noise), "{noise}: {schema}");
        }
    }
}
