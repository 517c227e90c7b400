//! This is the second half of a commit: a journal that says what to do, and doing it, as often as it takes.
//!
//! A commit is complete once its folder is called `committing`. From then on every step can be done again: what is
//! deleted already stays deleted, what has been moved to its place is no longer in the folder.
//!
//! With [`Durability::PowerLoss`] the order on the disk is: the new contents; the journal and the folder's names; the
//! folder's new name (this is the point at which the commit counts); the folders of the committed files and the
//! generation; and only then the journal goes.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Context as _;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use serde::{Deserialize, Serialize};

use super::base::{Base, Times, at};
use super::fault;
use super::store::{Durability, Store};

/// More contents than this are brought to the disk by one call for the whole file system instead of one for each.
const MOST_SINGLE_SYNCS: usize = 16;
const JOURNAL: &str = "journal";

/// What a commit does to the committed files, in this order.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Journal {
    /// The generation that begins with this commit.
    pub(super) generation: u64,
    /// Files to delete.
    pub(super) files: Vec<String>,
    /// Folders to delete, inner ones first.
    pub(super) folders: Vec<String>,
    /// Folders to make, outer ones first.
    pub(super) made: Vec<String>,
    /// Contents to move to their places.
    pub(super) puts: Vec<Put>,
    /// What tools keep in `state`: the name of a file and its whole content.
    #[serde(default)]
    pub(super) state: Vec<(String, String)>,
    /// Times to set.
    pub(super) times: Vec<(String, Times)>,
}

/// One content and its place.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Put {
    pub(super) number: u64,
    pub(super) path: String,
}

impl Journal {
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
            && self.folders.is_empty()
            && self.made.is_empty()
            && self.puts.is_empty()
            && self.times.is_empty()
            && self.state.is_empty()
    }
}

/// Makes a commit count: from here on it will be carried out, whatever happens to this process.
pub(super) fn begin(store: &Store, staged: &Path, folder: &Dir, journal: &Journal) -> anyhow::Result<()> {
    let durable = store.durability == Durability::PowerLoss;
    fault::point("before the contents are on the disk");
    if durable {
        if journal.puts.len() > MOST_SINGLE_SYNCS {
            sync_all(staged)?;
        } else {
            for put in &journal.puts {
                let content = folder.open(put.number.to_string()).context("a written content is missing")?;
                content.sync_data().context("cannot bring a new content to the disk")?;
            }
        }
    }
    fault::point("before the journal");
    let text = serde_json::to_vec(journal)?;
    let mut file = folder.create(JOURNAL).context("cannot make the journal")?;
    io::Write::write_all(&mut file, &text).context("cannot write the journal")?;
    if durable {
        file.sync_all().context("cannot bring the journal to the disk")?;
        sync_folder(staged)?;
    }
    fault::point("before the commit counts");
    std::fs::rename(staged, store.committing()).context("cannot begin the commit")?;
    fault::point("after the commit counts");
    if durable {
        sync_folder(store.folder())?;
    }
    Ok(())
}

/// Carries out the commit in `committing`. The chat's lock must be held.
pub(super) fn carry_out(store: &Store) -> anyhow::Result<()> {
    let committing = store.committing();
    let folder = Dir::open_ambient_dir(&committing, ambient_authority())
        .with_context(|| format!("cannot open {}", committing.display()))?;
    let text = folder.read(JOURNAL).with_context(|| format!("cannot read the journal in {}", committing.display()))?;
    let journal: Journal = serde_json::from_slice(&text).with_context(|| {
        format!(
            "the journal in {} is damaged; it was written by another version, or the disk is failing",
            committing.display()
        )
    })?;
    let base = Base::open(&store.files()).with_context(|| format!("cannot open {}", store.files().display()))?;
    apply(&journal, &folder, base.folder()).with_context(|| format!("cannot carry out {}", committing.display()))?;
    for (name, content) in &journal.state {
        fault::point("before state is written");
        write_state(store, name, content).with_context(|| format!("cannot write the state of `{name}`"))?;
    }
    fault::point("before the generation");
    write_generation(store, journal.generation).context("cannot write the chat's generation")?;
    fault::point("before the folders are on the disk");
    if store.durability == Durability::PowerLoss {
        sync_changed(store, base.folder(), &journal)?;
    }
    fault::point("before the journal goes");
    remove(store, &committing)
}

