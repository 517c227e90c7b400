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

/// The number of the error `EIO`.
const NO_REASON: i32 = if cfg!(target_family = "wasm") { 29 } else { 5 };

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
        // The interface for writing hands on that it failed, but not why.
        _ if error.raw_os_error() == Some(NO_REASON) => ToolError::failed(format!(
            "reading or writing `{shown}` failed, for a reason that is not known; when writing, a quota of the chat may be \
             used up: write a smaller file or delete files"
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_without_a_reason_names_the_likely_one() {
        let path = ChatPath::parse("a/b").expect("a path");
        let error = io_error(&path, &Error::from_raw_os_error(NO_REASON));
        assert!(error.message().contains("`a/b`") && error.message().contains("quota"), "{error}");
    }
}
