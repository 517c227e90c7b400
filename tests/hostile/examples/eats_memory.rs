//! Takes memory a little at a time until there is none left.

use std::hint::black_box;

use hostile::{Context, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let mut eaten: Vec<Vec<u8>> = Vec::new();
        loop {
            eaten.push(black_box(vec![1; 64 << 10]));
        }
    }
}

hostile::guest!(Guest);
