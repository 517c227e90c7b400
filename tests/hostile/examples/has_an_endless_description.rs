//! Describes itself with 40 MiB of text.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { description: "x".repeat(40 << 20), ..metadata }
    }
}

hostile::guest!(Guest);
