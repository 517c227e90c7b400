//! Hands 32 MiB to the host in one call, as a log line.

use hostile::bindings::toolhost::contract::log::{Level, write};
use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        write(Level::Info, &"x".repeat(32 << 20));
        Ok(text("done"))
    }
}

hostile::guest!(Guest);
