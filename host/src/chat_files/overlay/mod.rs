//! This is what one call sees of the files it was given: the committed files with the call's own changes over them.
//!
//! Nothing that a call does reaches the committed files before its commit. The view is the same for a chat's files,
//! which are committed, and for scratch space, which starts empty and is dropped.

mod file;
mod follower;
mod moving;
mod plan;
mod tree;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

pub(crate) use file::{Content, OpenFile, Stat};
pub(crate) use plan::Planned;
pub(crate) use tree::DirId;
use tree::{Entry, Tree};

use super::base::{Base, Found, Kind, Times};
use super::error::{FileError, FileResult};
use super::names::{NameRules, Steps, join};
use super::quota::{CallMeter, ChatQuota, Held, Room, lock};
use super::staging::Staging;
use super::store::{Durability, Store};
use crate::policy::Limits;

/// Links that one path may lead through.
const MOST_LINKS: usize = 8;

/// The rules for names that nobody but the call itself will see.
const ANY_NAME: NameRules = NameRules { name_bytes: 255, path_bytes: 4096, depth: 64, portable: false };

/// Whether a mount can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    ReadWrite,
}

/// What a view lies over.
#[derive(Debug)]
enum Below {
    Nothing,
    Chat(Arc<Store>),
    /// A folder of the host that all calls may read.
    Shared(PathBuf),
}

/// The files of one mount of one call.
#[derive(Debug)]
pub(crate) struct Overlay {
    below: Below,
    base: OnceLock<Base>,
    access: Access,
    names: NameRules,
    pub(super) room: Room,
    pub(super) meter: Arc<CallMeter>,
    pub(super) staging: Staging,
    tree: Mutex<Tree>,
}

/// How a path is opened.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct How {
    pub(crate) write: bool,
    pub(crate) create: bool,
    pub(crate) exclusive: bool,
    pub(crate) truncate: bool,
    pub(crate) directory: bool,
    pub(crate) follow: bool,
}

/// What opening gave.
#[derive(Debug)]
pub(crate) enum Opened {
    File(OpenFile),
    Dir(DirId),
}

/// Where a path leads: to a folder itself, or to a name in a folder that may or may not exist.
enum Place {
    Dir(DirId),
    Name { dir: DirId, name: String, entry: Option<Entry>, folder: bool },
}

impl Overlay {
    /// A view of a chat's files.
    pub(super) fn of_chat(store: Arc<Store>, quota: &ChatQuota, access: Access, meter: Arc<CallMeter>) -> Arc<Self> {
        Arc::new(Self {
            staging: Staging::new(store.overlays()),
            below: Below::Chat(store),
            base: OnceLock::new(),
            access,
            names: quota.names(),
            room: Room::of_chat(quota),
            meter,
            tree: Mutex::new(Tree::new(true)),
        })
    }

    /// Empty scratch space, which keeps its content in a folder of its own in `parent`.
    pub(crate) fn scratch(parent: PathBuf, limits: &Limits, meter: Arc<CallMeter>) -> Arc<Self> {
        Arc::new(Self {
            below: Below::Nothing,
            base: OnceLock::new(),
            access: Access::ReadWrite,
            names: ANY_NAME,
            room: Room::of_scratch(limits),
            meter,
            staging: Staging::new(parent),
            tree: Mutex::new(Tree::new(false)),
        })
    }

    /// A folder that is shared by all calls and that none can change.
    pub(crate) fn shared(folder: PathBuf, limits: &Limits, meter: Arc<CallMeter>) -> Arc<Self> {
        Arc::new(Self {
            // Nothing is ever written here, so nothing is ever made here either.
            staging: Staging::new(PathBuf::new()),
            below: Below::Shared(folder),
            base: OnceLock::new(),
            access: Access::Read,
            names: ANY_NAME,
            room: Room::of_scratch(limits),
            meter,
            tree: Mutex::new(Tree::new(true)),
        })
    }

    pub(crate) fn root(&self) -> DirId {
        Tree::ROOT
    }

    /// Tells this mount from the call's others.
    pub(crate) fn mount(&self) -> u64 {
        match self.below {
            Below::Chat(_) => 1,
            Below::Nothing => 2,
            Below::Shared(_) => 3,
        }
    }

    pub(crate) fn access(&self) -> Access {
        self.access
    }

    /// Whether the call has changed anything.
    pub(crate) fn is_changed(&self) -> bool {
        let tree = lock(&self.tree);
        tree.changed || self.staging.path().is_some()
    }

