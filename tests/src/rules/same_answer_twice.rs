//! A tool that calls itself idempotent gives the same answer over the same files again, and changes nothing by it.

use super::{Subject, all_well, run_example, shown};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let metadata = tool.metadata();
    if !metadata.idempotent {
        return Ok(());
    }
    let mut problems = Vec::new();
    for example in &metadata.examples {
        let (chat, first) = run_example(subject.host, metadata, example);
        let files = chat.snapshot();
        let second = chat.call(&metadata.name, example.arguments.clone());
        if (first.status, &first.content, &first.error) != (second.status, &second.content, &second.error) {
            problems.push(format!("{:?}: first {}, then {}", example.title, shown(&first), shown(&second)));
        }
        if !second.files.is_empty() || chat.snapshot() != files {
            problems.push(format!("{:?}: the second call changed files: {:?}", example.title, second.files));
        }
    }
    all_well(problems)
}
