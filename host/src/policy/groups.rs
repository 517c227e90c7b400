//! This says which tools every chat has, and which only those chats for which a person enables their group.

use std::collections::{BTreeMap, BTreeSet};

/// The operator's groups of custom tools. A tool in no group is a core tool, which every chat has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Groups {
    groups: BTreeMap<String, BTreeSet<String>>,
}

impl Groups {
    /// Adds tools to a group. A tool can be in several.
    pub fn add<N: Into<String>>(&mut self, group: impl Into<String>, tools: impl IntoIterator<Item = N>) {
        self.groups.entry(group.into()).or_default().extend(tools.into_iter().map(Into::into));
    }

    /// The groups and their tools, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &BTreeSet<String>)> {
        self.groups.iter().map(|(group, tools)| (group.as_str(), tools))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The groups that a tool is in. None: it is a core tool.
    pub fn of(&self, tool: &str) -> impl Iterator<Item = &str> {
        self.iter().filter(move |(_, tools)| tools.contains(tool)).map(|(group, _)| group)
    }

    /// Keeps what is registered: a group whose tools are all absent is none.
    #[must_use]
    pub fn of_registered(mut self, is_registered: impl Fn(&str) -> bool) -> Self {
        for tools in self.groups.values_mut() {
            tools.retain(|tool| is_registered(tool));
        }
        self.groups.retain(|_, tools| !tools.is_empty());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_without_registered_tools_is_none() {
        let mut groups = Groups::default();
        groups.add("tracker", ["jira", "absent"]);
        groups.add("gone", ["absent"]);
        let groups = groups.of_registered(|tool| tool == "jira");
        assert_eq!(groups.iter().map(|(group, _)| group).collect::<Vec<_>>(), ["tracker"]);
        assert_eq!(groups.of("jira").collect::<Vec<_>>(), ["tracker"]);
        assert_eq!(groups.of("read").count(), 0);
    }
}
