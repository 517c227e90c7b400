//! This is `toolhost call`: one call of one tool.

use std::path::Path;

use clap::Args;
use toolhost::{Content, Outcome, ToolCall};

use super::input::Source;
use super::output::{self, shown};
use super::settings::Settings;
use super::{Ending, figures, interrupt, loading, report};

/// Call one tool
///
/// Prints the answer on standard output: text as it is, JSON documents indented. What the call used, or why it failed,
/// goes to standard error.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The tool's name or one of its aliases
    tool: String,

    /// The arguments: a JSON object, `@FILE` to read it from a file, or `-` to read it from standard input
    #[arg(default_value = "{}", value_name = "JSON|@FILE|-")]
    arguments: String,

    /// The chat whose files the tool sees; it begins to exist if there is none of this name
    #[arg(long, value_name = "NAME")]
    chat: String,

    /// Print the whole outcome as JSON: status, content, error, usage and changed files
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  toolhost call calc '{\"expr\": \"sqrt(2)\"}' --chat demo
  toolhost call write @arguments.json --chat demo --json
  echo '{\"code\": \"sum(range(10))\"}' | toolhost call code_interpreter - --chat demo";

/// The call is the only one, so any identifier will do.
const CALL_ID: &str = "call_1";

pub(super) fn run(settings: &Settings, arguments: Arguments) -> anyhow::Result<Ending> {
    let text = match arguments.arguments.strip_prefix('@') {
        Some(path) => Source::File(path.into()).read()?,
        None if arguments.arguments == "-" => Source::at(Path::new("-")).read()?,
        None => arguments.arguments,
    };
    let chat = loading::open(settings.host()?, arguments.json)?.chat(&arguments.chat)?;
    let call = ToolCall::new(CALL_ID, arguments.tool, text);
    let Some(outcome) = interrupt::until_interrupted(chat.call(call))? else {
        return Ok(Ending::Cancelled);
    };
    if arguments.json {
        output::print_json(&outcome)?;
    } else {
        output::print(&content(&outcome))?;
        if let Some(error) = report::error(&outcome) {
            output::say(&error);
        }
        output::say(&report::full_usage(&outcome));
    }
    Ok(Ending::success_if(!outcome.is_error()))
}

/// The content parts for people, each ending with a line break.
fn content(outcome: &Outcome) -> String {
    let mut text = String::new();
    for part in &outcome.content {
        let part = match part {
            Content::Text { text } => text.clone(),
            Content::Json { value } => format!("{value:#}"),
            Content::File { path, media_type } => format!("[file: {path} ({media_type})]"),
            Content::Image { media_type, data } => {
                format!("[picture: {media_type}, {}; `--json` has it in base64]", figures::size(data.len() as u64))
            }
        };
        // A program that reads this gets every byte, a terminal only what cannot steer it.
        text.push_str(if output::stdout_is_terminal() { shown(&part) } else { part.as_str().into() }.as_ref());
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}
