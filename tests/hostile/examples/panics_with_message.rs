//! Panics, and says why on standard error.

use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        panic!("the teapot is empty");
    }
}

hostile::guest!(Guest);
