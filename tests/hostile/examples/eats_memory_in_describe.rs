//! Takes all memory when it is asked what it is.

use std::hint::black_box;

use hostile::{Hostile, ToolMetadata};

struct Guest;

impl Hostile for Guest {
    fn describe(_metadata: ToolMetadata) -> ToolMetadata {
        let mut eaten: Vec<Vec<u8>> = Vec::new();
        loop {
            eaten.push(black_box(vec![1; 64 << 10]));
        }
    }
}

hostile::guest!(Guest);
