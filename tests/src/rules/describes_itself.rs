//! A tool is loaded, and says what it is, what it is for, and who made which version of it.

use toolhost::metadata::Category;

use super::{Subject, all_well};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let metadata = tool.metadata();
    let mut problems = Vec::new();
    if metadata.title.trim().is_empty() {
        problems.push("it has no title".to_owned());
    }
    if metadata.description.trim().len() < 20 {
        problems.push(format!("its description tells a model nothing: {:?}", metadata.description));
    }
    if metadata.category != Category::Custom {
        if metadata.keywords.is_empty() || metadata.use_cases.is_empty() {
            problems.push("it has no keywords or no use cases".to_owned());
        }
        if metadata.examples.is_empty() {
            problems.push("it has no example".to_owned());
        }
    }
    if !metadata.examples.is_empty()
        && metadata.idempotent
        && metadata.examples.iter().all(|example| example.expected.is_none())
    {
        problems.push("it gives the same answer every time, yet no example says which".to_owned());
    }
    all_well(problems)
}