fn apply(journal: &Journal, folder: &Dir, files: &Dir) -> io::Result<()> {
    for path in &journal.files {
        fault::point("before a file is deleted");
        deleted(files.remove_file(path))?;
    }
    for path in &journal.folders {
        fault::point("before a folder is deleted");
        deleted(files.remove_dir(path))?;
    }
    for path in &journal.made {
        fault::point("before a folder is made");
        match files.create_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
    }
    for put in &journal.puts {
        fault::point("before a content is put in place");
        // One that is no longer here is in its place.
        gone_already(folder.rename(put.number.to_string(), files, &put.path))?;
    }
    for (path, times) in &journal.times {
        fault::point("before times are set");
        gone_already(set_times(files, path, *times))?;
    }
    Ok(())
}

/// Takes for done what finds nothing to do.
fn gone_already(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Takes for deleted what is gone, or has made place for something of another kind that stands there or above it: then
/// these steps are done for a second time, after later ones.
fn deleted(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if matches!(error.kind(), io::ErrorKind::IsADirectory | io::ErrorKind::NotADirectory) => Ok(()),
        done => gone_already(done),
    }
}

fn set_times(files: &Dir, path: &str, times: Times) -> io::Result<()> {
    use rustix::fs::{AtFlags, Timespec, Timestamps, UTIME_OMIT, utimensat};
    let stamp = |time: Option<std::time::SystemTime>| match time
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
    {
        Some(since) => Timespec {
            tv_sec: i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: i64::from(since.subsec_nanos()),
        },
        None => Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT },
    };
    let set = Timestamps { last_access: stamp(times.accessed), last_modification: stamp(times.modified) };
    // The folder is opened beneath the chat's; the last name is not followed.
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    let parent = files.open_dir(at(parent))?;
    Ok(utimensat(&parent, at(name), &set, AtFlags::SYMLINK_NOFOLLOW)?)
}

fn write_state(store: &Store, name: &str, content: &str) -> io::Result<()> {
    let folder = store.state();
    std::fs::create_dir_all(&folder)?;
    let new = store.committing().join("state");
    std::fs::write(&new, content)?;
    if store.durability == Durability::PowerLoss {
        File::open(&new)?.sync_all()?;
    }
    std::fs::rename(new, folder.join(name))?;
    if store.durability == Durability::PowerLoss { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Replaces a small file whole.
pub(crate) fn replace(path: &Path, content: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut file, content.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    File::open(folder)?.sync_all()
}

fn write_generation(store: &Store, generation: u64) -> io::Result<()> {
    // It is written inside the folder that goes with the commit, and moved into place whole.
    let new = store.committing().join("generation");
    std::fs::write(&new, generation.to_string())?;
    if store.durability == Durability::PowerLoss {
        File::open(&new)?.sync_all()?;
    }
    std::fs::rename(new, store.folder().join("generation"))
}

fn sync_changed(store: &Store, files: &Dir, journal: &Journal) -> anyhow::Result<()> {
    let parent = |path: &String| path.rsplit_once('/').map_or(String::new(), |(parent, _)| parent.to_owned());
    let paths = journal.files.iter().chain(&journal.folders).chain(&journal.made);
    let mut folders: BTreeSet<String> = paths.map(parent).collect();
    folders.extend(journal.puts.iter().map(|put| parent(&put.path)));
    folders.extend(journal.made.iter().cloned());
    if folders.len() > MOST_SINGLE_SYNCS {
        return sync_all(store.folder());
    }
    for path in &folders {
        // Opened for reading: a handle that is only a place cannot be synchronized.
        match files.open(at(path)) {
            Ok(folder) => folder.sync_all().context("cannot bring a changed folder to the disk")?,
            // It was deleted by the same commit.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).context("cannot open a changed folder"),
        }
    }
    sync_folder(store.folder())
}

/// Brings everything to the disk that the file system of a folder has not yet written.
fn sync_all(path: &Path) -> anyhow::Result<()> {
    let folder = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    rustix::fs::syncfs(folder).with_context(|| format!("cannot bring what is in {} to the disk", path.display()))
}

fn sync_folder(path: &Path) -> anyhow::Result<()> {
    let folder = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    folder.sync_all().with_context(|| format!("cannot bring {} to the disk", path.display()))
}

/// The journal goes first in one step, with the folder's name; what is left is as good as any left-over overlay.
fn remove(store: &Store, committing: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(store.overlays()).context("cannot make the folder of overlays")?;
    let done =
        tempfile::Builder::new().prefix("done-").tempdir_in(store.overlays()).context("cannot end the commit")?;
    std::fs::rename(committing, done.path()).context("cannot end the commit")?;
    fault::point("after the journal is gone");
    Ok(())
}
