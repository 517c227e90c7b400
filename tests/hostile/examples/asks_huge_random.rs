//! Asks for 4 GiB of random numbers at once.

use hostile::{Context, Hostile, Output, ServiceNeeds, ToolError, ToolMetadata, text, with_services};
use wasip2::random::random::get_random_bytes;

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        with_services(metadata, ServiceNeeds::RANDOM)
    }

    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text(format!("{} bytes", get_random_bytes(u64::from(u32::MAX)).len())))
    }
}

hostile::guest!(Guest);
