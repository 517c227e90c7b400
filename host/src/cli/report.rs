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
                let value = detail(value);
                let gap = if value.starts_with('\n') { "" } else { " " };
                let _ = write!(text, "\n  {}:{gap}{value}", shown(key));
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

#[cfg(test)]
mod tests {
    use serde_json::json;
    use toolhost::{CallError, ChangedFile, Code, FileChanges, Outcome, Status, Usage};

    use super::{Columns, error, full_usage, line};

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn ran(status: Status) -> Outcome {
        let usage = Usage { fuel: 1_234_567, run_us: 2_300, peak_memory_bytes: 1_500_000, ..Usage::default() };
        let file = |path: &str, size| {
            vec![ChangedFile { path: path.to_owned(), size, media_type: None, sha256: None, before_sha256: None }]
        };
        let files = FileChanges { created: file("a.md", 1_290), changed: file("b", 2), deleted: file("c", 3) };
        let error = CallError::new(Code::Unavailable, "of no use");
        Outcome { status, error: None, usage, files, ..Outcome::refused("id", "write", error) }
    }

    #[test]
    fn a_line_says_what_was_called_what_it_used_and_what_it_changed() {
        let columns = Columns::new(7, Some(60));
        assert_eq!(
            plain(&line(&ran(Status::Ok), r#"{"path": "a.md", "content": "one\ntwo, three, four"}"#, columns)),
            "✓ write    path=a.md content=one two,…   2.3 ms    1.2M fuel  +a.md (1.2 kB)  ~b (2 B)  -c (3 B)"
        );
    }

    #[test]
    fn lines_stand_in_columns_whatever_happened() {
        let columns = Columns::new(5, None);
        let refused =
            Outcome::refused("id", "\u{1b}[2Jrm", CallError::new(Code::InactiveTool, "there is\nno such tool"));
        let lines =
            [line(&ran(Status::Noop), "not JSON", columns), line(&refused, "{}", columns)].map(|line| plain(&line));
        assert!(lines[0].starts_with("– write  not JSON  ") && lines[0].contains("nothing to do"), "{}", lines[0]);
        assert!(lines[1].starts_with("✗ [2Jrm  ") && lines[1].contains("not run"), "{}", lines[1]);
        assert!(lines[1].ends_with("  inactive_tool: there is no such tool"), "{}", lines[1]);
        let ends = lines.map(|line| {
            line.find(" fuel").or(line.find("not run").map(|at| at + 2)).map(|at| line[..at].chars().count())
        });
        assert_eq!(ends[0], ends[1]);
    }

    #[test]
    fn an_error_shows_every_violation_on_a_line_of_its_own() {
        let details =
            json!({ "violations": [{ "path": "/a", "message": "is no number" }, { "path": "", "message": "x\u{7}" }] });
        let failed = CallError::new(Code::InvalidArguments, "2 things are wrong").with_details(details);
        let text = error(&Outcome::refused("id", "calc", failed)).map(|text| plain(&text));
        let expected = "invalid_arguments: 2 things are wrong\n  violations:\n    - /a: is no number\n    - x\u{fffd}";
        assert_eq!(text.as_deref(), Some(expected));
        assert_eq!(error(&ran(Status::Ok)), None);
    }

    #[test]
    fn a_call_that_was_refused_is_not_said_to_have_run() {
        let refused = Outcome::refused("id", "calc", CallError::new(Code::Denied, "no"));
        assert_eq!(plain(&full_usage(&refused)), "✗ failed, not run");
        assert!(plain(&full_usage(&ran(Status::Ok))).starts_with("✓ ok in 2.3 ms, 1.2M fuel, 1.5 MB memory  +a.md"));
    }
}
