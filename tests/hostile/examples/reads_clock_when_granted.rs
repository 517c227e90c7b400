//! Looks at the wall clock twice with the `clock` service: the twin of `reads_clock_ungranted`.

use std::thread::sleep;
use std::time::{Duration, SystemTime};

use hostile::{Context, Hostile, Output, ServiceNeeds, ToolError, ToolMetadata, text, with_services};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        with_services(metadata, ServiceNeeds::CLOCK)
    }

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
