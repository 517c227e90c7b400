//! This keeps states of a chat's files, to compare with and to go back to.
//!
//! A content is kept once, under its digest, however many snapshots have it. A snapshot counts when its list of files is
//! in place; contents without a list are left over and go with the next snapshot.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::FileError;
use super::base::{Base, Found};
use super::content::{copy, hex};
use super::files::{Files, about, plain};
use super::journal::replace;
use super::overlay::{Access, How, Opened, Overlay};
use super::quota::CallMeter;
use super::store::{Durability, Store};
use crate::catalog::rules::shown;
use crate::outcome::{ChangedFile, FileChanges};

/// Characters of a message that are kept.
const LONGEST_MESSAGE: usize = 500;
/// What an object is called before it is whole.
const UNFINISHED: &str = "new-";

/// How many snapshots of a chat are kept. The oldest go first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SnapshotQuota {
    /// Snapshots.
    pub snapshots: usize,
    /// Bytes of all contents that they have together, each counted once.
    pub bytes: u64,
}

impl Default for SnapshotQuota {
    fn default() -> Self {
        Self { snapshots: 50, bytes: 1024 * 1024 * 1024 }
    }
}

/// One saved state of a chat's files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// What it is referred to by.
    pub id: String,
    /// Why it was taken.
    pub message: String,
    /// When it was taken.
    pub taken_at: SystemTime,
    /// How many commits the chat had had.
    pub generation: u64,
    /// The files, in the order of their paths.
    pub files: Vec<SavedFile>,
}

/// One file of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedFile {
    /// Path relative to the chat's files.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// SHA-256 of the content in hexadecimal digits.
    pub sha256: String,
}

impl Snapshot {
    /// Bytes of all files together.
    pub fn bytes(&self) -> u64 {
        self.files.iter().fold(0, |sum, file| sum.saturating_add(file.size))
    }
}

impl Files {
    /// Saves the files as they are.
    ///
    /// # Errors
    /// If they cannot be read, or the snapshot cannot be written. Then there is no new snapshot.
    pub fn save(&self, message: &str) -> anyhow::Result<Snapshot> {
        let store = self.store();
        store.recover()?;
        let held = store.lock().context("cannot lock the chat")?;
        let snapshot = save_locked(store, message)?;
        prune(store)?;
        drop(held);
        Ok(snapshot)
    }

