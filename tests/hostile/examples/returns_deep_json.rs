//! Answers with JSON that is nested 100,000 levels deep.

use hostile::{Context, Hostile, Output, Part, ToolError, answer, number};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        let depth = number(&arguments, "depth", 100_000) as usize;
        Ok(answer(vec![Part::Json("[".repeat(depth) + &"]".repeat(depth))]))
    }
}

hostile::guest!(Guest);
