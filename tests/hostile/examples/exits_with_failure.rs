//! Ends its process with a status of failure.

use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        std::process::exit(3)
    }
}

hostile::guest!(Guest);
