//! Writes log lines without end.

use hostile::bindings::toolhost::contract::log::{Level, write};
use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let message = "x".repeat(4096);
        loop {
            write(Level::Error, &message);
        }
    }
}

hostile::guest!(Guest);
