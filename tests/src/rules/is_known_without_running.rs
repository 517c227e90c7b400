//! A host that has seen the component before knows the tool from its cache, and knows the same.

use toolhost::Origin;

use super::{Subject, tool_of};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let first = subject.tool()?;
    let again = tool_of(subject.warm, subject.path)?;
    if first.metadata() != again.metadata() {
        return Err(format!("it was {:?} at first and is {:?} now", first.metadata(), again.metadata()));
    }
    if again.origin() != Origin::Cache {
        return Err("it was compiled again, though nothing had changed".to_owned());
    }
    Ok(())
}
