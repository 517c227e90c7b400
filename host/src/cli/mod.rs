//! This is the command line: one file for each subcommand. Only here are arguments, the environment and the terminal
//! looked at; everything else is the library.

mod call;
mod chat;
mod doctor;
mod figures;
mod files;
mod input;
mod inspect;
mod interrupt;
mod loading;
mod output;
mod report;
mod run;
mod settings;
mod tools;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use settings::Settings;
use tracing_subscriber::EnvFilter;

/// Run an AI agent's tools as WebAssembly components
///
/// Every tool, the Python interpreter included, is a WebAssembly component. Each call gets a fresh instance with finite
/// limits that sees the files of its chat and nothing else of this machine.
#[derive(Debug, Parser)]
#[command(name = "toolhost", version, after_help = EXAMPLES, max_term_width = 110)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    settings: Settings,
}

const EXAMPLES: &str = "\
Examples:
  toolhost tools                                          What can be called
  toolhost call calc '{\"expr\": \"0.1 + 0.2\"}' --chat demo  One call
  toolhost run answer.json --chat demo                    The tool calls of a model's answer
  toolhost doctor                                         Is everything as it should be?

Exit codes: 0 success, 1 a tool failed or doctor found something wrong, 2 wrong use, 130 cancelled.";

#[derive(Debug, Subcommand)]
enum Command {
    Tools(tools::Arguments),
    Call(call::Arguments),
    Run(run::Arguments),
    Files(files::Arguments),
    Chat(chat::Arguments),
    Inspect(inspect::Arguments),
    Doctor(doctor::Arguments),
}

/// How a subcommand ended that was used rightly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Success,
    /// A call ended with an error, or something is wrong with what was looked at.
    Failure,
    /// The person pressed Ctrl-C.
    Cancelled,
}

impl Ending {
    fn success_if(good: bool) -> Self {
        if good { Self::Success } else { Self::Failure }
    }
}

const WRONG_USE: u8 = 2;

/// Does what the command line says.
pub(crate) fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // If not even this can be printed, the exit code has to do.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(WRONG_USE));
        }
    };
    start_logging(arguments.settings.verbose);
    match run(arguments) {
        Ok(Ending::Success) => ExitCode::SUCCESS,
        Ok(Ending::Failure) => ExitCode::from(1),
        Ok(Ending::Cancelled) => {
            output::say("cancelled");
            ExitCode::from(130)
        }
        Err(error) => {
            output::say_error(&error);
            ExitCode::from(WRONG_USE)
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<Ending> {
    let settings = &arguments.settings;
    match arguments.command {
        Command::Tools(arguments) => tools::run(settings, &arguments),
        Command::Call(arguments) => call::run(settings, arguments),
        Command::Run(arguments) => run::run(settings, &arguments),
        Command::Files(arguments) => files::run(settings, &arguments),
        Command::Chat(arguments) => chat::run(settings, &arguments),
        Command::Inspect(arguments) => inspect::run(settings, &arguments),
        Command::Doctor(arguments) => doctor::run(settings, &arguments),
    }
}

/// Sends log lines to standard error: what `RUST_LOG` says, or failures of the host alone, or more with `--verbose`.
fn start_logging(verbose: bool) {
    let usual = if verbose { "info,toolhost=debug" } else { "error" };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(output::stderr_has_colour())
        .init();
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}
