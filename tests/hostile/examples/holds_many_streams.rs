//! Asks for standard output again and again and drops none.

use std::mem::forget;

use hostile::{Context, Hostile, Output, ToolError, text};
use wasip2::cli::stdout::get_stdout;

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        for _ in 0..10_000_000 {
            forget(get_stdout());
        }
        Ok(text("never refused"))
    }
}

hostile::guest!(Guest);
