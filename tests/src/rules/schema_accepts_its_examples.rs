//! A tool's examples fit its own schema.

use super::{Subject, all_well};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let metadata = tool.metadata();
    let validator = jsonschema::validator_for(&metadata.parameters).map_err(|error| error.to_string())?;
    let problems = metadata.examples.iter().flat_map(|example| {
        validator
            .iter_errors(&example.arguments)
            .map(|error| format!("{:?}: {error} at {:?}", example.title, error.instance_path().to_string()))
            .collect::<Vec<_>>()
    });
    all_well(problems.collect())
}
