//! This is the first half of a commit: what a call has changed, and whether that can be carried out.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;

use super::base::{Base, Found, Kind};
use super::journal::{self, Journal, Put};
use super::names::folded;
use super::overlay::{Content, Overlay, Planned};
use super::state::StateView;
use super::store::Store;
use super::{content, fault};
use crate::outcome::{ChangedFile, FileChanges};

/// Paths that a conflict names at most.
const MOST_NAMED: usize = 20;

/// Why a call's changes were not committed. All of them were dropped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommitError {
    /// Somebody else has changed these since the call first saw them.
    #[error("changed meanwhile: {}", .0.join(", "))]
    Conflict(Vec<String>),
    /// What others have committed meanwhile left no room.
    #[error("with what was written meanwhile the chat would be over its quota")]
    Quota,
    /// The host's failure.
    #[error(transparent)]
    Host(#[from] anyhow::Error),
}

/// Commits what a call has changed: everything or nothing. Gives what is different now.
pub(super) fn commit(store: &Store, overlay: &Overlay, state: Option<&StateView>) -> Result<FileChanges, CommitError> {
    let plan = overlay.plan().map_err(|error| anyhow::anyhow!("cannot tell what the call has changed: {error}"))?;
    let state = state.filter(|state| state.is_changed());
    if plan.is_empty() && state.is_none() {
        return Ok(FileChanges::default());
    }
    let held = store.lock().context("cannot lock the chat")?;
    store.recover_locked(&held)?;
    let base = Base::open(&store.files()).context("cannot open the chat's files")?;
    let conflicts = conflicts(&base, &plan)?;
    if !conflicts.is_empty() {
        return Err(CommitError::Conflict(conflicts.into_iter().take(MOST_NAMED).collect()));
    }
    let merged = match state.map(StateView::merged).transpose().context("cannot read the tool's state")? {
        None => Vec::new(),
        Some(Err(entries)) => return Err(CommitError::Conflict(entries)),
        Some(Ok((file, content))) => {
            let name = file.file_name().and_then(|name| name.to_str()).context("the state's file has no name")?;
            vec![(name.to_owned(), content)]
        }
    };
    let before = store.held().context("cannot count what the chat holds")?;
    let (after, fits) = overlay.room.after(before);
    if !fits {
        return Err(CommitError::Quota);
    }
    let folder = overlay.staging.folder().context("cannot make the folder of the commit")?;
    let (mut journal, changes) = write_down(store, overlay, &base, plan)?;
    journal.state = merged;
    if journal.is_empty() {
        return Ok(FileChanges::default());
    }
    let staged = overlay.staging.path().context("the folder of the commit is missing")?;
    journal::begin(store, staged, folder, &journal)?;
    journal::carry_out(store)?;
    fault::point("after the commit");
    store.remember_held(journal.generation, after);
    remember_digests(store, &base, &changes);
    Ok(changes)
}

/// The paths at which something else stands now than the call saw.
fn conflicts(base: &Base, plan: &Planned) -> anyhow::Result<BTreeSet<String>> {
    let mut conflicts = BTreeSet::new();
    let look =
        |path: &str| Ok::<_, anyhow::Error>(base.look(path).with_context(|| format!("cannot look at `{path}`"))?.0);
    let deleted = plan.removed.keys().map(String::as_str);
    let put = plan.puts.keys().map(String::as_str);
    let timed = plan.times.iter().map(|(path, _)| path.as_str());
    for path in deleted.chain(put).chain(timed).collect::<BTreeSet<_>>() {
        let expected = plan.observed.get(path).copied().unwrap_or(Found::Absent);
        if look(path)? != expected {
            conflicts.insert(path.to_owned());
        }
    }
    for path in &plan.made {
        let expected = plan.observed.get(path).copied().unwrap_or(Found::Absent);
        let now = look(path)?;
        // Two calls that both made the folder agree.
        if now != expected && now != Found::Directory {
            conflicts.insert(path.clone());
        }
    }
    for (path, kind) in &plan.removed {
        // Whatever another call has put into a folder would be deleted with it.
        if *kind == Kind::Directory && !plan.made.contains(path) {
            for (name, _) in base.list(path).map_or_else(|_| Vec::new(), |listing| listing.entries) {
                let inner = super::names::join(path, &name);
                if !plan.removed.contains_key(&inner) {
                    conflicts.insert(inner);
                }
            }
        }
    }
    let mut neighbours: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for path in plan.puts.keys().chain(&plan.made) {
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        if plan.made.contains(parent) {
            continue;
        }
        if look(parent)? != Found::Directory || plan.removed.contains_key(parent) {
            conflicts.insert(parent.to_owned());
            continue;
        }
        if look(path)? != Found::Absent {
            continue;
        }
        // A name that differs from another call's new one in case alone.
        let names = match neighbours.entry(parent) {
            std::collections::btree_map::Entry::Occupied(names) => names.into_mut(),
            std::collections::btree_map::Entry::Vacant(none) => {
                let listing = base.list(parent).with_context(|| format!("cannot list `{parent}`"))?;
                let stays = |name: &String| !plan.removed.contains_key(&super::names::join(parent, name));
                none.insert(
                    listing.entries.into_iter().map(|(name, _)| name).filter(stays).map(|name| folded(&name)).collect(),
                )
            }
        };
        if names.contains(&folded(name)) {
            conflicts.insert(path.clone());
        }
    }
    Ok(conflicts)
}

