//! Says that its cost tier is `prohibited`: it must never run.

use hostile::{CostTier, Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { cost_tier: CostTier::Prohibited, ..metadata }
    }
}

hostile::guest!(Guest);
