//! Looks for the conversation's identifiers without asking for them.

use hostile::{Context, Hostile, Output, ToolError, text};

struct Guest;

impl Hostile for Guest {
    fn invoke(context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text(format!("chat {:?}, user {:?}, time zone {:?}", context.chat, context.user, context.time_zone)))
    }
}

hostile::guest!(Guest);
