//! Fails with an error message of 40 MiB.

use hostile::{Context, ErrorKind, Hostile, Output, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Err(ToolError {
            kind: ErrorKind::Failed,
            message: "x".repeat(40 << 20),
            violations: Vec::new(),
            content: Vec::new(),
            action: None,
            retryable: false,
        })
    }
}

hostile::guest!(Guest);
