//! Calls itself until the stack is used up.

use std::hint::black_box;

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text(descend(0, black_box(u64::MAX)).to_string()))
    }
}

/// Not a tail call, and with nothing in memory, so that it is the call stack that ends.
#[inline(never)]
fn descend(level: u64, last: u64) -> u64 {
    if level == last { 0 } else { descend(level + 1, last).rotate_left(3) ^ level }
}

hostile::guest!(Guest);
