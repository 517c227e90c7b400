//! Overwrites 48 MiB again and again with single instructions that each run for long.
//! Fuel is counted by the instruction, so each of them costs next to nothing.

use std::hint::black_box;

use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let mut memory = vec![0_u8; 48 << 20];
        let mut round = 0_u8;
        loop {
            round = round.wrapping_add(1);
            black_box(&mut memory[..]).fill(round);
        }
    }
}

hostile::guest!(Guest);
