//! Asks for more memory than there can be, is refused, and answers all the same: a tool that copes is no failure.

use std::arch::wasm32::{memory_grow, memory_size};

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        match memory_grow(0, 65_535 - memory_size(0)) {
            usize::MAX => Ok(text("refused")),
            _ => Ok(text("granted")),
        }
    }
}

hostile::guest!(Guest);
