//! A call changes nothing but its own chat's files, and those only if the tool says that it writes.

use std::path::Path;

use toolhost::metadata::{Access, FileAccess, Metadata, Service};

use super::{Subject, all_well};
use crate::chat::snapshot;
use crate::host::TestHost;
use crate::samples::Samples;

const ROUNDS: u64 = 12;

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let tool = subject.tool()?;
    let metadata = tool.metadata();
    // A host of its own, since calls of other tests write to the shared one's data directory.
    let own = tempfile::TempDir::new().map_err(|error| error.to_string())?;
    std::fs::copy(subject.path, own.path().join(subject.path.file_name().unwrap_or_default()))
        .map_err(|error| error.to_string())?;
    let host = TestHost::over(own.path());
    let other = subject.chat_with_files(&host);
    let chat = subject.chat_with_files(&host);
    let (other_files, files) = (other.snapshot(), chat.snapshot());
    let mut problems = Vec::new();

    let samples = (0..ROUNDS).map(|seed| Samples::new(&metadata.parameters, seed).value());
    for arguments in metadata.examples.iter().map(|example| example.arguments.clone()).chain(samples) {
        let before = chat.snapshot();
        let outcome = chat.call(&metadata.name, arguments.clone());
        if (chat.snapshot() == before) != outcome.files.is_empty() {
            problems.push(format!("{arguments}: the outcome does not say what changed: {:?}", outcome.files));
        }
    }
    let may_write = metadata.needs.files == FileAccess::ReadWrite && metadata.access != Access::Read;
    if !may_write && chat.snapshot() != files {
        problems.push("it says that it only reads, and changed files".to_owned());
    }
    if other.snapshot() != other_files {
        problems.push("it changed files of another chat".to_owned());
    }
    let strays: Vec<_> = snapshot(host.data())
        .into_keys()
        .filter(|path| path.components().count() > 3 && !is_chats_own(path, metadata) || path.starts_with("files"))
        .collect();
    if !strays.is_empty() {
        problems.push(format!("it left files beside its chat's: {strays:?}"));
    }
    all_well(problems)
}

/// Whether a path is, or is beneath, one of the folders of `chats/<name>` that this tool may cause to change.
fn is_chats_own(path: &Path, metadata: &Metadata) -> bool {
    let has = |service| metadata.needs.services.contains(&service);
    let folder = path.components().nth(2).map(|part| part.as_os_str().to_string_lossy().into_owned());
    path.starts_with("chats")
        && match folder.as_deref() {
            Some("files") => true,
            Some("state") => has(Service::ChatState),
            Some("snapshots" | "objects") => has(Service::Snapshots),
            _ => false,
        }
}
