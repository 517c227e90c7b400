//! A tool's name and its aliases are names that every model API takes, and the component's file is called the same.

use super::{Subject, all_well};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let metadata = tool.metadata();
    let mut problems: Vec<String> = std::iter::once(&metadata.name)
        .chain(&metadata.aliases)
        .filter(|name| !is_portable(name))
        .map(|name| format!("{name:?} is not a portable name"))
        .collect();
    if subject.path.file_stem().is_none_or(|stem| stem != metadata.name.as_str()) {
        problems.push(format!("{} holds the tool {:?}", subject.path.display(), metadata.name));
    }
    all_well(problems)
}

fn is_portable(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
