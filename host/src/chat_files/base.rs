//! This looks at the committed files of a chat, beneath the handle of their folder and without following links.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use cap_std::fs::{Dir, FileType, Metadata, MetadataExt as _, OpenOptions, OpenOptionsExt as _};
use serde::{Deserialize, Serialize};

/// What kind of thing a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Directory,
    Link,
    /// A device, a FIFO or a socket.
    Special,
}

impl From<FileType> for Kind {
    fn from(of: FileType) -> Self {
        if of.is_file() {
            Self::File
        } else if of.is_dir() {
            Self::Directory
        } else if of.is_symlink() {
            Self::Link
        } else {
            Self::Special
        }
    }
}

/// What changes when a file's content changes, whoever changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) size: u64,
    inode: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

/// The times of a file or folder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Times {
    pub(crate) accessed: Option<SystemTime>,
    pub(crate) modified: Option<SystemTime>,
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Absent,
    File(Stamp),
    Directory,
    Link,
    Special,
}

impl Found {
    pub(crate) fn kind(self) -> Option<Kind> {
        match self {
            Self::Absent => None,
            Self::File(_) => Some(Kind::File),
            Self::Directory => Some(Kind::Directory),
            Self::Link => Some(Kind::Link),
            Self::Special => Some(Kind::Special),
        }
    }
}

/// The names in a folder.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) entries: Vec<(String, Kind)>,
    /// Names that are not text. They are not shown, but they keep their folder from being empty.
    pub(crate) hidden: usize,
}

/// The committed files. Paths are relative, `/` between names, the root empty.
#[derive(Debug)]
pub(crate) struct Base {
    folder: Dir,
}

impl Base {
    /// Opens a folder, which must not be a link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        use rustix::fs::{Mode, OFlags, open};
        let folder =
            open(path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Self { folder: Dir::from_std_file(File::from(folder)) })
    }

    pub(crate) fn folder(&self) -> &Dir {
        &self.folder
    }

    /// What stands at a path, and its times.
    pub(crate) fn look(&self, path: &str) -> io::Result<(Found, Times)> {
        match self.folder.symlink_metadata(at(path)) {
            Ok(metadata) => Ok((found(&metadata), times(&metadata))),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok((Found::Absent, Times::default()))
            }
            Err(error) => Err(error),
        }
    }

    /// Opens a regular file for reading. Never waits: anything else than a regular file is refused.
    pub(crate) fn open_file(&self, path: &str) -> io::Result<(File, Stamp, Times)> {
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOFOLLOW;
        let mut how = OpenOptions::new();
        how.read(true).custom_flags(i32::try_from(flags.bits()).unwrap_or_default());
        let file = self.folder.open_with(at(path), &how)?;
        let metadata = file.metadata()?;
        match found(&metadata) {
            Found::File(stamp) => Ok((file.into_std(), stamp, times(&metadata))),
            Found::Directory => Err(io::ErrorKind::IsADirectory.into()),
            _ => Err(io::ErrorKind::PermissionDenied.into()),
        }
    }

    /// The names in a folder, in their order.
    pub(crate) fn list(&self, path: &str) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for entry in self.folder.read_dir(at(path))? {
            let entry = entry?;
            match entry.file_name().into_string() {
                Ok(name) => listing.entries.push((name, entry.file_type()?.into())),
                Err(_) => listing.hidden += 1,
            }
        }
        listing.entries.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(listing)
    }

    /// Where a link leads, as text.
    pub(crate) fn read_link(&self, path: &str) -> io::Result<String> {
        let target = self.folder.read_link_contents(at(path))?;
        target.into_os_string().into_string().map_err(|_| io::ErrorKind::InvalidData.into())
    }

    /// Visits everything beneath a folder, a folder before what it holds.
    pub(crate) fn walk(&self, path: &str, visit: &mut dyn FnMut(&str, Found, Times)) -> io::Result<()> {
        for (name, kind) in self.list(path)?.entries {
            let inner = super::names::join(path, &name);
            // It may be gone since it was listed.
            let (found, times) = self.look(&inner)?;
            visit(&inner, found, times);
            if kind == Kind::Directory && found == Found::Directory {
                self.walk(&inner, visit)?;
            }
        }
        Ok(())
    }
}

/// `cap-std` calls the folder itself `.`.
pub(crate) fn at(path: &str) -> &str {
    if path.is_empty() { "." } else { path }
}

fn found(metadata: &Metadata) -> Found {
    match Kind::from(metadata.file_type()) {
        Kind::File => Found::File(Stamp {
            size: metadata.len(),
            inode: metadata.ino(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }),
        Kind::Directory => Found::Directory,
        Kind::Link => Found::Link,
        Kind::Special => Found::Special,
    }
}

fn times(metadata: &Metadata) -> Times {
    let time = |time: io::Result<cap_std::time::SystemTime>| time.ok().map(cap_std::time::SystemTime::into_std);
    Times { accessed: time(metadata.accessed()), modified: time(metadata.modified()) }
}
