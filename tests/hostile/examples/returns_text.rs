//! Answers with `bytes` bytes of text: the near miss of every answer that is too large.

use hostile::{Context, Hostile, Output, ToolError, number, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        let size = number(&arguments, "bytes", 1) as usize;
        Ok(text("x".repeat(size)))
    }
}

hostile::guest!(Guest);
