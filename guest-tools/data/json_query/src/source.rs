//! The text that a query is applied to.

use std::borrow::Cow;

use crate::document::{Malformed, Repeated};

/// Text as UTF-8, and what was changed to make it so.
pub(crate) fn decode(bytes: Vec<u8>) -> (Vec<u8>, Option<&'static str>) {
    match bytes.as_slice() {
        [0xEF, 0xBB, 0xBF, rest @ ..] => validate(rest.to_vec()),
        [0xFF, 0xFE, rest @ ..] => (from_utf16(rest, u16::from_le_bytes), Some("read as UTF-16")),
        [0xFE, 0xFF, rest @ ..] => (from_utf16(rest, u16::from_be_bytes), Some("read as UTF-16")),
        // JSON begins with an ASCII character, so a zero beside it tells UTF-16.
        [first, 0, ..] if *first != 0 => (from_utf16(&bytes, u16::from_le_bytes), Some("read as UTF-16")),
        [0, first, ..] if *first != 0 => (from_utf16(&bytes, u16::from_be_bytes), Some("read as UTF-16")),
        _ => validate(bytes),
    }
}

fn validate(bytes: Vec<u8>) -> (Vec<u8>, Option<&'static str>) {
    match String::from_utf8_lossy(&bytes) {
        Cow::Borrowed(_) => (bytes, None),
        Cow::Owned(text) => (text.into_bytes(), Some("bytes that are not UTF-8 are shown as \u{FFFD}")),
    }
}

fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let units = bytes.as_chunks().0.iter().map(|pair| unit(*pair));
    let characters = char::decode_utf16(units).map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER));
    characters.collect::<String>().into_bytes()
}

/// The line and column of a byte, counted from 1; the column in characters.
pub(crate) fn place(text: &[u8], offset: usize) -> (usize, usize) {
    let before = text.get(..offset.min(text.len())).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let column = String::from_utf8_lossy(before.get(start..).unwrap_or_default()).chars().count() + 1;
    (line, column)
}

/// Says what is wrong with a text that is not JSON, where, and what may be meant.
pub(crate) fn describe(text: &[u8], error: &Malformed, first_line: usize) -> String {
    let (line, column) = place(text, error.offset);
    let rest = text.get(error.offset.min(text.len())..).unwrap_or_default();
    let near: String =
        String::from_utf8_lossy(rest).chars().take(20).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let near = if near.trim().is_empty() { "the end".to_owned() } else { format!("\"{}\"", near.trim_end()) };
    let before = text.get(..error.offset.min(text.len())).unwrap_or_default().trim_ascii_end().last();
    let advice = match (before, rest.first()) {
        (Some(b','), Some(b']' | b'}')) => "; remove the comma before it",
        (_, Some(b'\'')) => "; JSON has double quotes only",
        (None, Some(b'<')) => "; this looks like HTML or XML",
        (_, Some(b'/')) => "; JSON has no comments",
        (_, Some(b'T' | b'F')) => "; JSON writes true and false",
        (None, Some(_)) if rest.iter().take(64).any(|byte| *byte == 0) => "; this looks like binary data",
        _ => "",
    };
    format!("not JSON at line {}, column {column} (near {near}): {}{advice}", line + first_line - 1, error.message)
}

/// Says that a name stands twice in an object.
pub(crate) fn describe_repeated(text: &[u8], repeated: &Repeated, first_line: usize) -> Option<String> {
    let Repeated { names, first, offset } = repeated;
    let line = place(text, *offset).0 + first_line - 1;
    let more = if *names > 1 { format!(" and {} more", names - 1) } else { String::new() };
    let first: String = first.chars().take(60).collect();
    (*names > 0)
        .then(|| format!("repeated name in an object: \"{first}\" in line {line}{more}; the last value was taken"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        String::from_utf8(decode(bytes.to_vec()).0).unwrap()
    }

    #[test]
    fn every_unicode_encoding_is_read() {
        let utf16 = |unit: fn(u16) -> [u8; 2], text: &str| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        assert_eq!(text(b"\xEF\xBB\xBF[1]"), "[1]");
        assert_eq!(text(&utf16(u16::to_le_bytes, "\u{FEFF}[\"é\"]")), "[\"é\"]");
        assert_eq!(text(&utf16(u16::to_be_bytes, "{\"é\":1}")), "{\"é\":1}");
        assert_eq!(
            decode(b"[\"\xE9\"]".to_vec()),
            ("[\"\u{FFFD}\"]".as_bytes().to_vec(), Some("bytes that are not UTF-8 are shown as \u{FFFD}"))
        );
        assert_eq!(text(b""), "");
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let at = |text: &str, offset| {
            describe(text.as_bytes(), &Malformed { offset, message: "expected value".to_owned() }, 1)
        };
        assert_eq!(
            at("[1,\n 2,]", 7),
            "not JSON at line 2, column 4 (near \"]\"): expected value; remove the comma before it"
        );
        assert_eq!(
            at("<html>", 0),
            "not JSON at line 1, column 1 (near \"<html>\"): expected value; this looks like HTML or XML"
        );
        assert_eq!(at("[1", 2), "not JSON at line 1, column 3 (near the end): expected value");
    }
}
