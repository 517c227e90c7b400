//! Describes its arguments with something that is not JSON.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { parameters: "{\"type\": ".to_owned(), ..metadata }
    }
}

hostile::guest!(Guest);
