//! Where a tool's metadata names a parameter, the schema has one of that name; an alias is not also a parameter.

use serde_json::Value;

use super::{Subject, all_well};

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let metadata = tool.metadata();
    let properties = metadata.parameters.get("properties").and_then(Value::as_object);
    let is_parameter = |name: &str| properties.is_some_and(|properties| properties.contains_key(name));
    let named = metadata
        .opaque_parameters
        .iter()
        .map(|name| ("opaque_parameters", name))
        .chain(metadata.progressive_parameters.iter().map(|parameter| ("progressive_parameters", &parameter.name)))
        .chain(metadata.narrower_uses.iter().map(|narrower| ("narrower_uses", &narrower.parameter)))
        .chain(metadata.parameter_aliases.iter().map(|(_, name)| ("parameter_aliases", name)));
    let mut problems: Vec<String> = named
        .filter(|(_, name)| !is_parameter(name))
        .map(|(field, name)| format!("{field} names `{name}`, which is no parameter"))
        .collect();
    for (alias, name) in &metadata.parameter_aliases {
        if is_parameter(alias) {
            problems.push(format!("`{alias}` is an alias of `{name}` and a parameter of its own"));
        }
    }
    all_well(problems)
}
