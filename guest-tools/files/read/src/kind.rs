//! What a file is, judged by its first bytes, and which tool reads it if it is no text.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// Bytes from the beginning of a file that the judgement rests on.
pub(crate) const HEAD: usize = 8 * 1024;
/// A PDF may have other bytes before its header, but not many.
const PDF_HEADER_WITHIN: usize = 1024;

const DOCUMENTS: &str = "Use `doc_read`.";
const SHEETS: &str = "Use `sheet_read`.";
const IMAGES: &str = "Use `image`.";
const ARCHIVES: &str = "Use `archive` to list or extract it.";
const DATABASES: &str = "Use `db`.";
const OTHER: &str = "Open it in `code_interpreter` if its bytes matter.";

/// What a file is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text, as far as the first bytes tell, perhaps in an encoding that is not UTF-8.
    Text,
    /// Text in an encoding that its bytes give away without a byte-order mark.
    Unmarked(&'static str),
    /// UTF-32, which nothing here decodes.
    Utf32,
    /// Not text: what it is, and what to do.
    Binary { what: &'static str, remedy: &'static str },
}

/// Judges a file by its first bytes, at most [`HEAD`] of them. The name only tells apart documents that are all zip
/// archives or OLE containers inside.
pub(crate) fn kind(head: &[u8], name: &str) -> Kind {
    if head.starts_with(&[0xFF, 0xFE, 0, 0]) || head.starts_with(&[0, 0, 0xFE, 0xFF]) {
        return Kind::Utf32;
    }
    if let Some((encoding, _)) = Encoding::for_bom(head)
        && (encoding == UTF_16LE || encoding == UTF_16BE)
    {
        return Kind::Text;
    }
    let is_text = looks_like_text(head);
    let start = head.get(..PDF_HEADER_WITHIN).unwrap_or(head);
    let is_pdf = match is_text {
        // A PDF can be all ASCII, and a text can speak of PDF headers.
        true => start.trim_ascii_start().starts_with(b"%PDF-"),
        false => start.windows(5).any(|bytes| bytes == b"%PDF-"),
    };
    if is_pdf {
        return Kind::Binary { what: "application/pdf", remedy: DOCUMENTS };
    }
    if is_text {
        return Kind::Text;
    }
    match infer::get(head) {
        Some(found) if found.matcher_type() != infer::MatcherType::Text => {
            let what = inside_container(found.mime_type(), name).unwrap_or(found.mime_type());
            Kind::Binary { what, remedy: remedy(what) }
        }
        _ if !head.contains(&0) => Kind::Text,
        _ => unmarked_utf16(head)
            .map_or(Kind::Binary { what: "binary data of an unknown kind", remedy: OTHER }, Kind::Unmarked),
    }
}

/// Whether the bytes are UTF-8 without control characters that no text has. A text that happens to begin like a
/// file format, `BM` or `MZ` say, is text all the same.
fn looks_like_text(head: &[u8]) -> bool {
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        // A character cut by the end of the head is no error.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(head.get(..error.valid_up_to()).unwrap_or_default()).unwrap_or_default()
        }
        Err(_) => return false,
    };
    !valid.chars().any(|c| c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x08' | '\x1b'))
}

/// UTF-16 without a mark has a zero in every second byte wherever the text is ASCII.
fn unmarked_utf16(head: &[u8]) -> Option<&'static str> {
    let zeros = |skip| head.iter().skip(skip).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, most) = (zeros(0), zeros(1), head.len() * 2 / 5);
    match (even, odd) {
        (0, odd) if odd >= most.max(1) => Some("utf-16le"),
        (even, 0) if even >= most.max(1) => Some("utf-16be"),
        _ => None,
    }
}

