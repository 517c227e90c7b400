//! Sleeps for `ms` milliseconds, then answers. Must not run beside other calls of its conversation.

use std::thread::sleep;
use std::time::Duration;

use hostile::{Context, Hostile, Output, ToolError, ToolMetadata, number, text};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata { concurrency_safe: false, ..metadata }
    }

    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        sleep(Duration::from_millis(number(&arguments, "ms", 50)));
        Ok(text("slept"))
    }
}

hostile::guest!(Guest);
