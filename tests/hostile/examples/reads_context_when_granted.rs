//! Asks for the conversation's identifiers: the twin of `reads_context_ungranted`.

use hostile::{Context, ContextNeeds, Hostile, Output, ToolError, ToolMetadata, text};

struct Guest;

impl Hostile for Guest {
    fn describe(mut metadata: ToolMetadata) -> ToolMetadata {
        metadata.needs.context = ContextNeeds::CHAT;
        metadata
    }

    fn invoke(context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text(format!("chat {:?}, user {:?}, time zone {:?}", context.chat, context.user, context.time_zone)))
    }
}

hostile::guest!(Guest);
