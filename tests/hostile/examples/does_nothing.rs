//! Answers that there was nothing to do.

use hostile::{Context, Hostile, Output, Status, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(Output { status: Status::Noop, ..text("nothing to do") })
    }
}

hostile::guest!(Guest);
