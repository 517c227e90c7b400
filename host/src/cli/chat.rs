//! This is `toolhost chat`: what a person decides in a chat, and why a call passes or not.

use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use toolhost::{AccessLevel, Chat, Request, Wish};

use super::output::{self, ERROR, FAINT, shown};
use super::settings::{Settings, Tier};
use super::{Ending, figures, loading};

/// Decide what the calls of a chat may do: a person's side of it, which no model can reach
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// The chat
    #[arg(long, global = true, value_name = "NAME", default_value = "default")]
    chat: String,

    /// Who decides; kept with the decision
    #[arg(
        long = "as",
        global = true,
        value_name = "NAME",
        env = "USER",
        default_value = "operator",
        hide_env_values = true
    )]
    person: String,

    /// Print what is decided as JSON
    #[arg(long, global = true)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  toolhost chat show --chat demo
  toolhost chat unlock high --tool http --for 30 --chat demo
  toolhost chat approve r1 --chat demo
  toolhost chat explain code_interpreter --chat demo";

#[derive(Debug, Subcommand)]
enum Command {
    /// What is decided, and what waits for a decision
    Show,
    /// Enable a group of custom tools
    Enable {
        /// The group
        group: String,
    },
    /// Disable a group of custom tools
    Disable {
        /// The group
        group: String,
    },
    /// Let calls go up to a tier, for a time
    Unlock {
        /// The tier
        tier: Tier,
        /// For this tool alone
        #[arg(long, value_name = "NAME")]
        tool: Option<String>,
        /// For so many minutes
        #[arg(long = "for", value_name = "MINUTES", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=525_600))]
        minutes: u64,
    },
    /// Take back what was unlocked
    Lock {
        /// For this tool alone; otherwise what is unlocked for all tools
        #[arg(long, value_name = "NAME")]
        tool: Option<String>,
    },
    /// Say how much calls may change
    Access {
        /// The level
        level: Level,
    },
    /// Grant what a model has asked for
    Approve {
        /// The request, as `show` names it
        request: String,
    },
    /// Refuse what a model has asked for
    Reject {
        /// The request, as `show` names it
        request: String,
    },
    /// Say what every gate says of a tool
    Explain {
        /// The tool
        tool: String,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Level {
    ReadOnly,
    WorkspaceWrite,
    Full,
}

pub(super) fn run(settings: &Settings, arguments: &Arguments) -> anyhow::Result<Ending> {
    let host = loading::open(settings.host()?, arguments.json)?;
    let chat = host.existing_chat(&arguments.chat)?.with_context(|| {
        format!("there is no chat `{}`; a call or `toolhost files put` makes one", shown(&arguments.chat))
    })?;
    let person = chat.as_person(&arguments.person);
    match &arguments.command {
        Command::Show => {}
        Command::Enable { group } => person.enable_group(group)?,
        Command::Disable { group } => person.disable_group(group)?,
        Command::Unlock { tier, tool, minutes } => {
            person.unlock((*tier).into(), tool.as_deref(), Some(Duration::from_secs(minutes * 60)))?;
        }
        Command::Lock { tool } => person.lock(tool.as_deref())?,
        Command::Access { level } => person.set_access(match level {
            Level::ReadOnly => AccessLevel::ReadOnly,
            Level::WorkspaceWrite => AccessLevel::WorkspaceWrite,
            Level::Full => AccessLevel::Full,
        })?,
        Command::Approve { request } => drop(person.approve(request)?),
        Command::Reject { request } => drop(person.reject(request)?),
        Command::Explain { tool } => return explain(&chat, tool, arguments.json),
    }
    show(&chat, arguments.json)
}

fn show(chat: &Chat, as_json: bool) -> anyhow::Result<Ending> {
    let decisions = chat.decisions()?;
    let tools = chat.tools()?;
    if as_json {
        let names: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
        output::print_json(&json!({ "chat": chat.name(), "tools": names, "decisions": decisions }))?;
        return Ok(Ending::Success);
    }
    let mut text = format!("tools     {}\n", tools.iter().map(|tool| tool.name()).collect::<Vec<_>>().join(", "));
    text.push_str(&format!("access    {}\n", decisions.access()));
    for group in decisions.groups() {
        text.push_str(&format!("group     {}\n", shown(group)));
    }
    let now = SystemTime::now();
    for unlock in decisions.unlocks() {
        let what = unlock.tool.as_deref().map_or_else(|| "every tool".to_owned(), |tool| shown(tool).into_owned());
        let left = unlock.until.map(|until| until.duration_since(now).ok());
        let until = match left {
            None => "without end".to_owned(),
            Some(None) => "over".to_owned(),
            Some(Some(left)) => format!("for {} more", figures::time(left)),
        };
        text.push_str(&format!("unlocked  {} for {what}, {until}, by {}\n", unlock.tier, shown(&unlock.by)));
    }
    for request in decisions.requests() {
        text.push_str(&format!("asked     {}: {}\n", shown(&request.id), asked(request)));
    }
    output::print(&text)?;
    if let Some(request) = decisions.requests().first() {
        let (chat, id) = (shown(chat.name()), shown(&request.id));
        output::say(&format!("{FAINT}decide with `toolhost chat approve {id} --chat {chat}` or `reject`{FAINT:#}"));
    }
    Ok(Ending::Success)
}

fn asked(request: &Request) -> String {
    let what = match &request.wish {
        Wish::Group { group } => format!("the group {}", shown(group)),
        Wish::Tool { tool, tier } => format!("the tool {} of the tier {tier}", shown(tool)),
    };
    // The reason is a model's text: quoted, on one line.
    format!("{what}, because {:?}", output::shown_short(&request.reason, 200))
}

fn explain(chat: &Chat, tool: &str, as_json: bool) -> anyhow::Result<Ending> {
    let verdicts = chat.explain(tool)?;
    let callable = verdicts.iter().all(|verdict| verdict.passes);
    if as_json {
        output::print_json(&json!({ "tool": tool, "callable": callable, "gates": verdicts }))?;
    } else {
        let mut text = String::new();
        for verdict in &verdicts {
            let (style, word) = if verdict.passes { (FAINT, "passes") } else { (ERROR, "stops ") };
            text.push_str(&format!("{style}{word}{style:#}  {:<10}  {}\n", verdict.gate, shown(&verdict.reason)));
        }
        output::print_styled(&text)?;
    }
    Ok(Ending::success_if(callable))
}
