//! Executes the instruction that must never be reached.

use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        std::arch::wasm32::unreachable()
    }
}

hostile::guest!(Guest);
