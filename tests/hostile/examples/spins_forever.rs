//! Computes without end and without calling the host.

use std::hint::spin_loop;

use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        loop {
            spin_loop();
        }
    }
}

hostile::guest!(Guest);
