//! These are the rules for names and paths of files.
//!
//! They hold where a name is made: what exists already can be read under any name that is text.

use unicode_normalization::is_nfc;

use super::error::FileError;

/// The longest path that is looked at, in bytes.
const LONGEST_TEXT: usize = 4096;

/// What names may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NameRules {
    /// Bytes of one name.
    pub(crate) name_bytes: usize,
    /// Bytes of a whole path.
    pub(crate) path_bytes: usize,
    /// Names in a path.
    pub(crate) depth: usize,
    /// Whether names must also be ones that every system can store and show: normalized Unicode, no control characters,
    /// no `\`, no dot or space at the end, and none that differ from a neighbour in case alone.
    pub(crate) portable: bool,
}

impl NameRules {
    /// Whether this name can be given to a new file or folder.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(crate) fn check_name(&self, name: &str) -> Result<(), FileError> {
        if name.len() > self.name_bytes {
            return Err(FileError::NameTooLong);
        }
        if name.is_empty() || name == "." || name == ".." || name.contains(['/', '\0']) {
            return Err(FileError::IllegalName);
        }
        let portable =
            || is_nfc(name) && !name.ends_with(['.', ' ']) && !name.chars().any(|c| c.is_control() || c == '\\');
        if self.portable && !portable() { Err(FileError::IllegalName) } else { Ok(()) }
    }

    /// Whether a path of so many bytes and names fits.
    ///
    /// # Errors
    /// [`FileError::NameTooLong`].
    pub(crate) fn check_path(&self, bytes: usize, depth: usize) -> Result<(), FileError> {
        if bytes > self.path_bytes || depth > self.depth { Err(FileError::NameTooLong) } else { Ok(()) }
    }
}

/// What a path from a guest asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Steps<'a> {
    /// The names, `.` left out, `..` as it stands.
    pub(crate) names: Vec<&'a str>,
    /// Whether it ends so that only a folder can be meant.
    pub(crate) folder: bool,
}

impl<'a> Steps<'a> {
    /// Takes a relative path apart.
    ///
    /// # Errors
    /// If it is empty, absolute, too long or holds a NUL.
    pub(crate) fn of(path: &'a str) -> Result<Self, FileError> {
        if path.len() > LONGEST_TEXT {
            return Err(FileError::NameTooLong);
        }
        if path.contains('\0') {
            return Err(FileError::IllegalName);
        }
        if path.is_empty() {
            return Err(FileError::NoEntry);
        }
        if path.starts_with('/') {
            return Err(FileError::NotPermitted);
        }
        let folder =
            path.ends_with('/') || path.ends_with("/.") || path == "." || path.ends_with("/..") || path == "..";
        Ok(Self { names: path.split('/').filter(|name| !matches!(*name, "" | ".")).collect(), folder })
    }
}

/// Joins a folder's path and a name; the root's path is empty.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// What two names have in common that differ in case alone.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHAT: NameRules = NameRules { name_bytes: 255, path_bytes: 512, depth: 16, portable: true };
    const SCRATCH: NameRules = NameRules { portable: false, ..CHAT };

    #[test]
    fn names_that_some_system_cannot_store_are_refused_in_chats() {
        for name in ["a\\b", "a.", "a ", "a\nb", "e\u{301}", "\u{7f}"] {
            assert_eq!(CHAT.check_name(name), Err(FileError::IllegalName), "{name:?}");
            assert_eq!(SCRATCH.check_name(name), Ok(()), "{name:?}");
        }
        for name in ["a", ".hidden", "é", "a b", "名前.txt", &"x".repeat(255)] {
            assert_eq!(CHAT.check_name(name), Ok(()), "{name:?}");
        }
    }

    #[test]
    fn names_that_are_none_are_refused_everywhere() {
        for name in ["", ".", "..", "a/b", "a\0b"] {
            assert_eq!(SCRATCH.check_name(name), Err(FileError::IllegalName), "{name:?}");
        }
        assert_eq!(SCRATCH.check_name(&"x".repeat(256)), Err(FileError::NameTooLong));
    }

    #[test]
    fn paths_are_taken_apart_as_they_are_meant() {
        let steps = |names: &[&'static str], folder| Ok(Steps { names: names.to_vec(), folder });
        assert_eq!(Steps::of("a/b"), steps(&["a", "b"], false));
        assert_eq!(Steps::of("./a//b/"), steps(&["a", "b"], true));
        assert_eq!(Steps::of("."), steps(&[], true));
        assert_eq!(Steps::of("a/.."), steps(&["a", ".."], true));
        assert_eq!(Steps::of(""), Err(FileError::NoEntry));
        assert_eq!(Steps::of("/etc"), Err(FileError::NotPermitted));
        assert_eq!(Steps::of("a\0"), Err(FileError::IllegalName));
    }
}
