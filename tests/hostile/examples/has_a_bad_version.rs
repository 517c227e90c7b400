//! Has a version that is none.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { version: "newest".to_owned(), ..metadata }
    }
}

hostile::guest!(Guest);
