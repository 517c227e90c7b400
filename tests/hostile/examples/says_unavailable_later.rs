//! Says before its first call that it cannot work.

use hostile::{AvailabilityCheck, Hostile, Readiness, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { availability_check: AvailabilityCheck::BeforeFirstCall, ..metadata }
    }

    fn availability() -> Readiness {
        Readiness::Unavailable("the moon is not full".to_owned())
    }
}

hostile::guest!(Guest);
