//! Makes HTTP header lists, fills them and drops none.

use std::mem::forget;

use hostile::{Context, Hostile, Output, ToolError, text};
use wasip2::http::types::Fields;

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        for _ in 0..10_000_000 {
            let fields = Fields::new();
            for _ in 0..100 {
                if fields.append("x", &[b'x'; 1024]).is_err() {
                    break;
                }
            }
            forget(fields);
        }
        Ok(text("never refused"))
    }
}

hostile::guest!(Guest);
