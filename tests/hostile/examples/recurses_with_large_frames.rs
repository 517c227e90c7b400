//! Calls itself until the part of its own memory that it uses as a stack is used up.

use std::hint::black_box;

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text(descend(0).to_string()))
    }
}

/// Neither a tail call nor pure, so that every level keeps its frame.
fn descend(level: u64) -> u64 {
    if black_box(level) == u64::MAX {
        return 0;
    }
    black_box(level) + black_box(descend(black_box(level + 1)))
}

hostile::guest!(Guest);
