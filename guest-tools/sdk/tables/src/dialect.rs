//! How a file separates its fields, told from its beginning.

use toolhost_sdk::prelude::*;

use crate::number::{Number, Style};

/// Delimiters that are recognised, the more telling first: text and numbers contain commas, but seldom tabs.
const CANDIDATES: [u8; 4] = [b'\t', b';', b'|', b','];

/// Rows that tell the delimiter.
const SNIFFED_ROWS: usize = 100;

/// The delimiter that was asked for, or nothing for `auto`.
pub fn named_delimiter(name: &str) -> Result<Option<u8>, ToolError> {
    match name {
        "auto" | "" => Ok(None),
        "\\t" | "tab" | "TAB" => Ok(Some(b'\t')),
        "comma" => Ok(Some(b',')),
        "semicolon" => Ok(Some(b';')),
        "pipe" => Ok(Some(b'|')),
        "space" => Ok(Some(b' ')),
        _ => match name.as_bytes() {
            [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r') => Ok(Some(*byte)),
            _ => {
                let message =
                    format!("\"{name}\" is not a delimiter; use auto, tab or one ASCII character such as ; or |");
                Err(ToolError::invalid("/delimiter", message))
            }
        },
    }
}

/// A first line such as `sep=;`, which Excel writes and reads: the delimiter and the line's length.
pub fn announced_delimiter(sample: &[u8]) -> Option<(u8, usize)> {
    let (mark, rest) = sample.split_at_checked(4)?;
    let (delimiter, rest) = rest.split_first()?;
    if !mark.eq_ignore_ascii_case(b"sep=") || !delimiter.is_ascii() {
        return None;
    }
    match rest {
        [b'\r', b'\n', ..] => Some((*delimiter, 7)),
        [b'\n' | b'\r', ..] => Some((*delimiter, 6)),
        _ => None,
    }
}

/// The beginning of a file as rows of fields. A last row that the sample may have cut is left out.
pub fn sample_rows(sample: &[u8], complete: bool, delimiter: u8, skip: usize, most: usize) -> Vec<csv::ByteRecord> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(sample);
    let mut rows: Vec<_> = reader.byte_records().skip(skip).take(most).map_while(Result::ok).collect();
    if !complete && rows.len() < most {
        rows.pop();
    }
    rows
}

/// The delimiter under which the rows have the most regular number of fields.
pub fn sniff_delimiter(sample: &[u8], complete: bool, skip: usize) -> u8 {
    let mut best = (0.0, 0, b',', Vec::new());
    for delimiter in CANDIDATES.into_iter().filter(|delimiter| sample.contains(delimiter)) {
        let rows = sample_rows(sample, complete, delimiter, skip, SNIFFED_ROWS);
        let (regularity, width) = regularity(&rows);
        if width < 2 {
            continue;
        }
        // Both may be regular: `1,5;2,5` splits at its commas too. The earlier candidate stays if the commas in
        // its fields are decimal commas, otherwise the one with more columns wins.
        let as_regular = (regularity - best.0).abs() < 0.02;
        let better = if as_regular { width > best.1 && !only_decimal_commas(&best.3) } else { regularity > best.0 };
        if better {
            best = (regularity, width, delimiter, rows);
        }
    }
    best.2
}

/// The share of rows that have the most common number of fields, less a bit if the first row has not, and that number.
fn regularity(rows: &[csv::ByteRecord]) -> (f64, usize) {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for row in rows {
        match counts.iter_mut().find(|(width, _)| *width == row.len()) {
            Some((_, count)) => *count += 1,
            None => counts.push((row.len(), 1)),
        }
    }
    let Some((width, count)) = counts.into_iter().max_by_key(|(width, count)| (*count, *width)) else {
        return (0.0, 0);
    };
    let first_differs = rows.first().is_some_and(|row| row.len() != width);
    (count as f64 / rows.len() as f64 - if first_differs { 0.2 } else { 0.0 }, width)
}

