//! This says on standard error what became of a call.

use std::fmt::Write as _;
use std::time::Duration;

use anstyle::Style;
use serde_json::Value;
use toolhost::{ChangedFile, FileChanges, Outcome, Status, Usage};

use super::figures;
use super::output::{BAD, FAINT, FILE, GOOD, NOTED, STRONG, shown, shown_short};

/// The columns of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    tool: usize,
    arguments: usize,
}

/// Columns for the time and the fuel.
const USAGE: usize = 20;
const GAPS: usize = 6;

impl Columns {
    /// Columns for tools whose longest name is this long, on a terminal of this width if it is one.
    pub(super) fn new(longest_name: usize, terminal: Option<usize>) -> Self {
        let tool = longest_name.clamp(1, 24);
        let left = terminal.unwrap_or(usize::MAX).saturating_sub(tool + USAGE + GAPS);
        Self { tool, arguments: left.clamp(16, 44) }
    }
}

/// One line: mark, tool, arguments, time, fuel, what failed, files changed.
pub(super) fn line(outcome: &Outcome, arguments: &str, columns: Columns) -> String {
    let (mark, style) = mark(outcome.status);
    let tool = shown_short(&outcome.tool, columns.tool);
    let arguments = summary(arguments, columns.arguments);
    let pad = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.chars().count()));
    let mut line = format!(
        "{style}{mark}{style:#} {STRONG}{tool}{STRONG:#}{}  {arguments}{}  {FAINT}{}{FAINT:#}",
        pad(&tool, columns.tool),
        pad(&arguments, columns.arguments),
        usage(&outcome.usage),
    );
    if let Some(error) = &outcome.error {
        let _ = write!(line, "  {BAD}{}:{BAD:#} {}", error.code, shown_short(&error.message, 120));
    }
    if outcome.status == Status::Noop {
        let _ = write!(line, "  {NOTED}nothing to do{NOTED:#}");
    }
    line.push_str(&changes(&outcome.files));
    line
}

/// An error for people: code and message, then every violation or other detail on a line of its own.
pub(super) fn error(outcome: &Outcome) -> Option<String> {
    let error = outcome.error.as_ref()?;
    let mut text = format!("{BAD}{}:{BAD:#} {}", error.code, shown(&error.message));
    if error.retryable {
        text.push_str(" (the same call may work later)");
    }
    match &error.details {
        None => {}
        Some(Value::Object(details)) => {
            for (key, value) in details {
                let _ = write!(text, "\n  {}: {}", shown(key), detail(value));
            }
        }
        Some(details) => {
            let _ = write!(text, "\n  {}", detail(details));
        }
    }
    Some(text)
}

fn detail(value: &Value) -> String {
    match value {
        Value::String(text) => shown(text).replace('\n', "\n    "),
        Value::Array(elements) if elements.iter().all(|element| element.is_object() || element.is_string()) => {
            elements.iter().fold(String::new(), |lines, element| lines + "\n    - " + &fields(element))
        }
        other => shown(&other.to_string()).into_owned(),
    }
}

/// `path: message` for a violation, and the like for whatever else has short fields.
fn fields(element: &Value) -> String {
    match element {
        Value::String(text) => shown(text).into_owned(),
        Value::Object(fields) => {
            let texts = fields.values().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
            shown(&texts.join(": ")).into_owned()
        }
        other => other.to_string(),
    }
}

/// Time and fuel, in columns, or that there was no instance.
fn usage(usage: &Usage) -> String {
    if *usage == Usage::default() {
        return format!("{:>USAGE$}", "not run");
    }
    let columns = format!("{:>7}  {:>6} fuel", figures::time(took(usage)), figures::count(usage.fuel));
    format!("{columns:<USAGE$}")
}

/// Everything that a call used, for one call alone.
pub(super) fn full_usage(outcome: &Outcome) -> String {
    let (mark, style) = mark(outcome.status);
    let status = match outcome.status {
        Status::Ok => "ok",
        Status::Noop => "nothing to do",
        Status::Error => "failed",
    };
    let used = &outcome.usage;
    if *used == Usage::default() {
        return format!("{style}{mark} {status}{style:#}{FAINT}, not run{FAINT:#}");
    }
    format!(
        "{style}{mark} {status}{style:#} {FAINT}in {}, {} fuel, {} memory{FAINT:#}{}",
        figures::time(took(used)),
        figures::count(used.fuel),
        figures::size(used.peak_memory_bytes),
        changes(&outcome.files),
    )
}

/// The time from the start of the instance to the end of the call.
fn took(usage: &Usage) -> Duration {
    let micros = [usage.instantiate_us, usage.run_us, usage.wait_us];
    Duration::from_micros(micros.into_iter().fold(0, u64::saturating_add))
}

fn mark(status: Status) -> (&'static str, Style) {
    match status {
        Status::Ok => ("✓", GOOD),
        Status::Noop => ("–", NOTED),
        Status::Error => ("✗", BAD),
    }
}

/// The arguments on one short line: `path=data.csv limit=5`.
fn summary(arguments: &str, longest: usize) -> String {
    let Ok(Value::Object(fields)) = serde_json::from_str(arguments) else {
        return shown_short(arguments, longest);
    };
    let mut text = String::new();
    for (key, value) in fields {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let _ = write!(text, "{key}={value} ");
    }
    shown_short(&text, longest)
}

fn changes(files: &FileChanges) -> String {
    const SHOWN: usize = 6;
    let marked = |mark: &'static str, files: &'_ [ChangedFile]| {
        files
            .iter()
            .map(move |file| format!("{mark}{} ({})", shown_short(&file.path, 60), figures::size(file.size)))
            .collect()
    };
    let lists: [Vec<String>; 3] =
        [marked("+", &files.created), marked("~", &files.changed), marked("-", &files.deleted)];
    let all = lists.concat();
    let mut text = String::new();
    for file in all.iter().take(SHOWN) {
        let _ = write!(text, "  {FILE}{file}{FILE:#}");
    }
    if all.len() > SHOWN {
        let _ = write!(text, "  and {} more files", all.len() - SHOWN);
    }
    text
}
