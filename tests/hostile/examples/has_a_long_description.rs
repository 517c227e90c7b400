//! Describes itself with one character more than allowed.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { description: "x".repeat(2_001), ..metadata }
    }
}

hostile::guest!(Guest);
