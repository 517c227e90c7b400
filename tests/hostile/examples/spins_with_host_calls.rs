//! Calls the host without end, so that most of its time is the host's.

use std::hint::black_box;

use hostile::{Context, Hostile, Output, ToolError};
use wasip2::clocks::monotonic_clock::now;

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        loop {
            black_box(now());
        }
    }
}

hostile::guest!(Guest);
