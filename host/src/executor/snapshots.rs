//! This gives guests the snapshots of a chat's files.

use std::time::UNIX_EPOCH;

use crate::chat::Chat;
use crate::chat_files::Snapshot;
use crate::outcome::{ChangedFile, FileChanges};
use crate::sandbox::{Answer, DeskError, Difference, DifferenceKind, SavedFiles};

pub(super) fn save(chat: &Chat, message: &str) -> Answer<SavedFiles> {
    chat.files().save(message).map(saved).map_err(failed)
}

pub(super) fn history(chat: &Chat) -> Answer<Vec<SavedFiles>> {
    Ok(chat.files().snapshots().map_err(failed)?.into_iter().map(saved).collect())
}

pub(super) fn diff(chat: &Chat, id: &str, to: Option<&str>) -> Answer<Vec<Difference>> {
    chat.files().diff(id, to).map(differences).map_err(failed)
}

pub(super) fn restore(chat: &Chat, id: &str, paths: &[String]) -> Answer<FileChanges> {
    chat.files().restore(id, paths).map_err(failed)
}

fn saved(snapshot: Snapshot) -> SavedFiles {
    SavedFiles {
        bytes: snapshot.bytes(),
        files: u32::try_from(snapshot.files.len()).unwrap_or(u32::MAX),
        taken_at: snapshot.taken_at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        message: snapshot.message,
        id: snapshot.id,
    }
}

pub(super) fn differences(changes: FileChanges) -> Vec<Difference> {
    let of = |files: Vec<ChangedFile>, kind: fn() -> DifferenceKind| {
        files.into_iter().map(move |file| Difference { path: file.path, kind: kind(), size: file.size })
    };
    let mut all: Vec<Difference> = of(changes.created, || DifferenceKind::Created)
        .chain(of(changes.changed, || DifferenceKind::Changed))
        .chain(of(changes.deleted, || DifferenceKind::Deleted))
        .collect();
    all.sort_by(|a, b| a.path.cmp(&b.path));
    all
}

fn failed(error: anyhow::Error) -> DeskError {
    DeskError::Invalid(format!("{error:#}"))
}
