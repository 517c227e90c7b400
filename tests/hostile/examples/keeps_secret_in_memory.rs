//! Fills its memory with a pattern and leaves it there for whoever comes next.

use std::arch::wasm32::memory_grow;
use std::hint::black_box;

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let pages = 256;
        let start = memory_grow(0, pages) << 16;
        assert_ne!(start >> 16, usize::MAX >> 16, "no memory");
        let pattern = vec![0x5e_u8; pages << 16];
        black_box(Box::leak(pattern.into_boxed_slice()));
        Ok(text("kept"))
    }
}

hostile::guest!(Guest);
