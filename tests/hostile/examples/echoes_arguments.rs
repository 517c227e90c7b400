//! Answers with its arguments as they reached it.

use hostile::{Context, Hostile, Output, Part, ToolError, answer};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        Ok(answer(vec![Part::Json(arguments)]))
    }
}

hostile::guest!(Guest);
