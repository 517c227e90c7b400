//! Waits for one timer four million times over in one list.

use hostile::{Context, Hostile, Output, ToolError, text};
use wasip2::clocks::monotonic_clock::subscribe_duration;
use wasip2::io::poll::poll;

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let timer = subscribe_duration(1);
        let ready = poll(&vec![&timer; 4_000_000]);
        Ok(text(format!("{} ready", ready.len())))
    }
}

hostile::guest!(Guest);
