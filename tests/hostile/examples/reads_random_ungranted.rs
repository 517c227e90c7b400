//! Asks for random numbers of every kind without the `random` service.

use hostile::{Context, Hostile, Output, ToolError, text};
use wasip2::random::insecure::get_insecure_random_bytes;
use wasip2::random::insecure_seed::insecure_seed;
use wasip2::random::random::get_random_bytes;

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let numbers = (get_random_bytes(16), get_insecure_random_bytes(16), insecure_seed());
        Ok(text(format!("{numbers:?}")))
    }
}

hostile::guest!(Guest);
