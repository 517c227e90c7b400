//! Answers with the time it has left and the size its answer may have.

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text(format!("{} {}", context.deadline_ms, context.output_limit)))
    }
}

hostile::guest!(Guest);
