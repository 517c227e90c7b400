//! These are the operations that change which names there are: make, remove and rename.

use std::time::SystemTime;

use super::tree::{DirId, Entry, Tree};
use super::{FileError, FileResult, Held, Kind, Overlay, Place, Times, lock};

impl Overlay {
    /// Makes a folder.
    pub(crate) fn make_dir(&self, dir: DirId, path: &str) -> FileResult<()> {
        let mut tree = lock(&self.tree);
        let (dir, name) = match self.resolve(&mut tree, dir, path, false)? {
            Place::Name { dir, name, entry: None, .. } => (dir, name),
            _ => return Err(FileError::Exists),
        };
        self.check_writable()?;
        self.check_new(&mut tree, dir, &name)?;
        self.meter.create()?;
        self.take(Held { bytes: 0, entries: 1 })?;
        let now = Some(SystemTime::now());
        let made = tree.new_dir(Some((dir, name.clone())), None, Times { accessed: now, modified: now });
        // Asked for the sake of the commit: it must still be absent then.
        if let Some(base) = tree.dir(dir)?.base.clone() {
            tree.observe(self, &super::join(&base, &name))?;
        }
        tree.insert(dir, &name, Entry::Dir(made))
    }

    /// Removes an empty folder.
    pub(crate) fn remove_dir(&self, dir: DirId, path: &str) -> FileResult<()> {
        let mut tree = lock(&self.tree);
        match self.resolve(&mut tree, dir, path, false)? {
            Place::Dir(_) => Err(FileError::NotPermitted),
            Place::Name { dir, name, entry: Some(Entry::Dir(gone)), .. } => {
                self.check_writable()?;
                self.remove_empty(&mut tree, dir, &name, gone)
            }
            Place::Name { entry: Some(_), .. } => Err(FileError::NotDirectory),
            Place::Name { entry: None, .. } => Err(FileError::NoEntry),
        }
    }

    fn remove_empty(&self, tree: &mut Tree, dir: DirId, name: &str, gone: DirId) -> FileResult<()> {
        let (names, hidden) = tree.list(self, gone)?;
        if !names.is_empty() || hidden > 0 {
            return Err(FileError::NotEmpty);
        }
        tree.take(self, dir, name)?;
        tree.dir_mut(gone)?.alive = false;
        self.room.give(Held { bytes: 0, entries: 1 });
        Ok(())
    }

    /// Removes a file. A planted link or special file can be removed too.
    pub(crate) fn unlink(&self, dir: DirId, path: &str) -> FileResult<()> {
        let mut tree = lock(&self.tree);
        match self.resolve(&mut tree, dir, path, false)? {
            Place::Dir(_) | Place::Name { entry: Some(Entry::Dir(_)), .. } => Err(FileError::IsDirectory),
            Place::Name { entry: None, .. } => Err(FileError::NoEntry),
            Place::Name { folder: true, .. } => Err(FileError::NotDirectory),
            Place::Name { dir, name, entry: Some(entry), .. } => {
                self.check_writable()?;
                tree.take(self, dir, &name)?;
                if let Entry::File(node) = entry {
                    node.unlink(self);
                }
                Ok(())
            }
        }
    }