    /// The committed files, opened when a call first looks at them.
    fn base(&self) -> FileResult<&Base> {
        if let Some(base) = self.base.get() {
            return Ok(base);
        }
        let opened = match &self.below {
            Below::Nothing => return Err(FileError::NoEntry),
            Below::Chat(store) => store.open_base(),
            Below::Shared(folder) => Base::open(folder).map_err(anyhow::Error::from),
        };
        let base = opened.map_err(|error| {
            tracing::error!("cannot open the files of a mount: {error:#}");
            FileError::Io
        })?;
        Ok(self.base.get_or_init(|| base))
    }

    fn check_writable(&self) -> FileResult<()> {
        match self.access {
            Access::Read => Err(FileError::ReadOnly),
            Access::ReadWrite => Ok(()),
        }
    }

    /// Whether what the call writes will have to be on the disk when it is committed.
    fn is_durable(&self) -> bool {
        matches!(&self.below, Below::Chat(store) if store.durability == Durability::PowerLoss)
    }

    fn take(&self, more: Held) -> FileResult<()> {
        self.room.take(more, || match &self.below {
            Below::Chat(store) => store.held(),
            Below::Nothing | Below::Shared(_) => Ok(Held::default()),
        })
    }

    /// Opens a file or folder.
    pub(crate) fn open(self: &Arc<Self>, dir: DirId, path: &str, how: How) -> FileResult<Opened> {
        let changes = how.write || how.create || how.truncate;
        let mut tree = lock(&self.tree);
        let (dir, name, entry, folder) = match self.resolve(&mut tree, dir, path, how.follow)? {
            Place::Dir(dir) => return Self::open_dir(dir, how),
            Place::Name { dir, name, entry, folder } => (dir, name, entry, folder),
        };
        match entry {
            Some(Entry::Dir(dir)) => Self::open_dir(dir, how),
            Some(_) if how.create && how.exclusive => Err(FileError::Exists),
            Some(Entry::Link) => Err(FileError::Loop),
            Some(Entry::Special) => Err(FileError::NotPermitted),
            Some(Entry::File(_)) if how.directory || folder => Err(FileError::NotDirectory),
            Some(Entry::File(node)) => {
                if changes && (how.write || how.truncate) {
                    self.check_writable()?;
                }
                if how.truncate {
                    tree.changed = true;
                }
                drop(tree);
                Ok(Opened::File(OpenFile::new(self, node, how.write, how.truncate)?))
            }
            None if !how.create => Err(FileError::NoEntry),
            None => {
                self.check_writable()?;
                if how.directory || folder {
                    return Err(FileError::IsDirectory);
                }
                self.check_new(&mut tree, dir, &name)?;
                let node = self.create(&mut tree, dir, &name)?;
                drop(tree);
                Ok(Opened::File(OpenFile::new(self, node, how.write, false)?))
            }
        }
    }

    fn open_dir(dir: DirId, how: How) -> FileResult<Opened> {
        if how.create && how.exclusive {
            Err(FileError::Exists)
        } else if how.write || how.truncate || how.create {
            Err(FileError::IsDirectory)
        } else {
            Ok(Opened::Dir(dir))
        }
    }

    /// What a path stands for.
    pub(crate) fn stat(&self, dir: DirId, path: &str, follow: bool) -> FileResult<Stat> {
        let mut tree = lock(&self.tree);
        match self.resolve(&mut tree, dir, path, follow)? {
            Place::Dir(dir) => Self::stat_dir_in(&tree, dir),
            Place::Name { entry: Some(Entry::Dir(dir)), .. } => Self::stat_dir_in(&tree, dir),
            Place::Name { entry: Some(Entry::File(_) | Entry::Special), folder: true, .. } => {
                Err(FileError::NotDirectory)
            }
            Place::Name { entry: Some(Entry::File(node)), .. } => node.stat(self),
            Place::Name { entry: Some(entry), dir, name, .. } => {
                let base = tree.dir(dir)?.base.clone().ok_or(FileError::NoEntry)?;
                let (_, times) = self.base()?.look(&join(&base, &name))?;
                Ok(Stat { kind: entry.kind(), size: 0, times, id: 0 })
            }
            Place::Name { entry: None, .. } => Err(FileError::NoEntry),
        }
    }

    pub(crate) fn stat_dir(&self, dir: DirId) -> FileResult<Stat> {
        Self::stat_dir_in(&lock(&self.tree), dir)
    }

    fn stat_dir_in(tree: &Tree, dir: DirId) -> FileResult<Stat> {
        let node = tree.dir(dir)?;
        Ok(Stat { kind: Kind::Directory, size: 0, times: node.times, id: node.id })
    }

    /// The names in a folder, in their order.
    pub(crate) fn list(&self, dir: DirId) -> FileResult<Vec<(String, Kind)>> {
        Ok(lock(&self.tree).list(self, dir)?.0)
    }

