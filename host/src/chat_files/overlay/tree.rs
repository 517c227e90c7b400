//! This is the tree of names that a call sees: what it has looked at or made, over the committed files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::SystemTime;

use super::Overlay;
use super::file::FileNode;
use crate::chat_files::base::{Found, Kind, Times};
use crate::chat_files::error::{FileError, FileResult};
use crate::chat_files::names::{folded, join};

/// Absent paths that are remembered as such. What a call asks about beyond that costs no memory of the host.
const MOST_ABSENT: usize = 4_096;

/// A folder of one call's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DirId(usize);

/// What a name stands for.
#[derive(Debug, Clone)]
pub(super) enum Entry {
    Dir(DirId),
    File(Arc<FileNode>),
    Link,
    Special,
}

impl Entry {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Dir(_) => Kind::Directory,
            Self::File(_) => Kind::File,
            Self::Link => Kind::Link,
            Self::Special => Kind::Special,
        }
    }
}

/// One folder.
#[derive(Debug)]
pub(super) struct DirNode {
    pub(super) id: u64,
    /// The folder that holds it and its name there. The root, and a folder that is gone, has none.
    pub(super) place: Option<(DirId, String)>,
    /// The committed folder whose content shows through, if it stands where it was.
    pub(super) base: Option<String>,
    pub(super) entries: BTreeMap<String, Entry>,
    /// Whether `entries` has everything of `base`.
    complete: bool,
    /// The names without their case, once a name has been made here.
    folded: Option<HashSet<String>>,
    /// Names of `base` that are not text.
    pub(super) hidden: usize,
    pub(super) alive: bool,
    pub(super) times: Times,
    pub(super) times_set: bool,
}

/// The view of one call.
#[derive(Debug)]
pub(super) struct Tree {
    dirs: Vec<DirNode>,
    /// Committed paths that the call has removed or moved away.
    pub(super) removed: BTreeMap<String, Kind>,
    /// What the call saw first at each committed path.
    pub(super) observed: HashMap<String, Found>,
    absent: usize,
    next_id: u64,
    /// Whether anything was changed.
    pub(super) changed: bool,
}

impl Tree {
    pub(super) const ROOT: DirId = DirId(0);

    pub(super) fn new(over_base: bool) -> Self {
        let mut tree = Self {
            dirs: Vec::new(),
            removed: BTreeMap::new(),
            observed: HashMap::new(),
            absent: 0,
            next_id: 1,
            changed: false,
        };
        tree.new_dir(None, over_base.then(String::new), Times::default());
        tree
    }

    pub(super) fn new_dir(&mut self, place: Option<(DirId, String)>, base: Option<String>, times: Times) -> DirId {
        let id = self.new_id();
        self.dirs.push(DirNode {
            id,
            place,
            complete: base.is_none(),
            base,
            entries: BTreeMap::new(),
            folded: None,
            hidden: 0,
            alive: true,
            times,
            times_set: false,
        });
        DirId(self.dirs.len() - 1)
    }

    pub(super) fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// # Errors
    /// If the folder has been removed.
    pub(super) fn dir(&self, dir: DirId) -> FileResult<&DirNode> {
        self.dirs.get(dir.0).filter(|node| node.alive).ok_or(FileError::NoEntry)
    }

    pub(super) fn dir_mut(&mut self, dir: DirId) -> FileResult<&mut DirNode> {
        self.dirs.get_mut(dir.0).filter(|node| node.alive).ok_or(FileError::NoEntry)
    }

    /// How many names lead to a folder, and how many bytes its path has.
    pub(super) fn depth(&self, dir: DirId) -> (usize, usize) {
        let (mut depth, mut bytes, mut at) = (0, 0, dir);
        while let Some((parent, name)) = self.dirs.get(at.0).and_then(|node| node.place.as_ref()) {
            depth += 1;
            bytes += name.len() + 1;
            at = *parent;
        }
        (depth, bytes)
    }

    /// Whether `inner` is `outer` or lies beneath it.
    pub(super) fn is_within(&self, inner: DirId, outer: DirId) -> bool {
        let mut at = inner;
        loop {
            if at == outer {
                return true;
            }
            match self.dirs.get(at.0).and_then(|node| node.place.as_ref()) {
                Some((parent, _)) => at = *parent,
                None => return false,
            }
        }
    }

    /// What stands at a committed path, which the commit will compare with what it finds.
    pub(super) fn observe(&mut self, overlay: &Overlay, path: &str) -> FileResult<(Found, Times)> {
        let (found, times) = overlay.base()?.look(path)?;
        if !self.observed.contains_key(path) {
            if found == Found::Absent {
                if self.absent >= MOST_ABSENT {
                    return Ok((found, times));
                }
                self.absent += 1;
            }
            self.observed.insert(path.to_owned(), found);
        }
        Ok((found, times))
    }

