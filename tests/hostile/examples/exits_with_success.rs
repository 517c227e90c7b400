//! Ends its process as if all were well, without an answer.

use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        std::process::exit(0)
    }
}

hostile::guest!(Guest);
