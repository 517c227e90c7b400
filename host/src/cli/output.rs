//! This writes to the terminal, and is the only place that does.
//!
//! Results go to standard output, everything else to standard error. A reader that goes away (`| head`) is no failure.
//! What came from a guest, a model or a file cannot steer the terminal: see [`shown`].

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};

use anstream::{AutoStream, ColorChoice};
use anyhow::Context as _;
use serde::Serialize;

/// Writes to standard output as it is.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    finished(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Writes to standard output, with styles if it shows them.
pub(super) fn print_styled(text: &str) -> anyhow::Result<()> {
    let mut stdout = AutoStream::auto(io::stdout().lock());
    finished(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Writes a JSON document to standard output: indented on a terminal, otherwise on one line.
pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let unwritable = "cannot write the answer as JSON";
    if stdout_is_terminal() {
        print(&shown(&(serde_json::to_string_pretty(value).context(unwritable)? + "\n")))
    } else {
        print(&(serde_json::to_string(value).context(unwritable)? + "\n"))
    }
}

/// Writes a line to standard error, with styles if it shows them.
pub(super) fn say(line: &str) {
    let mut stderr = AutoStream::auto(io::stderr().lock());
    // There is no further place to report that standard error is closed.
    let _ = writeln!(stderr, "{line}");
}

/// Writes an error and its causes to standard error.
pub(super) fn say_error(error: &anyhow::Error) {
    say(&format!("{ERROR}error:{ERROR:#} {}", shown(&error.to_string())));
    for cause in error.chain().skip(1) {
        say(&format!("  because: {}", shown(&cause.to_string())));
    }
}

pub(super) fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

pub(super) fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// The columns of the terminal that shows standard error, if one does.
pub(super) fn stderr_width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0))
}

pub(super) fn stderr_has_colour() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Text of a guest, a model or a file, made harmless for a terminal: control characters other than line breaks and tabs
/// are replaced.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    let harmless = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    if text.chars().all(harmless) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if harmless(c) { c } else { char::REPLACEMENT_CHARACTER }).collect())
}

/// The same on one line, cut after this many characters.
pub(super) fn shown_short(text: &str, longest: usize) -> String {
    let mut short = String::new();
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    for (position, word) in words.enumerate() {
        if short.chars().count() > longest {
            break;
        }
        if position > 0 {
            short.push(' ');
        }
        short.extend(word.chars().take(longest + 1));
    }
    if short.chars().count() > longest {
        short = short.chars().take(longest.saturating_sub(1)).collect();
        short.push('…');
    }
    short
}

pub(super) const GOOD: anstyle::Style = anstyle::AnsiColor::Green.on_default();
pub(super) const BAD: anstyle::Style = anstyle::AnsiColor::Red.on_default();
pub(super) const NOTED: anstyle::Style = anstyle::AnsiColor::Yellow.on_default();
pub(super) const FILE: anstyle::Style = anstyle::AnsiColor::Cyan.on_default();
pub(super) const STRONG: anstyle::Style = anstyle::Style::new().bold();
pub(super) const FAINT: anstyle::Style = anstyle::Style::new().dimmed();
pub(super) const ERROR: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

fn finished(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{shown, shown_short};

    #[test]
    fn text_of_others_cannot_steer_the_terminal() {
        assert_eq!(shown("a\u{1b}[2Jb\r\u{9b}31m\n\tc"), "a\u{fffd}[2Jb\u{fffd}\u{fffd}31m\n\tc");
        assert_eq!(shown("plain ü\n"), "plain ü\n");
        assert_eq!(shown_short("a\u{1b}b\n\n  c", 9), "a b c");
    }

    #[test]
    fn long_text_is_cut_on_a_character() {
        assert_eq!(shown_short("äöüäöü", 6), "äöüäöü");
        assert_eq!(shown_short("äöüäöü", 5), "äöüä…");
        assert_eq!(shown_short(&"x y ".repeat(1_000), 5), "x y …");
        assert_eq!(shown_short("", 5), "");
    }
}
