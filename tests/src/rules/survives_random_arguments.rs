//! Whatever fits the schema ends in an answer or in an error that a model can act on: no crash, no broken answer, and
//! no more than the tool's limits. A tool that runs programs may end as the program does: at a limit, or by ending
//! the process.

use toolhost::Code;
use toolhost::metadata::Access;

use super::{Subject, all_well, shown};
use crate::samples::Samples;

const ROUNDS: u64 = 60;

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let metadata = tool.metadata();
    let validator = jsonschema::validator_for(&metadata.parameters).map_err(|error| error.to_string())?;
    let chat = subject.chat_with_files(subject.host);
    let mut problems = Vec::new();
    let mut tried = 0;
    for seed in 0..ROUNDS {
        let arguments = Samples::new(&metadata.parameters, seed).value();
        if !validator.is_valid(&arguments) {
            continue;
        }
        tried += 1;
        let outcome = chat.call(&metadata.name, arguments.clone());
        let harmless = match outcome.code() {
            None => true,
            Some(code) if metadata.access == Access::Execute => code != Code::BadResult,
            Some(code) => matches!(
                code,
                Code::InvalidArguments | Code::ToolError | Code::Denied | Code::Unavailable | Code::OutputTooLarge
            ),
        };
        if !harmless {
            problems.push(format!("{arguments}: {}", shown(&outcome)));
        } else if outcome.error.as_ref().is_some_and(|error| error.message.trim().is_empty()) {
            problems.push(format!("{arguments}: an error that says nothing: {}", shown(&outcome)));
        }
    }
    if tried < 5 {
        problems.push(format!("only {tried} of {ROUNDS} arguments fitted the schema: this rule tests nothing"));
    }
    all_well(problems)
}
