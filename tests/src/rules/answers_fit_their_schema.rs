//! If a tool says what its answers look like, they look like that.

use super::{Subject, all_well, run_example};
use crate::chat::json_of;

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let metadata = tool.metadata();
    let Some(schema) = &metadata.answer else { return Ok(()) };
    let validator = jsonschema::validator_for(schema).map_err(|error| format!("the answer's schema: {error}"))?;
    let mut problems = Vec::new();
    for example in &metadata.examples {
        let (_chat, outcome) = run_example(subject.host, metadata, example);
        if outcome.is_error() {
            continue;
        }
        match json_of(&outcome) {
            Some(answer) => problems.extend(
                validator
                    .iter_errors(answer)
                    .map(|error| format!("{:?}: {error} at {:?}", example.title, error.instance_path().to_string())),
            ),
            None => problems.push(format!("{:?}: the answer has no JSON part", example.title)),
        }
    }
    all_well(problems)
}