/// Turns what was planned into a journal, with every new content in the staging folder, and into the list of changes.
fn write_down(
    store: &Store,
    overlay: &Overlay,
    base: &Base,
    plan: Planned,
) -> Result<(Journal, FileChanges), CommitError> {
    let mut journal = Journal { generation: store.generation() + 1, times: plan.times, ..Journal::default() };
    let mut changes = FileChanges::default();
    let folder = overlay.staging.folder().context("cannot open the folder of the commit")?;
    for (path, source) in &plan.puts {
        let number = match &source.content {
            Content::Staged(number) => *number,
            Content::Base(old, _) => {
                let number = overlay.staging.number();
                base.folder()
                    .hard_link(old, folder, number.to_string())
                    .or_else(|_| base.folder().copy(old, folder, number.to_string()).map(drop))
                    .with_context(|| format!("cannot move `{old}`"))?;
                number
            }
        };
        let file =
            folder.open(number.to_string()).with_context(|| format!("the new content of `{path}` is missing"))?;
        let hashing = source.follower.as_ref().map(|follower| follower.finish()).unwrap_or_default();
        let (digest, beginning) =
            hashing.finish(&file.into_std()).with_context(|| format!("cannot read the new content of `{path}`"))?;
        let before = match plan.observed.get(path) {
            Some(Found::File(_)) => Some(store.digest(base, path).with_context(|| format!("cannot read `{path}`"))?.1),
            _ => None,
        };
        if before == Some(digest) {
            continue;
        }
        let changed = ChangedFile {
            path: path.clone(),
            size: source.size,
            media_type: Some(content::media_type(path, &beginning).to_owned()),
            sha256: Some(content::hex(&digest)),
            before_sha256: before.as_ref().map(content::hex),
        };
        if before.is_some() { &mut changes.changed } else { &mut changes.created }.push(changed);
        journal.puts.push(Put { number, path: path.clone() });
    }
    for (path, kind) in &plan.removed {
        let replaced = match kind {
            Kind::Directory => plan.made.contains(path),
            _ => plan.puts.contains_key(path),
        };
        if replaced {
            continue;
        }
        match kind {
            Kind::Directory => journal.folders.push(path.clone()),
            _ => journal.files.push(path.clone()),
        }
        // What a folder took the place of is gone as a file, whatever stands there now.
        if let Some(Found::File(stamp)) = plan.observed.get(path) {
            changes.deleted.push(ChangedFile {
                path: path.clone(),
                size: stamp.size,
                media_type: None,
                sha256: None,
                before_sha256: store.known_digest(path, *stamp).as_ref().map(content::hex),
            });
        }
    }
    // Inner folders come after outer ones in the order of paths.
    journal.folders.reverse();
    journal.made =
        plan.made.into_iter().filter(|path| !matches!(plan.observed.get(path), Some(Found::Directory))).collect();
    Ok((journal, changes))
}

/// The next call that changes these need not read them to say what they were.
fn remember_digests(store: &Store, base: &Base, changes: &FileChanges) {
    for file in changes.created.iter().chain(&changes.changed) {
        let digest = file.sha256.as_deref().and_then(content::unhex);
        if let (Some(digest), Ok((Found::File(stamp), _))) = (digest, base.look(&file.path)) {
            store.remember_digest(&file.path, stamp, digest);
        }
    }
}
