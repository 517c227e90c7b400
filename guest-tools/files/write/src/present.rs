//! What is at a path before it is written.

use std::fs::{self, File};
use std::io::{self, Read as _};

use sha2::{Digest as _, Sha256};

use toolhost_sdk::files::{self, ChatPath};
use toolhost_sdk::prelude::*;

const CHUNK: usize = 64 * 1024;

/// Content that has been read to its end, without being kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct Content {
    pub(crate) bytes: u64,
    line_feeds: u64,
    ends_open: bool,
    digest: Sha256,
}

impl Content {
    pub(crate) fn of(text: &str) -> Self {
        let mut content = Self::default();
        content.add(text.as_bytes());
        content
    }

    pub(crate) fn add(&mut self, piece: &[u8]) {
        let Some(last) = piece.last() else { return };
        self.bytes += piece.len() as u64;
        self.line_feeds += piece.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.ends_open = *last != b'\n';
        self.digest.update(piece);
    }

    /// Lines, one without an end included.
    pub(crate) fn lines(&self) -> u64 {
        self.line_feeds + u64::from(self.ends_open)
    }

    /// The SHA-256 as lower-case hexadecimal digits.
    pub(crate) fn sha256(&self) -> String {
        self.digest.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether it ends within a line.
    pub(crate) fn ends_open(&self) -> bool {
        self.ends_open
    }
}

/// The size of the file at a path; none if nothing is there.
pub(crate) fn size(path: &ChatPath) -> Result<Option<u64>, ToolError> {
    let shown = path.shown();
    match fs::symlink_metadata(path.real()) {
        Ok(found) if found.is_file() => Ok(Some(found.len())),
        Ok(found) if found.is_dir() => {
            Err(ToolError::conflict(format!("`{shown}` is a folder; name a file in it, such as `{shown}/notes.txt`")))
        }
        Ok(_) => {
            Err(ToolError::conflict(format!("`{shown}` is a link, which write does not follow; choose another path")))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(files::io_error(path, &error)),
    }
}

/// Reads the file at a path.
pub(crate) fn content(path: &ChatPath) -> Result<Content, ToolError> {
    let failed = |error: io::Error| files::io_error(path, &error);
    let mut file = File::open(path.real()).map_err(failed)?;
    let mut content = Content::default();
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = file.read(&mut chunk).map_err(failed)?;
        if read == 0 {
            return Ok(content);
        }
        content.add(chunk.get(..read).unwrap_or_default());
    }
}

/// A SHA-256 as it was given: hexadecimal digits in either case, with or without `sha256:` before them.
pub(crate) fn parse_sha256(text: &str) -> Result<String, ToolError> {
    let digits = text.trim().to_ascii_lowercase();
    let digits = digits.strip_prefix("sha256:").unwrap_or(&digits);
    if digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(digits.to_owned());
    }
    Err(ToolError::invalid(
        "/expect_hash",
        "expect_hash is no SHA-256: it has 64 hexadecimal digits, as in the sha256 of an answer of write",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn content_in_pieces_is_the_same_content() {
        let whole = Content::of("a\nb\nc");
        let mut pieces = Content::of("a\nb");
        assert!(pieces.ends_open());
        pieces.add(b"");
        pieces.add(b"\nc");
        assert_eq!((whole.bytes, whole.lines(), whole.sha256()), (pieces.bytes, pieces.lines(), pieces.sha256()));
        assert_eq!((Content::of("").lines(), Content::of("\n").lines()), (0, 1));
        assert_eq!(Content::of("").sha256(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    proptest! {
        #[test]
        fn a_hash_is_accepted_however_it_is_written(text in ".*", digits in "[0-9a-fA-F]{64}") {
            prop_assert_eq!(parse_sha256(&digits).expect("it works"), digits.to_ascii_lowercase());
            prop_assert_eq!(parse_sha256(&format!("SHA256:{digits} ")).expect("it works"), digits.to_ascii_lowercase());
            let _ = parse_sha256(&text);
        }
    }
}
