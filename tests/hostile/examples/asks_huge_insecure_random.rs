//! Asks for 4 GiB of random numbers at once where they need not be good.

use hostile::{Context, Hostile, Output, ToolError, text};
use wasip2::random::insecure::get_insecure_random_bytes;

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text(format!("{} bytes", get_insecure_random_bytes(u64::from(u32::MAX)).len())))
    }
}

hostile::guest!(Guest);
