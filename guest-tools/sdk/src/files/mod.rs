//! This is the way to the chat's files: checked paths, errors in words for a model, walks in a stable order.

mod glob;
mod nearby;
mod path;
mod saved;
mod staged;
mod text_file;
mod texts;
mod walk;
mod whole;

use std::io::{Error, ErrorKind};

use crate::ToolError;

pub use glob::Glob;
#[cfg(not(target_family = "wasm"))]
pub use path::with_root;
pub use path::{ChatPath, root};
pub use saved::{Saved, output_path, save};
pub use staged::{Staged, free_name_beside, make_parents, remove_folders};
pub use text_file::{Changed, TextFile, as_text, read_text};
pub use texts::{Texts, Wanted, texts};
pub use walk::{Entry, EntryKind, Walk, walk};
pub use whole::read_whole;

/// What a failed file operation means for a model.
pub fn io_error(path: &ChatPath, error: &Error) -> ToolError {
    let shown = path.shown();
    match error.kind() {
        ErrorKind::NotFound => not_found(path),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            ToolError::denied(format!("`{shown}` may not be used like this: the chat's files are not granted for it"))
        }
        ErrorKind::IsADirectory => ToolError::failed(format!("`{shown}` is a folder; use `ls` to see what is in it")),
        ErrorKind::NotADirectory => {
            ToolError::failed(format!("a part of `{shown}` is a file, not a folder; use `ls` to see what is there"))
        }
        ErrorKind::AlreadyExists => ToolError::conflict(format!("`{shown}` already exists")),
        ErrorKind::DirectoryNotEmpty => ToolError::conflict(format!("the folder `{shown}` is not empty")),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => ToolError::failed(format!(
            "there is no room to write `{shown}`: a quota of the chat is used up or the disk is full; delete files or write less"
        )),
        _ => ToolError::failed(format!("`{shown}`: {error}")),
    }
}

/// The file does not exist, and how to find the right one.
pub fn not_found(path: &ChatPath) -> ToolError {
    match nearby::nearby(path) {
        Some(near) => ToolError::not_found(format!("`{path}` does not exist; {near}")),
        None => ToolError::not_found(format!("`{path}` does not exist; use `ls` or `find` to see what is there")),
    }
}
