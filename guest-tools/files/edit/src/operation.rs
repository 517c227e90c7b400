//! The operations as a model writes them, and as they are once their parameters have been checked.

use toolhost_sdk::files::ChatPath;
use toolhost_sdk::prelude::*;

/// One change.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Operation {
    /// What to do. replace: put new_str where old_str stands. insert_lines: put content after a line.
    /// create: make a new file of content. delete: remove a file. rename: move a file to the path in to.
    op: Kind,
    /// The file, relative to the chat's files.
    path: String,
    /// replace: the text to replace, exactly as in the file without line numbers. It must stand there once; take
    /// in lines around it until it does.
    old_str: Option<String>,
    /// replace: the text to put there. Empty removes old_str.
    new_str: Option<String>,
    /// replace: replace every place where old_str stands.
    #[serde(default)]
    all: bool,
    /// create: the file's content. insert_lines: the lines.
    content: Option<String>,
    /// insert_lines: the number of the line to insert after, as read shows it. 0 inserts before the first line.
    line: Option<u64>,
    /// rename: the new path. Nothing may be there.
    to: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Replace,
    InsertLines,
    Create,
    Delete,
    Rename,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::InsertLines => "insert_lines",
            Self::Create => "create",
            Self::Delete => "delete",
            Self::Rename => "rename",
        }
    }
}

/// A change to one file, complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) path: ChatPath,
    pub(crate) change: Change,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    Replace { old: String, new: String, all: bool },
    InsertLines { after: u64, content: String },
    Create { content: String },
    Delete,
    Rename { to: ChatPath },
}

impl Step {
    /// What the step is called in a report.
    pub(crate) fn title(&self) -> String {
        let path = self.path.shown();
        match &self.change {
            Change::Replace { .. } => format!("replace {path}"),
            Change::InsertLines { .. } => format!("insert_lines {path}"),
            Change::Create { .. } => format!("create {path}"),
            Change::Delete => format!("delete {path}"),
            Change::Rename { to } => format!("rename {path} to {}", to.shown()),
        }
    }
}

impl Operation {
    /// Checks the parameters. `index` is the operation's place in `ops`. Every violation found is returned.
    pub(crate) fn check(self, index: usize) -> Result<Step, Vec<(String, String)>> {
        let mut violations = Vec::new();
        let at = |name: &str| format!("/ops/{index}/{name}");
        let kind = self.op.name();
        let given = [
            ("old_str", self.old_str.is_some()),
            ("new_str", self.new_str.is_some()),
            ("all", self.all),
            ("content", self.content.is_some()),
            ("line", self.line.is_some()),
            ("to", self.to.is_some()),
        ];
        let needed: &[&str] = match self.op {
            Kind::Replace => &["old_str", "new_str"],
            Kind::InsertLines => &["line", "content"],
            Kind::Create => &["content"],
            Kind::Delete => &[],
            Kind::Rename => &["to"],
        };
        for (name, is_given) in given {
            let is_taken = needed.contains(&name) || (name == "all" && self.op == Kind::Replace);
            if is_given && !is_taken {
                violations.push((at(name), format!("{kind} does not take {name}; leave it out")));
            } else if !is_given && needed.contains(&name) {
                violations.push((at(name), format!("{kind} needs {name}")));
            }
        }
        if self.op == Kind::Replace && self.old_str.as_deref() == Some("") {
            let message = "old_str is empty; use insert_lines to add text, or create for a new file";
            violations.push((at("old_str"), message.to_owned()));
        }
        let mut parsed = |name: &str, path: &str| match ChatPath::parse_at(path, &at(name)) {
            Ok(path) => Some(path),
            Err(error) => {
                violations.extend_from_slice(error.violations());
                None
            }
        };
        let path = parsed("path", &self.path);
        let to = self.to.as_deref().map(|to| parsed("to", to));
        let change = match self.op {
            Kind::Replace => {
                self.old_str.zip(self.new_str).map(|(old, new)| Change::Replace { old, new, all: self.all })
            }
            Kind::InsertLines => {
                self.line.zip(self.content).map(|(after, content)| Change::InsertLines { after, content })
            }
            Kind::Create => self.content.map(|content| Change::Create { content }),
            Kind::Delete => Some(Change::Delete),
            Kind::Rename => to.flatten().map(|to| Change::Rename { to }),
        };
        match (path, change) {
            (Some(path), Some(change)) if violations.is_empty() => Ok(Step { path, change }),
            _ => Err(violations),
        }
    }
}
