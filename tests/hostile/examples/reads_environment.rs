//! Looks for what a process usually inherits: variables, arguments, standard input, a working directory.

use std::io::Read as _;

use hostile::attempts::Report;
use hostile::{Context, Hostile, Output, ToolError};
use wasip2::cli::environment::initial_cwd;

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let mut report = Report::default();
        let variables: Vec<_> = std::env::vars_os().collect();
        report.attempt("variables", if variables.is_empty() { Err("none") } else { Ok(variables) });
        let arguments: Vec<_> = std::env::args_os().collect();
        report.attempt("arguments", if arguments.is_empty() { Err("none") } else { Ok(arguments) });
        let mut input = String::new();
        let read = std::io::stdin().read_to_string(&mut input);
        report.attempt("standard input", if matches!(read, Ok(1..)) { Ok(input) } else { Err("nothing") });
        let initial = initial_cwd();
        report.attempt("initial working directory", initial.ok_or("none"));
        Ok(report.answer())
    }
}

hostile::guest!(Guest);
