//! A tool's own examples use no more than its limits, and what they used is reported.

use super::{Subject, all_well, run_example};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let (metadata, limits) = (tool.metadata(), tool.limits());
    let mut problems = Vec::new();
    for example in &metadata.examples {
        let (_chat, outcome) = run_example(subject.host, metadata, example);
        let usage = outcome.usage;
        if usage.fuel == 0 || usage.peak_memory_bytes == 0 {
            problems.push(format!("{:?}: nothing was metered: {usage:?}", example.title));
        }
        if usage.fuel > limits.fuel
            || usage.peak_memory_bytes > limits.memory_bytes
            || usage.output_bytes > limits.output_bytes
        {
            problems.push(format!("{:?}: {usage:?} is more than {limits:?}", example.title));
        }
    }
    all_well(problems)
}
