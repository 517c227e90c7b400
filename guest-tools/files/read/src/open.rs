//! Opening a file as a stream of UTF-8, or saying why it cannot be read as text.

use std::fs::{self, File};
use std::io::{BufReader, Chain, Cursor, Read};

use encoding_rs::Encoding;
use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};

use toolhost_sdk::files::{self, ChatPath};
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::printable;

use crate::kind::{HEAD, Kind, kind};
use crate::lines::Lines;

/// How many entries of a folder an error lists.
const LISTED: usize = 10;
const BUFFER: usize = 64 * 1024;
/// Only texts that are not UTF-8 pass through this one.
const DECODED: usize = 8 * 1024;

type Source = DecodeReaderBytes<Chain<Cursor<Vec<u8>>, File>, Vec<u8>>;

/// A text file.
pub(crate) struct Text {
    pub(crate) lines: Lines<BufReader<Source>>,
    /// The file's size in bytes.
    pub(crate) size: u64,
}

/// Opens a file as text. An encoding other than UTF-8 is decoded on the way.
pub(crate) fn open(path: &ChatPath, encoding: Option<&str>) -> Result<Text, ToolError> {
    let encoding = encoding.map(named).transpose()?;
    let shown = path.shown();
    let found = fs::metadata(path.real()).map_err(|error| files::io_error(path, &error))?;
    if found.is_dir() {
        return Err(folder(path));
    }
    let mut file = File::open(path.real()).map_err(|error| files::io_error(path, &error))?;
    let mut head = Vec::with_capacity(HEAD);
    (&mut file).take(HEAD as u64).read_to_end(&mut head).map_err(|error| files::io_error(path, &error))?;
    let size = found.len();
    match kind(&head, path.name()) {
        Kind::Binary { what, remedy } => {
            return Err(ToolError::unsupported(format!("`{shown}` is not text but {what}, {size} B. {remedy}")));
        }
        Kind::Unmarked(name) if encoding.is_none() => {
            return Err(ToolError::unsupported(format!(
                "`{shown}` looks like UTF-16 without a byte-order mark. Read it with encoding={name}."
            )));
        }
        Kind::Utf32 => {
            return Err(ToolError::unsupported(format!(
                "`{shown}` is UTF-32 text, which read does not decode. In code_interpreter: open(path, encoding=\"utf-32\")."
            )));
        }
        Kind::Text | Kind::Unmarked(_) => {}
    }
    // A byte-order mark is stripped, and it beats the encoding asked for. UTF-8 passes through as it is, so that
    // bytes which are not UTF-8 are noticed rather than replaced.
    let is_utf8 = encoding.is_none_or(|encoding| encoding == encoding_rs::UTF_8);
    let source = DecodeReaderBytesBuilder::new()
        .encoding(encoding.filter(|_| !is_utf8))
        .bom_override(true)
        .strip_bom(true)
        .utf8_passthru(true)
        .build_with_buffer(Cursor::new(head).chain(file), vec![0; DECODED])
        .map_err(|error| files::io_error(path, &error))?;
    Ok(Text { lines: Lines::new(BufReader::with_capacity(BUFFER, source)), size })
}

fn named(label: &str) -> Result<&'static Encoding, ToolError> {
    Encoding::for_label(label.trim().as_bytes()).ok_or_else(|| {
        ToolError::invalid(
            "/encoding",
            format!(
                "`{}` is no encoding that read knows; try windows-1252, iso-8859-15, shift_jis, gb18030 or utf-16le",
                label.escape_debug()
            ),
        )
    })
}

/// The error for a folder, with a few of its entries.
fn folder(path: &ChatPath) -> ToolError {
    let shown = path.shown();
    let mut names: Vec<String> = fs::read_dir(path.real())
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| {
            let slash = if entry.file_type().is_ok_and(|kind| kind.is_dir()) { "/" } else { "" };
            format!("{}{slash}", printable(&entry.file_name().to_string_lossy()))
        })
        .collect();
    names.sort_unstable();
    let more = match names.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    names.truncate(LISTED);
    let holds = if names.is_empty() { "is empty".to_owned() } else { format!("holds {}{more}", names.join(", ")) };
    ToolError::invalid(
        "/path",
        format!("`{shown}` is a folder; it {holds}. Name a file, or list the folder with `ls`."),
    )
}
