//! Asks for random numbers of every kind with the `random` service: the twin of `reads_random_ungranted`.

use hostile::{Context, Hostile, Output, ServiceNeeds, ToolError, ToolMetadata, text, with_services};
use wasip2::random::insecure::get_insecure_random_bytes;
use wasip2::random::insecure_seed::insecure_seed;
use wasip2::random::random::get_random_bytes;

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        with_services(metadata, ServiceNeeds::RANDOM)
    }

    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let numbers = (get_random_bytes(16), get_insecure_random_bytes(16), insecure_seed());
        Ok(text(format!("{numbers:?}")))
    }
}

hostile::guest!(Guest);