/// The kind of a document whose first bytes only show the container around it.
fn inside_container(mime: &str, name: &str) -> Option<&'static str> {
    if !matches!(
        mime,
        "application/zip" | "application/x-ole-storage" | "application/msword" | "application/octet-stream"
    ) {
        return None;
    }
    let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
    Some(match extension.as_str() {
        "docx" => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "pptx" => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "xlsx" | "xlsm" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "odt" => "application/vnd.oasis.opendocument.text",
        "odp" => "application/vnd.oasis.opendocument.presentation",
        "ods" => "application/vnd.oasis.opendocument.spreadsheet",
        "epub" => "application/epub+zip",
        "xls" => "application/vnd.ms-excel",
        "ppt" => "application/vnd.ms-powerpoint",
        _ => return None,
    })
}

fn remedy(mime: &str) -> &'static str {
    match mime {
        "application/pdf"
        | "application/msword"
        | "application/rtf"
        | "application/epub+zip"
        | "application/vnd.ms-powerpoint"
        | "application/vnd.oasis.opendocument.text"
        | "application/vnd.oasis.opendocument.presentation"
        | "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        | "application/vnd.openxmlformats-officedocument.presentationml.presentation" => DOCUMENTS,
        "application/vnd.ms-excel"
        | "application/vnd.oasis.opendocument.spreadsheet"
        | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" => SHEETS,
        "application/zip" | "application/x-tar" | "application/gzip" => ARCHIVES,
        "application/vnd.sqlite3" => DATABASES,
        image if image.starts_with("image/") => IMAGES,
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0";
    const ZIP: &[u8] = b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.txt";

    fn remedy_of(head: &[u8], name: &str) -> &'static str {
        match kind(head, name) {
            Kind::Binary { remedy, .. } => remedy,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn bytes_beat_the_extension() {
        assert_eq!(kind(PNG, "notes.txt"), Kind::Binary { what: "image/png", remedy: IMAGES });
        assert_eq!(kind(b"plain words", "photo.png"), Kind::Text);
        assert_eq!(kind(b"BM is how this text begins", "a.bmp"), Kind::Text);
        assert_eq!(remedy_of(b"\n%PDF-1.7\n", "x.txt"), DOCUMENTS);
        assert_eq!(remedy_of(b"junk\0%PDF-1.7\n", "x.txt"), DOCUMENTS);
        assert_eq!(kind(b"starts_with('%PDF-')", "x.py"), Kind::Text);
        assert_eq!(remedy_of(b"SQLite format 3\0\x10\0", "x"), DATABASES);
        assert_eq!(remedy_of(b"\x1f\x8b\x08\0\0\0\0\0\0\x03", "x"), ARCHIVES);
        assert_eq!(remedy_of(&[7, 0, 200, 0, 0, 0, 3], "x"), OTHER);
    }

    #[test]
    fn the_name_tells_containers_apart() {
        assert_eq!(remedy_of(ZIP, "a.zip"), ARCHIVES);
        assert_eq!(remedy_of(ZIP, "a.DOCX"), DOCUMENTS);
        assert_eq!(remedy_of(ZIP, "a.xlsx"), SHEETS);
        assert_eq!(remedy_of(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0\0", "a.xls"), SHEETS);
    }

    #[test]
    fn encodings() {
        assert_eq!(kind(b"\xFF\xFEa\0b\0", "a"), Kind::Text);
        assert_eq!(kind(b"\xFF\xFE\0\0a\0\0\0", "a"), Kind::Utf32);
        assert_eq!(kind(b"a\0b\0c\0", "a"), Kind::Unmarked("utf-16le"));
        assert_eq!(kind(b"\0a\0b\0c", "a"), Kind::Unmarked("utf-16be"));
        assert_eq!(kind(b"caf\xe9 au lait", "a"), Kind::Text);
        assert_eq!(kind("é".repeat(HEAD).as_bytes().get(..HEAD - 1).unwrap_or_default(), "a"), Kind::Text);
        assert_eq!(kind(b"", "a"), Kind::Text);
    }

    proptest! {
        #[test]
        fn any_bytes_have_a_kind(magic in prop::sample::select(vec![ZIP, PNG, b"", b"PK\x03\x04[Content_Types].xml"]),
                                 rest in prop::collection::vec(any::<u8>(), 0..600)) {
            kind(&[magic, &rest].concat(), "a.docx");
        }
    }
}
