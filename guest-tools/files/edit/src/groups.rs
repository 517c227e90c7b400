//! Which operations stand and fall together: those on one file, whatever it is called on the way.

use std::collections::BTreeSet;

use toolhost_sdk::files::ChatPath;

use crate::operation::{Change, Step};

/// For each step the number of its group. Groups are numbered in order of their first step.
pub(crate) fn groups(steps: &[Step]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(BTreeSet<&ChatPath>, Vec<usize>)> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let mut paths = BTreeSet::from([&step.path]);
        if let Change::Rename { to } = &step.change {
            paths.insert(to);
        }
        let mut members = Vec::new();
        let (joined, apart) = groups.into_iter().partition(|(others, _)| !others.is_disjoint(&paths));
        groups = apart;
        for (others, indices) in joined {
            paths.extend(others);
            members.extend::<Vec<usize>>(indices);
        }
        members.push(index);
        members.sort_unstable();
        groups.push((paths, members));
    }
    let mut members: Vec<Vec<usize>> = groups.into_iter().map(|(_, members)| members).collect();
    members.sort_unstable();
    members
}
