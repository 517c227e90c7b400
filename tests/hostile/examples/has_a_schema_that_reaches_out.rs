//! Describes its arguments by reference to a document elsewhere.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata {
            parameters: r#"{"type":"object","properties":{"a":{"$ref":"http://127.0.0.1:9/schema.json"}}}"#.to_owned(),
            ..metadata
        }
    }
}

hostile::guest!(Guest);