    /// Where a link leads, as it stands.
    pub(crate) fn read_link(&self, dir: DirId, path: &str) -> FileResult<String> {
        let mut tree = lock(&self.tree);
        match self.resolve(&mut tree, dir, path, false)? {
            Place::Name { dir, name, entry: Some(Entry::Link), .. } => {
                let base = tree.dir(dir)?.base.clone().ok_or(FileError::NoEntry)?;
                Ok(self.base()?.read_link(&join(&base, &name))?)
            }
            Place::Name { entry: None, .. } => Err(FileError::NoEntry),
            _ => Err(FileError::Invalid),
        }
    }

    /// Sets the times of what a path stands for.
    pub(crate) fn set_times(&self, dir: DirId, path: &str, follow: bool, times: Times) -> FileResult<()> {
        self.check_writable()?;
        let mut tree = lock(&self.tree);
        match self.resolve(&mut tree, dir, path, follow)? {
            Place::Dir(dir) | Place::Name { entry: Some(Entry::Dir(dir)), .. } => {
                Self::set_dir_times_in(&mut tree, dir, times)
            }
            Place::Name { entry: Some(Entry::File(node)), .. } => {
                tree.changed = true;
                node.set_times(self, times)
            }
            Place::Name { entry: Some(_), .. } => Err(FileError::NotPermitted),
            Place::Name { entry: None, .. } => Err(FileError::NoEntry),
        }
    }

    pub(crate) fn set_dir_times(&self, dir: DirId, times: Times) -> FileResult<()> {
        self.check_writable()?;
        Self::set_dir_times_in(&mut lock(&self.tree), dir, times)
    }

    fn set_dir_times_in(tree: &mut Tree, dir: DirId, times: Times) -> FileResult<()> {
        tree.changed = true;
        let node = tree.dir_mut(dir)?;
        node.times.accessed = times.accessed.or(node.times.accessed);
        node.times.modified = times.modified.or(node.times.modified);
        node.times_set = true;
        Ok(())
    }

    /// Takes note that an open file was changed.
    pub(crate) fn note_change(&self) {
        lock(&self.tree).changed = true;
    }

    /// Whether a new name can stand in a folder.
    fn check_new(&self, tree: &mut Tree, dir: DirId, name: &str) -> FileResult<()> {
        self.names.check_name(name)?;
        let (depth, bytes) = tree.depth(dir);
        self.names.check_path(bytes + name.len(), depth + 1)?;
        if self.names.portable && tree.clashes(self, dir, name)? {
            return Err(FileError::Exists);
        }
        Ok(())
    }

    fn create(&self, tree: &mut Tree, dir: DirId, name: &str) -> FileResult<Arc<file::FileNode>> {
        self.meter.create()?;
        self.take(Held { bytes: 0, entries: 1 })?;
        let made = self.staging.create().map_err(FileError::from).and_then(|(number, _)| {
            let node = file::FileNode::staged(tree.new_id(), number);
            tree.insert(dir, name, Entry::File(Arc::clone(&node)))?;
            Ok(node)
        });
        if made.is_err() {
            self.room.give(Held { bytes: 0, entries: 1 });
        }
        made
    }

    /// Follows a path to where it leads, never out of the mount.
    fn resolve(&self, tree: &mut Tree, from: DirId, path: &str, follow: bool) -> FileResult<Place> {
        let mut at = from;
        tree.dir(at)?;
        let mut steps = Steps::of(path)?;
        let mut links = 0;
        // Names still to be followed, the next one last.
        let mut ahead: Vec<String> = steps.names.drain(..).rev().map(str::to_owned).collect();
        while let Some(name) = ahead.pop() {
            if name == ".." {
                at = match &tree.dir(at)?.place {
                    Some((parent, _)) => *parent,
                    None => return Err(FileError::NotPermitted),
                };
                continue;
            }
            let last = ahead.is_empty();
            let entry = self.lookup_in(tree, at, &name)?;
            match entry {
                Some(Entry::Dir(dir)) if !last => at = dir,
                Some(Entry::Link) if !last || follow || steps.folder => {
                    links += 1;
                    if links > MOST_LINKS {
                        return Err(FileError::Loop);
                    }
                    let base = tree.dir(at)?.base.clone().ok_or(FileError::NoEntry)?;
                    let target = self.base()?.read_link(&join(&base, &name))?;
                    let target = Steps::of(&target)?;
                    ahead.extend(target.names.iter().rev().map(|&name| name.to_owned()));
                    steps.folder |= target.folder && last;
                }
                entry if last => return Ok(Place::Name { dir: at, name, entry, folder: steps.folder }),
                None => return Err(FileError::NoEntry),
                Some(_) => return Err(FileError::NotDirectory),
            }
        }
        Ok(Place::Dir(at))
    }

    fn lookup_in(&self, tree: &mut Tree, dir: DirId, name: &str) -> FileResult<Option<Entry>> {
        tree.lookup(self, dir, name)
    }
}
