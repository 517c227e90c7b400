//! Says that its cost tier is `high`.

use hostile::{CostTier, Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { cost_tier: CostTier::High, ..metadata }
    }
}

hostile::guest!(Guest);
