//! What kind of workbook a file is, by its content, and what it is if it is none.

use std::fs::File;
use std::io::{Read, Seek};

use toolhost_sdk::files::ChatPath;
use toolhost_sdk::prelude::*;
use zip::ZipArchive;

/// The most bytes that a part may have which has to be held in memory as a whole.
const LARGEST_HELD: u64 = 96 << 20;
/// The most bytes that a part may have which is read as a stream.
const LARGEST_STREAMED: u64 = 1 << 30;

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Xlsx,
    Xlsb,
    Ods,
    Xls,
}

/// Tells what a file is.
pub(crate) fn kind(path: &ChatPath, file: &mut File) -> Result<Kind, ToolError> {
    let mut head = Vec::new();
    let failed = |error: std::io::Error| toolhost_sdk::files::io_error(path, &error);
    Read::by_ref(file).take(4_096).read_to_end(&mut head).map_err(failed)?;
    file.rewind().map_err(failed)?;
    let is = |what: &str| ToolError::unsupported(format!("`{path}` is no workbook but {what}"));
    match head.as_slice() {
        [b'P', b'K', ..] => zipped(path, file),
        [0xD0, 0xCF, 0x11, 0xE0, ..] => compound(path, file, &head),
        [] => Err(ToolError::failed(format!("`{path}` is empty"))),
        [b'%', b'P', b'D', b'F', ..] => Err(is("a PDF; use doc_read")),
        [0x1F, 0x8B, ..] => Err(is("compressed with gzip; unpack it with archive first")),
        head => {
            let text = String::from_utf8_lossy(head);
            let start = text.trim_start_matches(['\u{feff}', ' ', '\r', '\n', '\t']).to_lowercase();
            Err(if start.contains("urn:schemas-microsoft-com:office:spreadsheet") {
                is("XML of Excel 2003, which is not read here; save it as .xlsx")
            } else if start.starts_with("<!doctype html") || start.contains("<html") || start.starts_with("<table") {
                is("a web page, as some programs export under the name .xls; use doc_read")
            } else if std::str::from_utf8(head).is_ok() || head.starts_with(&[0xFF, 0xFE]) {
                is("text; use csv_query for a table, read for anything else")
            } else {
                is("of a kind that is not known here")
            })
        }
    }
}

/// Tells what a zip archive holds, and refuses parts that would not fit in memory.
fn zipped(path: &ChatPath, file: &mut File) -> Result<Kind, ToolError> {
    let damaged = |error: &dyn std::fmt::Display| {
        ToolError::failed(format!("`{path}` is a damaged or incomplete workbook: {error}; get the file again"))
    };
    let mut archive = ZipArchive::new(&mut *file).map_err(|error| damaged(&error))?;
    let names: Vec<String> = archive.file_names().flatten().map(std::borrow::Cow::into_owned).collect();
    let has = |name: &str| names.iter().any(|other| other.eq_ignore_ascii_case(name));
    let mut mimetype = String::new();
    if let Ok(entry) = archive.by_name("mimetype") {
        // One that is not text tells nothing.
        let _ = entry.take(200).read_to_string(&mut mimetype);
    }
    let kind = if has("xl/workbook.xml") {
        Kind::Xlsx
    } else if has("xl/workbook.bin") {
        Kind::Xlsb
    } else if mimetype.starts_with("application/vnd.oasis.opendocument.spreadsheet") {
        Kind::Ods
    } else {
        let what =
            if has("word/document.xml") || has("ppt/presentation.xml") || mimetype.starts_with("application/vnd.oasis")
            {
                "another document; use doc_read"
            } else if has("Index/Document.iwa") {
                "a document of Apple's programs, which is not read here; export it as .xlsx"
            } else {
                "a zip archive without a workbook in it; use archive"
            };
        return Err(ToolError::unsupported(format!("`{path}` is no workbook but {what}")));
    };
    for index in 0..archive.len() {
        let Ok(entry) = archive.by_index_raw(index) else { continue };
        let Ok(name) = entry.name().map(|name| name.to_ascii_lowercase()) else { continue };
        // What is neither of these is not read: pictures, charts.
        let is_sheet = name.contains("sheets/");
        let is_held = name.ends_with(".xml") || name.ends_with(".bin") || name.ends_with(".rels");
        let most = if is_sheet && kind != Kind::Ods { LARGEST_STREAMED } else { LARGEST_HELD };
        if is_held && entry.size() > most {
            return Err(ToolError::failed(format!(
                "`{path}` has a part {name:?} of {} MiB, more than the {} MiB that can be read; save less in one workbook, or as CSV",
                entry.size() >> 20,
                most >> 20
            )));
        }
    }
    drop(archive);
    file.rewind().map_err(|error| damaged(&error))?;
    Ok(kind)
}

/// An old Excel file, or a new one that is encrypted.
fn compound(path: &ChatPath, file: &mut File, head: &[u8]) -> Result<Kind, ToolError> {
    // The directory of such a file names its streams in UTF-16; it may lie anywhere.
    let mut rest = Vec::new();
    file.take(16 << 20)
        .read_to_end(&mut rest)
        .and_then(|_| file.rewind())
        .map_err(|error| toolhost_sdk::files::io_error(path, &error))?;
    let names = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        rest.windows(wide.len()).any(|bytes| bytes == wide) || head.windows(wide.len()).any(|bytes| bytes == wide)
    };
    if names("EncryptedPackage") {
        let message = format!("`{path}` is encrypted with a password; save a copy without one");
        return Err(ToolError::unsupported(message));
    }
    if !names("Workbook") && !names("Book") {
        let message = format!(
            "`{path}` is no workbook but another old Office document, which is not read here; save it in a new format"
        );
        return Err(ToolError::unsupported(message));
    }
    Ok(Kind::Xls)
}
