//! Answers with a million parts that hold nothing.

use hostile::{Context, Hostile, Output, Part, ToolError, answer};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(answer(vec![Part::Text(String::new()); 1_000_000]))
    }
}

hostile::guest!(Guest);