    /// The snapshots, newest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn snapshots(&self) -> anyhow::Result<Vec<Snapshot>> {
        let mut all = all(self.store())?;
        all.reverse();
        Ok(all)
    }

    /// What is different in the snapshot `to`, or in the files as they are now if it is none, from the snapshot `from`.
    ///
    /// # Errors
    /// If there is no such snapshot, or files cannot be read.
    pub fn diff(&self, from: &str, to: Option<&str>) -> anyhow::Result<FileChanges> {
        let from = find(self.store(), from)?;
        let to = match to {
            Some(id) => find(self.store(), id)?.files,
            None => files_now(self.store(), &self.base()?)?,
        };
        Ok(difference(&from.files, &to))
    }

    /// Makes the files what they were when a snapshot was taken: those of the given paths, with what lies beneath them, or
    /// all if none are given. What is there now is saved first. All files are restored or none.
    ///
    /// # Errors
    /// If there is no such snapshot, a path is neither in it nor there now, or somebody changes the files meanwhile.
    pub fn restore(&self, id: &str, paths: &[String]) -> anyhow::Result<FileChanges> {
        let store = self.store();
        let snapshot = find(store, id)?;
        let chosen = paths.iter().map(|path| plain(path)).collect::<anyhow::Result<Vec<String>>>()?;
        let is_chosen = |path: &str| {
            let beneath = |chosen: &String| {
                path.strip_prefix(chosen.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            chosen.is_empty() || chosen.iter().any(beneath)
        };
        self.save(&format!("before {} was restored", snapshot.id))?;
        let now = files_now(store, &self.base()?)?;
        for path in &chosen {
            let known = |file: &SavedFile| is_same_or_beneath(&file.path, path);
            anyhow::ensure!(
                snapshot.files.iter().any(known) || now.iter().any(known),
                "`{}` is neither in the snapshot {} nor in the chat",
                shown(path),
                snapshot.id
            );
        }
        let view = store.view(Access::ReadWrite, CallMeter::unlimited());
        let wanted: BTreeMap<&str, &SavedFile> = snapshot.files.iter().map(|file| (file.path.as_str(), file)).collect();
        for file in now.iter().filter(|file| is_chosen(&file.path) && !wanted.contains_key(file.path.as_str())) {
            view.unlink(view.root(), &file.path).map_err(|error| about(store, "delete", &file.path, error))?;
            remove_empty_parents(&view, &file.path);
        }
        let kept: BTreeMap<&str, &str> = now.iter().map(|file| (file.path.as_str(), file.sha256.as_str())).collect();
        for file in snapshot.files.iter().filter(|file| is_chosen(&file.path)) {
            if kept.get(file.path.as_str()) != Some(&file.sha256.as_str()) {
                write_back(store, &view, file)?;
            }
        }
        self.commit(&view)
    }
}

fn is_same_or_beneath(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Folders that only held what is gone are gone too.
fn remove_empty_parents(view: &Overlay, path: &str) {
    let mut at = path;
    while let Some((parent, _)) = at.rsplit_once('/') {
        if view.remove_dir(view.root(), parent).is_err() {
            return;
        }
        at = parent;
    }
}

fn write_back(store: &Store, view: &std::sync::Arc<Overlay>, file: &SavedFile) -> anyhow::Result<()> {
    let refused = |error| about(store, "restore", &file.path, error);
    for (at, _) in file.path.match_indices('/') {
        let parent = file.path.get(..at).unwrap_or_default();
        match view.make_dir(view.root(), parent) {
            Ok(()) => {}
            // A file may stand where the snapshot had a folder.
            Err(FileError::Exists)
                if view.stat(view.root(), parent, false).map_err(refused)?.kind == super::Kind::File =>
            {
                view.unlink(view.root(), parent).map_err(refused)?;
                view.make_dir(view.root(), parent).map_err(refused)?;
            }
            Err(FileError::Exists) => {}
            Err(error) => return Err(refused(error)),
        }
    }
    let how = How { write: true, create: true, truncate: true, ..How::default() };
    let Opened::File(target) = view.open(view.root(), &file.path, how).map_err(refused)? else {
        return Err(refused(FileError::IsDirectory));
    };
    let object = object(store, &file.sha256);
    let mut source =
        File::open(&object).with_context(|| format!("the saved content {} is missing", object.display()))?;
    let mut buffer = vec![0; 256 * 1024];
    loop {
        match io::Read::read(&mut source, &mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => target.append(buffer.get(..count).unwrap_or_default()).map_err(refused)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context("cannot read a saved content"),
        }
    }
}

fn save_locked(store: &Store, message: &str) -> anyhow::Result<Snapshot> {
    let base = Base::open(&store.files()).context("cannot open the chat's files")?;
    let files = files_now(store, &base)?;
    let mut new = Vec::new();
    for file in &files {
        let target = object(store, &file.sha256);
        if !target.exists() {
            keep(&base, &file.path, &target).with_context(|| format!("cannot save `{}`", shown(&file.path)))?;
            new.push(target);
        }
    }
    if store.durability == Durability::PowerLoss && !new.is_empty() {
        let folder = File::open(store.objects()).context("cannot open the saved contents")?;
        rustix::fs::syncfs(folder).context("cannot bring the saved contents to the disk")?;
    }
    let last = all(store)?.last().and_then(|snapshot| number(&snapshot.id)).unwrap_or_default();
    let snapshot = Snapshot {
        id: format!("s{}", last + 1),
        message: message.chars().take(LONGEST_MESSAGE).collect(),
        taken_at: SystemTime::now(),
        generation: store.generation(),
        files,
    };
    let path = store.snapshots().join(format!("{}.json", snapshot.id));
    replace(&path, &serde_json::to_string(&snapshot)?).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(snapshot)
}

/// Copies a committed file to the kept contents: whole under its name, or not there.
fn keep(base: &Base, path: &str, target: &Path) -> anyhow::Result<()> {
    let folder = target.parent().context("a kept content has a folder")?;
    std::fs::create_dir_all(folder)?;
    let (source, stamp, _) = base.open_file(path)?;
    let unfinished = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    copy(&source, unfinished.as_file(), stamp.size)?;
    unfinished.persist(target)?;
    Ok(())
}

fn files_now(store: &Store, base: &Base) -> anyhow::Result<Vec<SavedFile>> {
    let mut paths = Vec::new();
    base.walk("", &mut |path, found, _| {
        if let Found::File(_) = found {
            paths.push(path.to_owned());
        }
    })
    .context("cannot list the files")?;
    paths.sort();
    let saved = |path: String| {
        let (stamp, digest) = store.digest(base, &path).with_context(|| format!("cannot read `{}`", shown(&path)))?;
        Ok(SavedFile { path, size: stamp.size, sha256: hex(&digest) })
    };
    paths.into_iter().map(saved).collect()
}

fn difference(from: &[SavedFile], to: &[SavedFile]) -> FileChanges {
    let before: BTreeMap<&str, &SavedFile> = from.iter().map(|file| (file.path.as_str(), file)).collect();
    let after: BTreeMap<&str, &SavedFile> = to.iter().map(|file| (file.path.as_str(), file)).collect();
    let mut changes = FileChanges::default();
    for file in to {
        let changed = |before: Option<&&SavedFile>| ChangedFile {
            path: file.path.clone(),
            size: file.size,
            media_type: None,
            sha256: Some(file.sha256.clone()),
            before_sha256: before.map(|before| before.sha256.clone()),
        };
        match before.get(file.path.as_str()) {
            None => changes.created.push(changed(None)),
            Some(same) if same.sha256 == file.sha256 => {}
            other => changes.changed.push(changed(other)),
        }
    }
    for file in from.iter().filter(|file| !after.contains_key(file.path.as_str())) {
        changes.deleted.push(ChangedFile {
            path: file.path.clone(),
            size: file.size,
            media_type: None,
            sha256: None,
            before_sha256: Some(file.sha256.clone()),
        });
    }
    changes
}

fn number(id: &str) -> Option<u64> {
    id.strip_prefix('s')?.parse().ok()
}

fn find(store: &Store, id: &str) -> anyhow::Result<Snapshot> {
    let all = all(store)?;
    let ids: Vec<&str> = all.iter().map(|snapshot| snapshot.id.as_str()).collect();
    let known = if ids.is_empty() { "there are none yet".to_owned() } else { format!("there are {}", ids.join(", ")) };
    let unknown = anyhow::anyhow!("there is no snapshot `{}`; {known}", shown(id));
    all.into_iter().find(|snapshot| snapshot.id == id).ok_or(unknown)
}

/// All snapshots, oldest first.
fn all(store: &Store) -> anyhow::Result<Vec<Snapshot>> {
    let folder = store.snapshots();
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", folder.display())),
    };
    let mut all = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let text = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let snapshot: Snapshot = serde_json::from_slice(&text)
            .with_context(|| format!("{} is damaged; remove it to do without that snapshot", path.display()))?;
        all.push(snapshot);
    }
    all.sort_by_key(|snapshot| number(&snapshot.id));
    Ok(all)
}

