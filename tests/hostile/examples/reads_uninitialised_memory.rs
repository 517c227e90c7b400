//! Looks through memory that it has never written, for what the last guest left there.

use std::alloc::{Layout, alloc};
use std::hint::black_box;

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let size = 48 << 20;
        let layout = Layout::from_size_align(size, 16).expect("a valid layout");
        // SAFETY: the layout is not empty. WebAssembly memory that was never written is zero, not undefined; reads
        // are volatile so that the compiler takes nothing for granted.
        let found = unsafe {
            let memory = black_box(alloc(layout));
            assert!(!memory.is_null(), "no memory");
            (0..size / 8)
                .filter(|&word| memory.cast::<u64>().add(word).read_volatile() == 0x5e5e_5e5e_5e5e_5e5e)
                .count()
        };
        Ok(text(format!("{found} words of another call")))
    }
}

hostile::guest!(Guest);
