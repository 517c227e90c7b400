//! This says what is in a file: its digest and its media type.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

use sha2::{Digest as _, Sha256};

use super::store::Digest;

/// Bytes at the beginning of a file that its media type is told by.
const BEGINNING: usize = 8 * 1024;
/// Bytes that are in memory at once while a file is read.
const LARGEST_PART: usize = 256 * 1024;
/// Bytes that the system copies at once.
const LARGEST_COPY: u64 = 64 * 1024 * 1024;

/// The digest of a file that is being read from its beginning.
#[derive(Debug, Default)]
pub(super) struct Hashing {
    hash: Sha256,
    read: u64,
    beginning: Vec<u8>,
}

impl Hashing {
    /// Bytes read so far.
    pub(super) fn read(&self) -> u64 {
        self.read
    }

    /// Reads on, up to a position or the file's end.
    pub(super) fn update(&mut self, file: &File, upto: u64) -> io::Result<()> {
        let mut buffer =
            vec![0; usize::try_from(upto.saturating_sub(self.read)).unwrap_or(usize::MAX).min(LARGEST_PART)];
        while self.read < upto {
            let most = usize::try_from(upto - self.read).unwrap_or(usize::MAX).min(buffer.len());
            match file.read_at(buffer.get_mut(..most).unwrap_or_default(), self.read) {
                Ok(0) => break,
                Ok(count) => {
                    let read = buffer.get(..count).unwrap_or_default();
                    let missing = BEGINNING.saturating_sub(self.beginning.len()).min(count);
                    self.beginning.extend_from_slice(read.get(..missing).unwrap_or_default());
                    self.hash.update(read);
                    self.read += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads the rest of the file. Gives its digest and its beginning.
    pub(super) fn finish(mut self, file: &File) -> io::Result<(Digest, Vec<u8>)> {
        self.update(file, file.metadata()?.len())?;
        Ok((self.hash.finalize().into(), self.beginning))
    }
}

/// The digest of a file's content.
pub(super) fn digest(file: &File) -> io::Result<Digest> {
    Ok(Hashing::default().finish(file)?.0)
}

/// Copies the beginning of a file, within the system where the file system can, sharing the blocks where it can do that. Never through a buffer
/// of the file's size.
pub(super) fn copy(source: &File, target: &File, length: u64) -> io::Result<()> {
    let (mut from, mut to) = (0, 0);
    while from < length {
        let part = usize::try_from((length - from).min(LARGEST_COPY)).unwrap_or(usize::MAX);
        match rustix::fs::copy_file_range(source, Some(&mut from), target, Some(&mut to), part) {
            Ok(0) => break,
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return copy_by_reading(source, target, from, length),
        }
    }
    Ok(())
}

fn copy_by_reading(source: &File, target: &File, mut at: u64, length: u64) -> io::Result<()> {
    let mut buffer = vec![0; 128 * 1024];
    while at < length {
        let most = usize::try_from(length - at).unwrap_or(usize::MAX).min(buffer.len());
        let Some(part) = buffer.get_mut(..most) else { break };
        let count = source.read_at(part, at)?;
        let Some(read) = part.get(..count).filter(|read| !read.is_empty()) else { break };
        target.write_all_at(read, at)?;
        at += count as u64;
    }
    Ok(())
}

/// The media type of a file, by its content first and its name second.
pub(crate) fn media_type(path: &str, beginning: &[u8]) -> &'static str {
    let text = match std::str::from_utf8(beginning) {
        Ok(_) => true,
        // A character may be cut at the end of what was read.
        Err(error) => error.error_len().is_none(),
    } && !beginning.contains(&0);
    let by_name = mime_guess::from_path(path).first_raw();
    if text {
        return by_name.filter(|of| is_textual(of)).unwrap_or("text/plain");
    }
    match infer::get(beginning).map(|of| of.mime_type()) {
        // A container whose content the name tells better: a word processor's file is a zip archive.
        Some("application/zip") => by_name.filter(|of| of.starts_with("application/")).unwrap_or("application/zip"),
        Some(of) => of,
        None => by_name.filter(|of| !is_textual(of)).unwrap_or("application/octet-stream"),
    }
}

fn is_textual(media_type: &str) -> bool {
    media_type.starts_with("text/")
        || ["json", "xml", "javascript", "yaml", "toml", "x-sh", "sql"].iter().any(|part| media_type.ends_with(part))
}

/// A digest as text.
pub(crate) fn hex(digest: &Digest) -> String {
    use std::fmt::Write as _;
    digest.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The digest that a text stands for.
pub(crate) fn unhex(text: &str) -> Option<Digest> {
    let mut digest = Digest::default();
    if text.len() != 64 {
        return None;
    }
    for (at, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(digest)
}

#[cfg(test)]
mod tests {
    use super::media_type;

    #[test]
    fn content_decides_before_the_name_does() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        assert_eq!(media_type("chart.png", png), "image/png");
        assert_eq!(media_type("notes.txt", png), "image/png");
        assert_eq!(media_type("notes.png", b"just text"), "text/plain");
        assert_eq!(media_type("a.csv", b"a,b\n1,2\n"), "text/csv");
        assert_eq!(media_type("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml");
        assert_eq!(media_type("a.json", b"{}"), "application/json");
        assert_eq!(media_type("a", b""), "text/plain");
        assert_eq!(media_type("a", b"\0\x01\x02\xff"), "application/octet-stream");
        assert_eq!(media_type("a.txt", b"\0\x01\x02\xff"), "application/octet-stream");
    }
}
