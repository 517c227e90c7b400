//! Makes timers and drops none.

use std::mem::forget;

use hostile::{Context, Hostile, Output, ToolError, text};
use wasip2::clocks::monotonic_clock::subscribe_duration;

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        for _ in 0..10_000_000 {
            forget(subscribe_duration(u64::MAX));
        }
        Ok(text("never refused"))
    }
}

hostile::guest!(Guest);
