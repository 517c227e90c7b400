//! Copies 24 MiB to and fro within its memory with single instructions that each run for long.

use std::hint::black_box;

use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let mut memory = vec![1_u8; 48 << 20];
        loop {
            black_box(&mut memory[..]).copy_within(..24 << 20, 24 << 20);
        }
    }
}

hostile::guest!(Guest);
