//! Takes all the memory there can be in one request, and crashes when it is refused.

use std::arch::wasm32::{memory_grow, memory_size};

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let pages = 65_535 - memory_size(0);
        assert_ne!(memory_grow(0, pages), usize::MAX, "no memory");
        Ok(text("got all of it"))
    }
}

hostile::guest!(Guest);
