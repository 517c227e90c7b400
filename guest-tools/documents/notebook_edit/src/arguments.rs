//! The choices of the arguments, and which parameters go with which operation.

use toolhost_sdk::prelude::*;

use crate::Arguments;

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Operation {
    List,
    Insert,
    Replace,
    Delete,
    Create,
}

impl Operation {
    fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Insert => "insert",
            Self::Replace => "replace",
            Self::Delete => "delete",
            Self::Create => "create",
        }
    }
}

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CellType {
    Code,
    Markdown,
    Raw,
}

impl CellType {
    /// The word for it in a notebook.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Markdown => "markdown",
            Self::Raw => "raw",
        }
    }
}

/// Says everything that does not go together.
pub(crate) fn check(arguments: &Arguments) -> Result<(), ToolError> {
    use Operation::{Create, Delete, Insert, List, Replace};
    let op = arguments.op;
    let given: [(&str, bool, &[Operation]); 7] = [
        ("cell_id", arguments.cell_id.is_some(), &[List, Insert, Replace, Delete]),
        ("index", arguments.index.is_some(), &[List, Insert, Replace, Delete]),
        ("cell_type", arguments.cell_type.is_some(), &[Insert, Replace, Create]),
        ("source", arguments.source.is_some(), &[Insert, Replace, Create]),
        ("keep_outputs", arguments.keep_outputs, &[Replace]),
        ("offset", arguments.offset > 0, &[List]),
        ("limit", arguments.limit.is_some(), &[List]),
    ];
    let mut violations: Vec<(&str, String)> = given
        .into_iter()
        .filter(|(_, is_given, operations)| *is_given && !operations.contains(&op))
        .map(|(name, ..)| (name, format!("op={} does not take {name}; leave it out", op.name())))
        .collect();
    let is_cell_named = arguments.cell_id.is_some() || arguments.index.is_some();
    match op {
        Insert if arguments.source.is_none() => {
            violations.push(("source", "op=insert needs source, the text of the new cell".to_owned()));
        }
        Insert if arguments.cell_id.is_some() && arguments.index.is_some() => {
            violations.push(("index", "op=insert takes index or cell_id, not both".to_owned()));
        }
        Replace if arguments.source.is_none() && arguments.cell_type.is_none() => {
            violations.push(("source", "op=replace needs source, cell_type or both".to_owned()));
        }
        _ => {}
    }
    if matches!(op, Replace | Delete) && !is_cell_named {
        violations.push(("index", format!("op={} needs index or cell_id; op=list shows them", op.name())));
    }
    let mut violations = violations.into_iter();
    let Some((name, message)) = violations.next() else { return Ok(()) };
    let first = ToolError::invalid(format!("/{name}"), message);
    Err(violations.fold(first, |error, (name, message)| error.and(format!("/{name}"), message)))
}
