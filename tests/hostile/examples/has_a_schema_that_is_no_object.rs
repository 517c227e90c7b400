//! Takes an array where every tool takes an object.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { parameters: r#"{"type":"array"}"#.to_owned(), ..metadata }
    }
}

hostile::guest!(Guest);
