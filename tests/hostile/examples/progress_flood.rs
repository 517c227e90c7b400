//! Reports progress far faster than anyone could read, with fractions that are none, then answers.

use hostile::bindings::toolhost::contract::progress::{partial, report};
use hostile::{Context, Hostile, Output, ToolError, number, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        for _ in 0..number(&arguments, "reports", 20_000) {
            report(Some(f64::NAN), &"x".repeat(256));
            report(Some(-1e300), "");
            partial("piece");
        }
        Ok(text("done"))
    }
}

hostile::guest!(Guest);