/// Removes the oldest snapshots beyond the quota, and every content that no snapshot has.
fn prune(store: &Store) -> anyhow::Result<()> {
    let mut all = all(store)?;
    let quota = store.snapshot_quota;
    let size = |all: &[Snapshot]| {
        let contents: BTreeMap<&str, u64> =
            all.iter().flat_map(|snapshot| &snapshot.files).map(|file| (file.sha256.as_str(), file.size)).collect();
        contents.values().fold(0, |sum: u64, size| sum.saturating_add(*size))
    };
    // The one that was just taken stays, whatever it takes.
    while all.len() > 1 && (all.len() > quota.snapshots || size(&all) > quota.bytes) {
        let oldest = all.remove(0);
        let path = store.snapshots().join(format!("{}.json", oldest.id));
        std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    let used: BTreeSet<&str> =
        all.iter().flat_map(|snapshot| &snapshot.files).map(|file| file.sha256.as_str()).collect();
    for folder in std::fs::read_dir(store.objects()).into_iter().flatten().flatten() {
        for object in std::fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            if object.file_name().to_str().is_none_or(|name| !used.contains(name)) {
                // What stays behind is tried again with the next snapshot.
                let _ = std::fs::remove_file(object.path());
            }
        }
    }
    Ok(())
}

fn object(store: &Store, digest: &str) -> PathBuf {
    store.objects().join(digest.get(..2).unwrap_or("00")).join(digest)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chat_files::ChatQuota;

    fn chat(folder: &Path, quota: SnapshotQuota) -> Files {
        let store = Store::new(folder.to_owned(), ChatQuota::default(), quota, Durability::ProcessEnd);
        store.make().expect("a new chat");
        Files::new(Arc::new(store))
    }

    fn objects(folder: &Path) -> usize {
        let folders = std::fs::read_dir(folder.join("objects")).expect("kept contents");
        folders.map(|folder| std::fs::read_dir(folder.expect("readable").path()).expect("readable").count()).sum()
    }

    fn paths(changes: &[ChangedFile]) -> Vec<&str> {
        changes.iter().map(|file| file.path.as_str()).collect()
    }

    #[test]
    fn unchanged_content_is_kept_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = chat(folder.path(), SnapshotQuota::default());
        files.put("a", &b"one"[..]).expect("put");
        files.put("b", &b"one"[..]).expect("put");
        files.save("first").expect("saved");
        files.put("c", &b"two"[..]).expect("put");
        let second = files.save("second").expect("saved");
        assert_eq!(objects(folder.path()), 2);
        assert_eq!((second.id.as_str(), second.files.len(), second.bytes()), ("s2", 3, 9));
        let history: Vec<String> = files.snapshots().expect("listed").into_iter().map(|saved| saved.message).collect();
        assert_eq!(history, ["second", "first"]);
    }

    #[test]
    fn what_is_restored_is_what_was_saved_and_what_was_there_is_saved_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = chat(folder.path(), SnapshotQuota::default());
        files.put("kept", &b"same"[..]).expect("put");
        files.put("d/changed", &b"before"[..]).expect("put");
        files.put("gone/deep/file", &b"back"[..]).expect("put");
        files.save("all").expect("saved");
        files.put("d/changed", &b"after"[..]).expect("put");
        files.put("new/file", &b"new"[..]).expect("put");
        files.delete("gone/deep/file").expect("deleted");
        files.delete("gone/deep").expect("deleted");
        files.delete("gone").expect("deleted");
        files.put("gone", &b"a file now"[..]).expect("put");
        let changes = files.diff("s1", None).expect("compared");
        assert_eq!(paths(&changes.created), ["gone", "new/file"]);
        assert_eq!(paths(&changes.changed), ["d/changed"]);
        assert_eq!(paths(&changes.deleted), ["gone/deep/file"]);
        let restored = files.restore("s1", &[]).expect("restored");
        assert_eq!(paths(&restored.changed), ["d/changed"]);
        assert!(files.diff("s1", None).expect("compared").is_empty());
        assert_eq!(files.snapshots().expect("listed")[0].message, "before s1 was restored");
        files.restore("s2", &[]).expect("restored");
        assert_eq!(files.diff("s1", None).expect("compared"), changes);
    }

    #[test]
    fn only_the_named_paths_are_restored() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = chat(folder.path(), SnapshotQuota::default());
        files.put("d/a", &b"1"[..]).expect("put");
        files.put("data", &b"1"[..]).expect("put");
        files.save("").expect("saved");
        files.put("d/a", &b"2"[..]).expect("put");
        files.put("d/b", &b"2"[..]).expect("put");
        files.put("data", &b"2"[..]).expect("put");
        let restored = files.restore("s1", &["d".to_owned()]).expect("restored");
        assert_eq!((paths(&restored.changed), paths(&restored.deleted)), (vec!["d/a"], vec!["d/b"]));
        let error = files.restore("s1", &["absent".to_owned()]).expect_err("refused").to_string();
        assert!(error.contains("`absent` is neither"), "{error}");
        let error = files.restore("s9", &[]).expect_err("refused").to_string();
        assert!(error.contains("there is no snapshot `s9`; there are s1"), "{error}");
    }

    #[test]
    fn old_snapshots_make_room_and_left_over_contents_go() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = chat(folder.path(), SnapshotQuota { snapshots: 2, bytes: 1_000 });
        for number in 0..4 {
            files.put("a", vec![number; 100].as_slice()).expect("put");
            files.save(&number.to_string()).expect("saved");
        }
        let ids: Vec<String> = files.snapshots().expect("listed").into_iter().map(|saved| saved.id).collect();
        assert_eq!(ids, ["s4", "s3"]);
        assert_eq!(objects(folder.path()), 2);
        let unfinished = folder.path().join("objects/aa");
        std::fs::create_dir_all(&unfinished).expect("a folder");
        std::fs::write(unfinished.join("new-abc"), "half").expect("written");
        files.put("large", vec![9; 950].as_slice()).expect("put");
        files.save("large").expect("saved");
        assert_eq!(files.snapshots().expect("listed").len(), 1, "two together would be too large");
        assert_eq!(objects(folder.path()), 2);
    }
}
