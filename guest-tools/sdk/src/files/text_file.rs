//! Reading a file as text, whatever its encoding.

use super::{ChatPath, read_whole};
use crate::ToolError;

/// Bytes at the beginning of a file in which a NUL says that it is no text.
const LOOKED_AT: usize = 8 * 1024;

/// A file's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// The text, without a byte order mark.
    pub text: String,
    /// What was changed to make it text; none for UTF-8 without a byte order mark.
    pub changed: Option<Changed>,
}

/// What was changed to make bytes text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// A byte order mark of UTF-8 was taken away.
    Mark,
    /// It was UTF-16, with a byte order mark.
    Utf16,
    /// Bytes that are not UTF-8 became U+FFFD.
    Lossy,
}

impl Changed {
    /// Words about it, where it matters to a reader.
    pub fn note(self) -> Option<&'static str> {
        match self {
            Self::Mark => None,
            Self::Utf16 => Some("read as UTF-16"),
            Self::Lossy => Some("bytes that are not UTF-8 are shown as \u{FFFD}"),
        }
    }
}

/// The text of a file of at most `most` bytes.
///
/// # Errors
/// Says what is at the path if it is no file, that the file is larger, or that it is binary.
pub fn read_text(path: &ChatPath, most: u64) -> Result<TextFile, ToolError> {
    as_text(read_whole(path, most)?)
        .ok_or_else(|| ToolError::unsupported(format!("`{path}` is binary, not text; `read` says what it is")))
}

/// Bytes as text: UTF-8, or UTF-16 with a byte order mark. None if they are no text.
pub fn as_text(bytes: Vec<u8>) -> Option<TextFile> {
    let changed = |text: String, changed| Some(TextFile { text, changed: Some(changed) });
    match bytes.as_slice() {
        [0xFF, 0xFE, rest @ ..] => return changed(from_utf16(rest, u16::from_le_bytes), Changed::Utf16),
        [0xFE, 0xFF, rest @ ..] => return changed(from_utf16(rest, u16::from_be_bytes), Changed::Utf16),
        _ => {}
    }
    if bytes.iter().take(LOOKED_AT).any(|byte| *byte == 0) {
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => match text.strip_prefix('\u{FEFF}') {
            Some(rest) => changed(rest.to_owned(), Changed::Mark),
            None => Some(TextFile { text, changed: None }),
        },
        Err(error) => changed(String::from_utf8_lossy(error.as_bytes()).into_owned(), Changed::Lossy),
    }
}

fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units).map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_encoding_becomes_text() {
        let read = |bytes: &[u8]| as_text(bytes.to_vec()).map(|file| (file.text, file.changed));
        assert_eq!(read("ä\r\n".as_bytes()), Some(("ä\r\n".to_owned(), None)));
        assert_eq!(read(b"\xEF\xBB\xBFa"), Some(("a".to_owned(), Some(Changed::Mark))));
        assert_eq!(read(b"\xFF\xFEa\0\xE4\0"), Some(("aä".to_owned(), Some(Changed::Utf16))));
        assert_eq!(read(b"\xFE\xFF\0a"), Some(("a".to_owned(), Some(Changed::Utf16))));
        assert_eq!(read(b"a\xE4b"), Some(("a\u{FFFD}b".to_owned(), Some(Changed::Lossy))));
        assert_eq!(read(b"a\0b"), None);
        assert_eq!(read(b""), Some((String::new(), None)));
    }

    proptest! {
        #[test]
        fn any_bytes_are_text_or_not(bytes in any::<Vec<u8>>()) {
            let _ = as_text(bytes);
        }
    }
}
