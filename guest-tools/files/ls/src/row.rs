//! One line of a list.

use std::fs;

use toolhost_sdk::files::{Entry, EntryKind, root};
use toolhost_sdk::text::printable;

/// Entries of a folder are counted up to this number.
const COUNTED: usize = 1_000;

/// The line for an entry: what it is called, and what there is to say about it.
pub(crate) fn row(entry: &Entry) -> String {
    let path = printable(&entry.path);
    let hidden = if entry.name().starts_with('.') { "\thidden" } else { "" };
    match entry.kind {
        EntryKind::File => format!("{path}\t{} B{hidden}\n", entry.size),
        EntryKind::Folder => format!("{path}/\t{}{hidden}\n", held(&entry.path)),
        EntryKind::Link => match fs::read_link(root().join(&entry.path)) {
            Ok(target) => format!("{path}\tlink to {}{hidden}\n", printable(&target.to_string_lossy())),
            Err(_) => format!("{path}\tlink{hidden}\n"),
        },
        EntryKind::Other => format!("{path}\tneither file nor folder{hidden}\n"),
    }
}

/// How many entries a folder holds.
fn held(path: &str) -> String {
    match fs::read_dir(root().join(path)).map(|entries| entries.take(COUNTED + 1).count()) {
        Err(_) => "not readable".to_owned(),
        Ok(1) => "1 entry".to_owned(),
        Ok(count) if count > COUNTED => format!("more than {COUNTED} entries"),
        Ok(count) => format!("{count} entries"),
    }
}
