//! Says in its schema exactly what it takes, and answers with what it got.

use hostile::{Context, Hostile, Output, Part, ToolError, ToolMetadata, answer};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata {
            parameters: r#"{
                "type": "object",
                "properties": {
                    "name": {"type": "string", "minLength": 2},
                    "count": {"type": "integer", "minimum": 0, "maximum": 10},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "nested": {"type": "object"}
                },
                "required": ["name", "count"],
                "additionalProperties": false
            }"#
            .to_owned(),
            aliases: vec!["strict".to_owned()],
            ..metadata
        }
    }

    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        Ok(answer(vec![Part::Json(arguments)]))
    }
}

hostile::guest!(Guest);