    /// What a name in a folder stands for.
    pub(super) fn lookup(&mut self, overlay: &Overlay, dir: DirId, name: &str) -> FileResult<Option<Entry>> {
        let node = self.dir(dir)?;
        if let Some(entry) = node.entries.get(name) {
            return Ok(Some(entry.clone()));
        }
        let Some(base) = &node.base else { return Ok(None) };
        if node.complete || name.len() > 255 {
            return Ok(None);
        }
        let path = join(base, name);
        if self.removed.contains_key(&path) {
            return Ok(None);
        }
        let (found, times) = self.observe(overlay, &path)?;
        self.adopt(dir, name, path, found, times)
    }

    /// Takes a committed entry into the tree.
    fn adopt(&mut self, dir: DirId, name: &str, path: String, found: Found, times: Times) -> FileResult<Option<Entry>> {
        let entry = match found {
            Found::Absent => return Ok(None),
            Found::File(stamp) => Entry::File(FileNode::of_base(self.new_id(), path, stamp, times)),
            Found::Directory => Entry::Dir(self.new_dir(Some((dir, name.to_owned())), Some(path), times)),
            Found::Link => Entry::Link,
            Found::Special => Entry::Special,
        };
        self.dir_mut(dir)?.entries.insert(name.to_owned(), entry.clone());
        Ok(Some(entry))
    }

    /// The names in a folder and what they stand for, without looking at each.
    pub(super) fn list(&self, overlay: &Overlay, dir: DirId) -> FileResult<(Vec<(String, Kind)>, usize)> {
        let node = self.dir(dir)?;
        let mut names: BTreeMap<String, Kind> =
            node.entries.iter().map(|(name, entry)| (name.clone(), entry.kind())).collect();
        let mut hidden = node.hidden;
        if let (false, Some(base)) = (node.complete, &node.base) {
            let listing = overlay.base()?.list(base)?;
            hidden = listing.hidden;
            for (name, kind) in listing.entries {
                if !self.removed.contains_key(&join(base, &name)) {
                    names.entry(name).or_insert(kind);
                }
            }
        }
        Ok((names.into_iter().collect(), hidden))
    }

    /// Looks at everything in a folder, so that nothing shows through any more that the tree does not have.
    pub(super) fn complete(&mut self, overlay: &Overlay, dir: DirId) -> FileResult<()> {
        if self.dir(dir)?.complete {
            return Ok(());
        }
        let (names, hidden) = self.list(overlay, dir)?;
        for (name, _) in names {
            self.lookup(overlay, dir, &name)?;
        }
        let node = self.dir_mut(dir)?;
        node.complete = true;
        node.hidden = hidden;
        Ok(())
    }

    /// Makes a name stand for something new. What stood there before must have been taken away.
    pub(super) fn insert(&mut self, dir: DirId, name: &str, entry: Entry) -> FileResult<()> {
        self.changed = true;
        let node = self.dir_mut(dir)?;
        node.touch();
        if let Some(names) = &mut node.folded {
            names.insert(folded(name));
        }
        node.entries.insert(name.to_owned(), entry);
        Ok(())
    }

    /// Takes a name away, committed or not. Whoever calls has looked it up.
    pub(super) fn take(&mut self, overlay: &Overlay, dir: DirId, name: &str) -> FileResult<()> {
        let base = self.dir(dir)?.base.clone();
        if let Some(base) = base {
            self.hide(overlay, &join(&base, name))?;
        }
        self.changed = true;
        let node = self.dir_mut(dir)?;
        node.touch();
        node.entries.remove(name);
        if let Some(names) = &mut node.folded {
            names.remove(&folded(name));
        }
        Ok(())
    }

    /// Takes note that what is committed at a path, if anything, is to go.
    pub(super) fn hide(&mut self, overlay: &Overlay, path: &str) -> FileResult<()> {
        if self.removed.contains_key(path) {
            return Ok(());
        }
        let found = match self.observed.get(path) {
            // What was absent when the call first looked may be there now. The commit will find that out; here it counts.
            None | Some(Found::Absent) => self.observe(overlay, path)?.0,
            Some(found) => *found,
        };
        if let Some(kind) = found.kind() {
            self.removed.insert(path.to_owned(), kind);
        }
        Ok(())
    }

    /// Whether a neighbour has this name in another case.
    pub(super) fn clashes(&mut self, overlay: &Overlay, dir: DirId, name: &str) -> FileResult<bool> {
        let name = folded(name);
        let has = |tree: &Self| Ok(tree.dir(dir)?.folded.as_ref().is_some_and(|names| names.contains(&name)));
        // A name that was there may have gone since with another call's commit, so that it is looked for once more.
        if self.dir(dir)?.folded.is_none() || has(self)? {
            let names = self.list(overlay, dir)?.0.iter().map(|(name, _)| folded(name)).collect();
            self.dir_mut(dir)?.folded = Some(names);
        }
        has(self)
    }
}

impl DirNode {
    fn touch(&mut self) {
        self.times.modified = Some(SystemTime::now());
    }
}
