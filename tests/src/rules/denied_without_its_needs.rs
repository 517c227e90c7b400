//! A tool from which everything is withheld says so, and neither crashes nor pretends. A tool that needs nothing works.

use toolhost::Code;
use toolhost::metadata::FileAccess;

use super::{Subject, all_well, run_example, shown, tool_of};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = tool_of(subject.withholding, subject.path)?;
    let metadata = tool.metadata();
    let needs_nothing = metadata.needs.files == FileAccess::None && metadata.needs.services.is_empty();
    let mut problems = Vec::new();
    for example in &metadata.examples {
        let (chat, outcome) = run_example(subject.withholding, metadata, example);
        let as_it_should = match outcome.code() {
            None => needs_nothing || example.files.is_empty(),
            Some(code) => {
                !needs_nothing
                    && matches!(code, Code::Denied | Code::ToolError | Code::InvalidArguments | Code::Unavailable)
            }
        };
        if !as_it_should {
            problems.push(format!("{:?}: {}", example.title, shown(&outcome)));
        }
        for (path, content) in &example.files {
            if chat.get(path).as_deref() != Some(content.as_bytes()) {
                problems.push(format!("{:?}: `{path}` was changed though files were withheld", example.title));
            }
        }
    }
    all_well(problems)
}
