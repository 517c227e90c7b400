//! This says what a call has changed, by walking over what it has looked at.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::file::{Content, Summary};
use super::tree::{DirId, Entry, Tree};
use super::{FileResult, Found, Kind, Overlay, Times, join, lock};

/// What a call has changed.
#[derive(Default)]
pub(crate) struct Planned {
    /// What stood at each committed path when the call first looked.
    pub(crate) observed: HashMap<String, Found>,
    /// Committed paths that the call has removed, replaced ones included.
    pub(crate) removed: BTreeMap<String, Kind>,
    /// New folders.
    pub(crate) made: BTreeSet<String>,
    /// New contents of paths.
    pub(crate) puts: BTreeMap<String, Summary>,
    /// Times to set on what stays.
    pub(crate) times: Vec<(String, Times)>,
}

impl Planned {
    pub(crate) fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.made.is_empty() && self.puts.is_empty() && self.times.is_empty()
    }
}

impl Overlay {
    /// What the call has changed.
    pub(crate) fn plan(&self) -> FileResult<Planned> {
        let tree = lock(&self.tree);
        let mut plan = Planned::default();
        plan.removed.clone_from(&tree.removed);
        walk(&tree, Tree::ROOT, "", &mut plan)?;
        plan.observed.clone_from(&tree.observed);
        Ok(plan)
    }
}

fn walk(tree: &Tree, dir: DirId, path: &str, plan: &mut Planned) -> FileResult<()> {
    let node = tree.dir(dir)?;
    match &node.base {
        Some(base) => {
            debug_assert_eq!(base, path, "a folder that moved is cut loose");
            if node.times_set && !path.is_empty() {
                plan.times.push((path.to_owned(), node.times));
            }
        }
        None => {
            plan.made.insert(path.to_owned());
            if node.times_set {
                plan.times.push((path.to_owned(), node.times));
            }
        }
    }
    for (name, entry) in &node.entries {
        let inner = join(path, name);
        match entry {
            Entry::Dir(dir) => walk(tree, *dir, &inner, plan)?,
            Entry::File(file) => {
                let summary = file.summary();
                // It may have been moved away and back again.
                if matches!(&summary.content, Content::Base(at, _) if *at == inner) {
                    plan.removed.remove(&inner);
                }
                match (&summary.content, summary.times) {
                    (Content::Base(at, _), None) if *at == inner => {}
                    (Content::Base(at, _), Some(times)) if *at == inner => plan.times.push((inner, times)),
                    (_, times) => {
                        if let Some(times) = times {
                            plan.times.push((inner.clone(), times));
                        }
                        plan.puts.insert(inner, summary);
                    }
                }
            }
            Entry::Link | Entry::Special => {}
        }
    }
    Ok(())
}
