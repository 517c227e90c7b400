//! Calls itself something that no tool may be called.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { name: "Bad Name/../x".to_owned(), ..metadata }
    }
}

hostile::guest!(Guest);
