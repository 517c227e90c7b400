//! Answers to the name of another tool.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { aliases: vec!["answers".to_owned()], ..metadata }
    }
}

hostile::guest!(Guest);
