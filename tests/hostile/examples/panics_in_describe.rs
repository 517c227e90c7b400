//! Crashes when it is asked what it is.

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(_metadata: ToolMetadata) -> ToolMetadata {
        panic!("describes nothing");
    }
}

hostile::guest!(Guest);
