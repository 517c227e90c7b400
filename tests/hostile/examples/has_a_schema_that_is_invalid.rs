//! Describes its arguments with a schema that means nothing.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata {
            parameters: r#"{"type":"object","properties":{"a":{"type":"nonsense"}}}"#.to_owned(),
            ..metadata
        }
    }
}

hostile::guest!(Guest);
