//! Grows the table of its functions without end.
//!
//! Rust has no word for a table, so the instruction is written by hand.

#![feature(asm_experimental_arch)]

use std::arch::{asm, global_asm};

use hostile::{Context, Hostile, Output, ToolError, text};

global_asm!(".tabletype __indirect_function_table, funcref");

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let mut elements = 0_u64;
        while elements < 1 << 30 {
            if grow_table(1 << 16) == -1 {
                return Ok(text(format!("refused at {elements} elements")));
            }
            elements += 1 << 16;
        }
        Ok(text(format!("granted {elements} elements")))
    }
}

/// Grows the table by this many elements. Returns its former size, or -1.
#[inline(never)]
fn grow_table(elements: i32) -> i32 {
    let former: i32;
    // SAFETY: the instructions add empty elements behind those that the program uses.
    unsafe {
        asm!(
            "ref.null_func",
            "local.get {elements}",
            "table.grow __indirect_function_table",
            "local.set {former}",
            elements = in(local) elements,
            former = out(local) former,
        );
    }
    former
}

hostile::guest!(Guest);
