//! This is `toolhost run`: all tool calls of a model's answer.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use toolhost::protocol::{self, Step};
use toolhost::{CallEvent, Host, Outcome};

use super::input::Source;
use super::output::{self, FAINT, NOTED, shown_short};
use super::settings::Settings;
use super::{Ending, figures, interrupt, loading, report};

/// Run the tool calls of a model's answer
///
/// Takes an answer of Anthropic Messages, OpenAI Chat Completions or OpenAI Responses, finds out which, runs its tool
/// calls in one step, and prints the messages to append to the conversation, in the same format. What happened is told
/// on standard error, a line for each call as it ends.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The model's answer as JSON: the API's response, the assistant's message alone, or its list of blocks, calls or
    /// items; `-` is standard input
    #[arg(default_value = "-", value_name = "FILE")]
    answer: PathBuf,

    /// The chat whose files the tools see; it begins to exist if there is none of this name
    #[arg(long, value_name = "NAME")]
    chat: String,

    /// Print one JSON object with `messages` and `outcomes` (what each call used and changed), and tell nothing else
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  toolhost run answer.json --chat demo > messages.json
  curl -s https://api.openai.com/v1/responses -d @request.json … | toolhost run --chat demo

The exit code is 0 if every call was answered without an error, otherwise 1. The messages are printed in both cases.";

pub(super) fn run(settings: &Settings, arguments: &Arguments) -> anyhow::Result<Ending> {
    let source = Source::at(&arguments.answer);
    if source.is_typed() {
        output::say("reading the model's answer from the terminal; Ctrl-D ends it");
    }
    let text = source.read()?;
    let step = protocol::decode(&text).with_context(|| format!("cannot run the answer in {source}"))?;
    let host = loading::open(settings.host()?, arguments.json)?;
    let chat = host.chat(&arguments.chat)?;

    let started = Instant::now();
    let outcomes = if arguments.json {
        interrupt::until_interrupted(chat.run(step.calls.clone()))?
    } else {
        let lines = Lines::new(&step, &host, chat.name());
        let observer = lines.clone();
        let outcomes =
            interrupt::until_interrupted(chat.run_observed(step.calls.clone(), move |event| observer.note(event)))?;
        lines.end(outcomes.as_deref(), started.elapsed());
        outcomes
    };
    let Some(outcomes) = outcomes else { return Ok(Ending::Cancelled) };

    let messages = protocol::encode(&step, &outcomes);
    if arguments.json {
        output::print_json(&json!({ "messages": messages, "outcomes": outcomes }))?;
    } else {
        for left in &step.unanswered {
            let (kind, id) = (shown_short(&left.kind, 60), shown_short(&left.id, 60));
            output::say(&format!("{NOTED}!{NOTED:#} `{kind}` {id} is not a call of a tool and has no result here"));
        }
        output::print_json(&messages)?;
    }
    Ok(Ending::success_if(step.unanswered.is_empty() && !outcomes.iter().any(Outcome::is_error)))
}

/// The lines on standard error, and on a terminal a last one that says what is running.
#[derive(Clone)]
struct Lines {
    bar: ProgressBar,
    arguments: HashMap<String, String>,
    columns: report::Columns,
}

impl Lines {
    fn new(step: &Step, host: &Host, chat: &str) -> Self {
        let calls = figures::plural(step.calls.len(), "tool call", "tool calls");
        output::say(&format!("{FAINT}{calls} in an answer of {}, chat {chat}{FAINT:#}", step.format));
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if output::stderr_is_terminal()
            && let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}")
        {
            bar.set_style(style);
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        let tool = |name: &str| host.tool(name).map_or(name.to_owned(), |tool| tool.name().to_owned());
        let longest = step.calls.iter().map(|call| tool(&call.name).chars().count()).max();
        Self {
            bar,
            arguments: step.calls.iter().map(|call| (call.id.clone(), call.arguments.clone())).collect(),
            columns: report::Columns::new(longest.unwrap_or_default(), output::stderr_width()),
        }
    }

    fn note(&self, event: CallEvent) {
        match event {
            CallEvent::Started { tool, .. } => self.bar.set_message(format!("{tool} is running")),
            CallEvent::Progress { fraction, message, .. } => {
                let share = fraction.map(|fraction| format!("{:3.0} % ", fraction * 100.0)).unwrap_or_default();
                self.bar.set_message(share + &shown_short(&message, 80));
            }
            CallEvent::Partial { text, .. } => self.bar.set_message(shown_short(&text, 80)),
            CallEvent::Finished(outcome) => {
                let arguments = self.arguments.get(&outcome.call_id).map(String::as_str).unwrap_or_default();
                let line = report::line(&outcome, arguments, self.columns);
                self.bar.suspend(|| output::say(&line));
            }
        }
    }

    fn end(&self, outcomes: Option<&[Outcome]>, took: Duration) {
        self.bar.finish_and_clear();
        let Some(outcomes) = outcomes.filter(|outcomes| !outcomes.is_empty()) else { return };
        let failed = outcomes.iter().filter(|outcome| outcome.is_error()).count();
        let result = match (outcomes.len() - failed, failed) {
            (_, 0) => "all answered".to_owned(),
            (0, _) => "all failed".to_owned(),
            (answered, failed) => format!("{answered} answered, {failed} failed"),
        };
        output::say(&format!("{FAINT}{result} in {}{FAINT:#}", figures::time(took)));
    }
}
