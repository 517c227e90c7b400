//! Calls the tool `tool` with `{}`, as often as `times` says, and answers what came of each call; or, with nothing given,
//! lists the tools that it can call.

use hostile::bindings::toolhost::contract::tools::{self, CallError};
use hostile::{
    Context, Hostile, Output, Part, ServiceNeeds, ToolError, ToolMetadata, number, string, text, with_services,
};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        with_services(metadata, ServiceNeeds::CALL_TOOLS)
    }

    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        let name = string(&arguments, "tool", "");
        if name.is_empty() {
            let names =
                tools::list_active().map(|tools| tools.into_iter().map(|tool| tool.name).collect::<Vec<_>>().join(" "));
            return Ok(text(names.unwrap_or_else(|error| format!("{error:?}"))));
        }
        // The arguments of the inner call: its own tool is called again with what it was called with.
        let inner = if name == "calls_a_tool" { r#"{"tool": "calls_a_tool"}"# } else { "{}" };
        let mut results = Vec::new();
        for _ in 0..number(&arguments, "times", 1) {
            results.push(match tools::call(&name, inner) {
                Ok(output) => output
                    .content
                    .into_iter()
                    .map(|part| if let Part::Text(text) = part { text } else { "…".to_owned() })
                    .collect(),
                Err(CallError::Refused((code, message))) => format!("{code}: {message}"),
                Err(CallError::Tool(error)) => format!("tool: {}", error.message),
                Err(CallError::Service(error)) => format!("service: {error:?}"),
            });
        }
        Ok(text(results.join("\n")))
    }
}

hostile::guest!(Guest);
