//! Fails as a tool should: says what went wrong and shows what it has.

use hostile::{Context, ErrorKind, Hostile, Output, Part, ToolError};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Err(ToolError {
            kind: ErrorKind::NotFound,
            message: "there is no such thing".to_owned(),
            violations: Vec::new(),
            content: vec![Part::Text("so far".to_owned())],
            action: None,
            retryable: false,
        })
    }
}

hostile::guest!(Guest);
