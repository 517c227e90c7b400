//! This is `toolhost files`: what is in a chat.

use clap::Args;
use serde_json::json;

use super::output::{self, shown};
use super::settings::Settings;
use super::{Ending, figures, loading};

/// List the files of a chat
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The chat
    #[arg(long, value_name = "NAME")]
    chat: String,

    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  toolhost files --chat demo
  toolhost files --chat demo --json | jq -r '.files[].path'";

pub(super) fn run(settings: &Settings, arguments: &Arguments) -> anyhow::Result<Ending> {
    let chat = loading::open(settings.host_without_tools()?, arguments.json)?.chat(&arguments.chat)?;
    let files = chat.files().list()?;
    if arguments.json {
        output::print_json(&json!({ "chat": chat.name(), "files": files }))?;
        return Ok(Ending::Success);
    }
    let mut text = String::new();
    for file in &files {
        text.push_str(&format!("{:>8}  {}\n", figures::size(file.size), shown(&file.path).replace('\n', "\u{fffd}")));
    }
    output::print(&text)?;
    let bytes = files.iter().fold(0, |sum: u64, file| sum.saturating_add(file.size));
    let number = figures::plural(files.len(), "file", "files");
    output::say(&format!("{number}, {}, in the chat {}", figures::size(bytes), chat.name()));
    Ok(Ending::Success)
}
