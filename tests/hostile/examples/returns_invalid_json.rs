//! Answers with a JSON part that is not JSON.

use hostile::{Context, Hostile, Output, Part, ToolError, answer};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(answer(vec![Part::Json("{\"open\": ".to_owned())]))
    }
}

hostile::guest!(Guest);