fn only_decimal_commas(rows: &[csv::ByteRecord]) -> bool {
    let mut with_comma = rows.iter().flatten().filter(|cell| cell.contains(&b',')).peekable();
    with_comma.peek().is_some() && with_comma.all(|cell| Number::parse(cell.trim_ascii(), Style::Comma).is_some())
}

/// Whether the first row names the columns.
///
/// It does not if one of its cells is a number where the column below holds numbers too. Years are the exception:
/// tables with one column per year are common.
pub fn first_row_is_header(rows: &[csv::ByteRecord]) -> bool {
    let Some((first, below)) = rows.split_first() else { return true };
    let number = |cell: &[u8]| {
        let cell = cell.trim_ascii();
        Number::parse(cell, Style::Point).or_else(|| Number::parse(cell, Style::Comma))
    };
    let numbers: Vec<(usize, Number)> =
        first.iter().enumerate().filter_map(|(index, cell)| Some((index, number(cell)?))).collect();
    let years = numbers.iter().all(|(_, number)| matches!(number, Number::Exact { mantissa: 1800..=2100, scale: 0 }));
    if numbers.is_empty() || (years && numbers.len() < first.len() && numbers.len() > 1) {
        return true;
    }
    let continued = numbers
        .iter()
        .any(|(index, _)| below.iter().filter_map(|row| row.get(*index)).any(|cell| number(cell).is_some()));
    !continued && !below.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sniff(text: &str) -> char {
        char::from(sniff_delimiter(text.as_bytes(), true, 0))
    }

    #[test]
    fn delimiters_are_told_apart() {
        assert_eq!(sniff("a,b\n1,2\n3,4\n"), ',');
        assert_eq!(sniff("a;b\n1,5;2,5\n3,5;4,5\n"), ';');
        assert_eq!(sniff("1,5;2,5\n3,5;4,5\n"), ';');
        assert_eq!(sniff("a\tb\nx, y\tz\n"), '\t');
        assert_eq!(sniff("a|b|c\n1|2|3\n"), '|');
        assert_eq!(sniff("only\nx\ny\n"), ',');
        assert_eq!(sniff(""), ',');
    }

    #[test]
    fn quoted_delimiters_do_not_count() {
        assert_eq!(sniff("a,b\n\"x;y;z\",1\n\"p;q\",2\n"), ',');
        assert_eq!(sniff("a;b\n\"x,y\nz,w\";1\n\"p,q\";2\n"), ';');
        assert_eq!(sniff("1,x,\"p;q\"\n2,y,\"r;s\"\n"), ',');
    }

    #[test]
    fn excel_announcements_are_read() {
        assert_eq!(announced_delimiter(b"sep=;\r\na;b\r\n"), Some((b';', 7)));
        assert_eq!(announced_delimiter(b"SEP=|\na|b\n"), Some((b'|', 6)));
        assert_eq!(announced_delimiter(b"separator,b\n"), None);
    }

    #[test]
    fn headers_are_told_from_data() {
        let header = |text: &str| first_row_is_header(&sample_rows(text.as_bytes(), true, b',', 0, 9));
        assert!(header("name,age\nAnn,3\n"));
        assert!(header("name,city\nAnn,Rome\n"));
        assert!(header("country,1990,1991\nItaly,1,2\n"));
        assert!(header(""));
        assert!(header("a,b\n"));
        assert!(!header("Ann,3\nBob,4\n"));
        assert!(!header("1,2\n3,4\n"));
        assert!(!header("1,2\n"));
    }

    #[test]
    fn only_single_characters_delimit() {
        assert!(matches!(named_delimiter("auto"), Ok(None)));
        assert!(matches!(named_delimiter("\\t"), Ok(Some(b'\t'))));
        assert!(matches!(named_delimiter("^"), Ok(Some(b'^'))));
        assert!(named_delimiter(";;").is_err());
        assert!(named_delimiter("\"").is_err());
        assert!(named_delimiter("é").is_err());
    }
}