    /// Gives a file or folder another name, in place of what had that name.
    pub(crate) fn rename(&self, from: DirId, old: &str, to: DirId, new: &str) -> FileResult<()> {
        let mut tree = lock(&self.tree);
        // Both are looked up before either is judged: that a folder is missing on the way is told first.
        let (source, target) = (self.resolve(&mut tree, from, old, false)?, self.resolve(&mut tree, to, new, false)?);
        let Place::Name { dir: from, name: old, entry, folder } = source else {
            return Err(FileError::Invalid);
        };
        let Some(entry) = entry else { return Err(FileError::NoEntry) };
        let Place::Name { dir: to, name: new, entry: target, folder: to_folder } = target else {
            return Err(FileError::NotEmpty);
        };
        self.check_writable()?;
        if from == to && old == new {
            return Ok(());
        }
        match (&entry, &target) {
            (Entry::Link | Entry::Special, _) | (_, Some(Entry::Link | Entry::Special)) => {
                return Err(FileError::NotPermitted);
            }
            (Entry::File(_), _) if folder => return Err(FileError::NotDirectory),
            (Entry::File(_), None | Some(Entry::File(_))) if to_folder => return Err(FileError::NotDirectory),
            (Entry::File(_), Some(Entry::Dir(_))) => return Err(FileError::IsDirectory),
            (Entry::Dir(_), Some(Entry::File(_))) => return Err(FileError::NotDirectory),
            (Entry::Dir(moved), _) if tree.is_within(to, *moved) => return Err(FileError::Invalid),
            _ => {}
        }
        match target {
            Some(Entry::Dir(replaced)) => {
                self.check_moved(&mut tree, &entry, to, &new)?;
                self.remove_empty(&mut tree, to, &new, replaced)?;
            }
            Some(Entry::File(replaced)) => {
                tree.take(self, to, &new)?;
                replaced.unlink(self);
            }
            _ => {
                self.names.check_name(&new)?;
                let renames_only_case =
                    from == to && super::super::names::folded(&old) == super::super::names::folded(&new);
                if self.names.portable && !renames_only_case && tree.clashes(self, to, &new)? {
                    return Err(FileError::Exists);
                }
                self.check_moved(&mut tree, &entry, to, &new)?;
                if let Some(base) = tree.dir(to)?.base.clone() {
                    tree.observe(self, &super::join(&base, &new))?;
                }
            }
        }
        if let Entry::Dir(moved) = entry {
            self.detach(&mut tree, moved)?;
            tree.dir_mut(moved)?.place = Some((to, new.clone()));
        }
        tree.take(self, from, &old)?;
        tree.insert(to, &new, entry)
    }

    /// Whether what moves still fits the rules for paths at its new place.
    fn check_moved(&self, tree: &mut Tree, entry: &Entry, to: DirId, name: &str) -> FileResult<()> {
        let (depth, bytes) = tree.depth(to);
        let (below, longest) = match entry {
            Entry::Dir(moved) => self.extent(tree, *moved)?,
            _ => (0, 0),
        };
        self.names.check_path(bytes + name.len() + longest, depth + 1 + below)
    }

    /// How deep a folder goes, and how long the longest path in it is. Refuses what cannot move: links, special files
    /// and names that are not text.
    fn extent(&self, tree: &mut Tree, dir: DirId) -> FileResult<(usize, usize)> {
        tree.complete(self, dir)?;
        let node = tree.dir(dir)?;
        if node.hidden > 0 || node.entries.values().any(|entry| matches!(entry.kind(), Kind::Link | Kind::Special)) {
            return Err(FileError::NotPermitted);
        }
        let inner: Vec<(usize, Option<DirId>)> = node
            .entries
            .iter()
            .map(|(name, entry)| (name.len() + 1, if let Entry::Dir(dir) = entry { Some(*dir) } else { None }))
            .collect();
        let (mut depth, mut bytes) = (0, 0);
        for (length, below) in inner {
            let (deeper, longer) = below.map_or(Ok((0, 0)), |below| self.extent(tree, below))?;
            depth = depth.max(1 + deeper);
            bytes = bytes.max(length + longer);
        }
        Ok((depth, bytes))
    }

    /// Cuts a folder, which has been looked at whole, loose from the committed one it stood for.
    fn detach(&self, tree: &mut Tree, dir: DirId) -> FileResult<()> {
        let node = tree.dir(dir)?;
        let Some(base) = node.base.clone() else {
            let inner: Vec<DirId> = inner_dirs(node.entries.values());
            return inner.into_iter().try_for_each(|inner| self.detach(tree, inner));
        };
        let names: Vec<String> = node.entries.keys().cloned().collect();
        let inner = inner_dirs(node.entries.values());
        for name in names {
            tree.hide(self, &super::join(&base, &name))?;
        }
        tree.hide(self, &base)?;
        tree.dir_mut(dir)?.base = None;
        inner.into_iter().try_for_each(|inner| self.detach(tree, inner))
    }
}

fn inner_dirs<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<DirId> {
    entries.filter_map(|entry| if let Entry::Dir(dir) = entry { Some(*dir) } else { None }).collect()
}
