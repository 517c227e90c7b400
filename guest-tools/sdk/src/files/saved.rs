//! Saving what a tool made under a name that the caller chose, without losing what is there.

use std::fmt;
use std::fs;
use std::io;

use super::{ChatPath, Staged, io_error, read_whole};
use crate::ToolError;

/// What became of the file. Its text is the beginning of an answer: `wrote`, `replaced`, `unchanged:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// There was no file.
    Wrote,
    /// There was a file with other content.
    Replaced,
    /// There was a file with this content.
    Unchanged,
}

impl fmt::Display for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wrote => "wrote",
            Self::Replaced => "replaced",
            Self::Unchanged => "unchanged:",
        })
    }
}

/// The path in an argument `out`, which names a file. `example` is a name for it, such as `chart.png`.
///
/// # Errors
/// If the path leads elsewhere or names a folder.
pub fn output_path(out: &str, example: &str) -> Result<ChatPath, ToolError> {
    let path = ChatPath::parse_at(out, "/out")?;
    if path.is_root() || out.ends_with('/') {
        return Err(ToolError::invalid("/out", format!("`{path}` is a folder; add a name, such as {example}")));
    }
    Ok(path)
}

/// Writes a file whole, with the folders that it needs. A file with other content is replaced only if `may_replace`.
///
/// # Errors
/// If something else is there, or the file may not be replaced: the error names the arguments `out` and `overwrite`. What
/// the file system reports.
pub fn save(path: &ChatPath, bytes: &[u8], may_replace: bool) -> Result<Saved, ToolError> {
    let saved = match fs::symlink_metadata(path.real()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Saved::Wrote,
        Err(error) => return Err(io_error(path, &error)),
        Ok(found) if !found.is_file() => {
            return Err(ToolError::conflict(format!("`{path}` is no file; choose another name for out")));
        }
        Ok(found) if found.len() == bytes.len() as u64 && read_whole(path, found.len())? == bytes => {
            return Ok(Saved::Unchanged);
        }
        Ok(_) if may_replace => Saved::Replaced,
        Ok(_) => {
            return Err(ToolError::conflict(format!(
                "`{path}` already exists; choose another name for out, or repeat with overwrite=true to replace it"
            )));
        }
    };
    Staged::write(&path.real(), bytes).and_then(Staged::publish).map_err(|error| io_error(path, &error))?;
    Ok(saved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::with_root;

    #[test]
    fn a_file_is_replaced_only_on_demand() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = ChatPath::parse("a/f").expect("a path");
        let save = |bytes: &str, may_replace| with_root(folder.path(), || save(&path, bytes.as_bytes(), may_replace));
        assert_eq!(save("one", false).expect("saved"), Saved::Wrote);
        assert_eq!(save("one", false).expect("saved"), Saved::Unchanged);
        assert_eq!(save("two", false).expect_err("a conflict").kind(), "conflict");
        assert_eq!(fs::read_to_string(folder.path().join("a/f")).expect("a file"), "one");
        assert_eq!(save("two", true).expect("saved"), Saved::Replaced);
        assert_eq!(fs::read_to_string(folder.path().join("a/f")).expect("a file"), "two");
        let folder_path = ChatPath::parse("a").expect("a path");
        assert!(with_root(folder.path(), || super::save(&folder_path, b"x", true)).is_err());
    }

    #[test]
    fn an_output_is_a_file() {
        for out in ["", ".", "a/", "../a"] {
            assert_eq!(output_path(out, "a.png").expect_err(out).kind(), "invalid_arguments");
        }
        assert_eq!(output_path("a/b.png", "a.png").expect("a path").shown(), "a/b.png");
    }
}
