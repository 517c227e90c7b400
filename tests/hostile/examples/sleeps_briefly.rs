//! Sleeps for `ms` milliseconds, then answers. May run beside other calls.

use std::thread::sleep;
use std::time::Duration;

use hostile::{Context, Hostile, Output, ToolError, number, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        sleep(Duration::from_millis(number(&arguments, "ms", 50)));
        Ok(text("slept"))
    }
}

hostile::guest!(Guest);
