//! Cells as they are compared and as they are shown.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::number::{Number, Style};
use crate::table::cell_text;

/// The most characters of one cell that an answer shows.
pub const LONGEST_CELL: usize = 2_000;

/// A value in an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// Missing.
    Null,
    /// The text of a JSON number that every reader keeps exactly.
    Number(String),
    /// A text.
    Text(String),
}

impl Shown {
    /// A computed number. One with more digits than a reader may keep becomes a text.
    pub fn number(text: String) -> Self {
        if text == "null" {
            Self::Null
        } else if survives(&text) {
            Self::Number(text)
        } else {
            Self::Text(text)
        }
    }

    /// A cell: a number in a column of numbers, otherwise text, which is cut if it is long.
    pub fn cell(cell: &[u8], numbers: Option<Style>) -> Self {
        match Self::whole_cell(cell, numbers) {
            Self::Text(text) => match text.char_indices().nth(LONGEST_CELL) {
                Some((end, _)) => {
                    let start = text.get(..end).unwrap_or_default();
                    Self::Text(format!("{start}… ({} characters)", text.chars().count()))
                }
                None => Self::Text(text),
            },
            other => other,
        }
    }

    /// The same without cutting anything.
    pub fn whole_cell(cell: &[u8], numbers: Option<Style>) -> Self {
        if let Some(style) = numbers
            && let Some(number) = Number::parse(cell, style)
        {
            return match number {
                Number::Exact { .. } => Self::number(number.text()),
                Number::Approximate(_) => Self::number(cell_text(cell).replace(',', ".").to_lowercase()),
            };
        }
        Self::Text(cell_text(cell).into_owned())
    }

    /// As JSON.
    pub fn json(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Number(text) => text.clone(),
            Self::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
        }
    }
}

/// Whether a JSON number keeps its value in a reader that holds whole numbers in 64 bits and others in doubles.
fn survives(text: &str) -> bool {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if plain {
        return text.parse::<i64>().is_ok();
    }
    let valid = serde_json::from_str::<serde_json::Number>(text).is_ok();
    valid && text.bytes().filter(u8::is_ascii_digit).skip_while(|byte| *byte == b'0').count() <= 17
}

/// The bytes by which a cell is grouped and counted: equal numbers have equal ones.
pub fn canonical(cell: &[u8], numbers: Option<Style>) -> Cow<'_, [u8]> {
    let Some(style) = numbers else { return Cow::Borrowed(cell) };
    if cell.iter().all(u8::is_ascii_digit) {
        return Cow::Borrowed(cell);
    }
    match Number::parse(cell, style) {
        Some(number) => Cow::Owned(number.canonical().into_bytes()),
        None => Cow::Borrowed(cell),
    }
}

/// How two cells of one column stand to each other: numbers first and by value, then texts byte by byte.
pub fn compare_cells(a: &[u8], b: &[u8], numbers: Option<Style>) -> Ordering {
    let Some(style) = numbers else { return a.cmp(b) };
    match (Number::parse(a, style), Number::parse(b, style)) {
        (Some(a), Some(b)) => a.compare(b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(cell: &str, numbers: Option<Style>) -> String {
        Shown::cell(cell.as_bytes(), numbers).json()
    }

    #[test]
    fn numbers_are_shown_as_typed_and_identifiers_as_text() {
        assert_eq!(shown("1.10", Some(Style::Point)), "1.10");
        assert_eq!(shown("1.234,50", Some(Style::Comma)), "1234.50");
        assert_eq!(shown("1,234", Some(Style::Point)), "1234");
        assert_eq!(shown("007", None), "\"007\"");
        assert_eq!(shown("007", Some(Style::Point)), "\"007\"");
        assert_eq!(shown("1E5", Some(Style::Point)), "1e5");
        assert_eq!(shown(".5", Some(Style::Point)), "0.5");
    }

    #[test]
    fn numbers_that_a_reader_would_round_are_texts() {
        assert_eq!(shown("9223372036854775807", Some(Style::Point)), "9223372036854775807");
        assert_eq!(shown("9223372036854775808", Some(Style::Point)), "\"9223372036854775808\"");
        assert_eq!(shown("0.12345678901234567890", Some(Style::Point)), "\"0.12345678901234567890\"");
    }

    #[test]
    fn long_cells_are_clipped_and_say_so() {
        let text = shown(&"é".repeat(5_000), None);
        assert!(text.ends_with("… (5000 characters)\""));
        assert!(text.chars().count() < 2_050);
    }

    #[test]
    fn invalid_utf8_is_readable() {
        assert_eq!(Shown::cell(b"Jos\xE9", None).json(), "\"José\"");
    }
}
