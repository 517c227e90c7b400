//! Says that its cost tier is `medium`.

use hostile::{CostTier, Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { cost_tier: CostTier::Medium, ..metadata }
    }
}

hostile::guest!(Guest);
