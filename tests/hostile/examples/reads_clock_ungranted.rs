//! Looks at the wall clock twice without the `clock` service: the time since 1970 and the time between, in milliseconds.

use std::thread::sleep;
use std::time::{Duration, SystemTime};

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let before = SystemTime::now();
        sleep(Duration::from_millis(20));
        let after = SystemTime::now();
        let since_epoch = before.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_millis());
        let passed = after.duration_since(before).map_or(0, |time| time.as_millis());
        Ok(text(format!("{since_epoch} {passed}")))
    }
}

hostile::guest!(Guest);
