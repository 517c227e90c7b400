//! Never finishes saying what it is.

use std::hint::spin_loop;

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(_metadata: ToolMetadata) -> ToolMetadata {
        loop {
            spin_loop();
        }
    }
}

hostile::guest!(Guest);
