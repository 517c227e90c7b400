//! Writes to standard error without end.

use std::io::{Write as _, stderr};

use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let line = [b'x'; 4096];
        loop {
            // A refusal does not stop it.
            let _ = stderr().write_all(&line);
        }
    }
}

hostile::guest!(Guest);
