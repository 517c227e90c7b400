//! Waits for an hour, using nothing but time.

use std::thread::sleep;
use std::time::Duration;

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        sleep(Duration::from_secs(3600));
        Ok(text("slept for an hour"))
    }
}

hostile::guest!(Guest);
