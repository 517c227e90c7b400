//! Answers with 40 MiB of text.

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text("x".repeat(40 << 20)))
    }
}

hostile::guest!(Guest);
