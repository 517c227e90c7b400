//! Which cells are missing values: empty ones, and texts that stand for one.

use crate::columns::Columns;

/// Texts that stand for a missing value in a column of numbers. Those with a letter may do so in the whole file.
const MARKERS: [&[u8]; 16] = [
    b"NA", b"N/A", b"n/a", b"na", b"NaN", b"nan", b"NULL", b"null", b"Null", b"None", b"#N/A", b"\\N", b"-", b"--",
    b".", b"?",
];

/// What counts as missing, apart from empty cells.
#[derive(Debug)]
pub struct Missing {
    everywhere: Vec<Vec<u8>>,
    /// Whether the usual markers are missing in columns of numbers.
    usual: bool,
}

impl Missing {
    /// With texts given by the caller, exactly those count; otherwise the usual markers in columns of numbers.
    pub fn new(given: &[String]) -> Self {
        let everywhere = given.iter().map(|text| text.trim().as_bytes().to_vec()).collect();
        Self { everywhere, usual: given.is_empty() }
    }

    /// Whether a cell of a column of numbers is missing.
    pub fn in_numbers(&self, cell: &[u8]) -> bool {
        let begins_as_number = cell.first().is_none_or(u8::is_ascii_digit);
        self.usual && !begins_as_number && cell.len() <= 4 && MARKERS.contains(&cell) || self.in_texts(cell)
    }

    /// Whether a cell of any other column is missing.
    pub fn in_texts(&self, cell: &[u8]) -> bool {
        !self.everywhere.is_empty() && self.everywhere.iter().any(|text| text == cell)
    }

    /// A word such as `NA` that stands for missing numbers is the file's word for missing values, so it counts as one
    /// in its columns of text too.
    pub fn learn(&mut self, rows: &[csv::ByteRecord], columns: &Columns) {
        if !self.usual {
            return;
        }
        for row in rows {
            for (index, cell) in row.iter().enumerate() {
                let cell = cell.trim_ascii();
                let word = cell.iter().any(u8::is_ascii_alphabetic);
                if word && columns.numbers(index).is_some() && self.in_numbers(cell) && !self.in_texts(cell) {
                    self.everywhere.push(cell.to_vec());
                }
            }
        }
    }

    /// Names the words that were learned.
    pub fn note(&self) -> Option<String> {
        if !self.usual || self.everywhere.is_empty() {
            return None;
        }
        let words: Vec<_> = self.everywhere.iter().map(|word| String::from_utf8_lossy(word)).collect();
        Some(format!("{} is read as missing; pass null_values to change that", words.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::sample_rows;
    use crate::kinds::{Decimal, infer};

    fn learned(text: &str, given: &[String]) -> Missing {
        let rows = sample_rows(text.as_bytes(), true, b',', 0, 9);
        let mut missing = Missing::new(given);
        infer(vec!["a".to_owned(), "b".to_owned()], &rows, &mut missing, Decimal::Auto, b',');
        missing
    }

    #[test]
    fn the_files_word_for_missing_numbers_counts_in_its_texts() {
        let missing = learned("1,x\nNA,NA\n", &[]);
        assert!(missing.in_texts(b"NA") && missing.in_numbers(b"-") && !missing.in_texts(b"-"));
        assert!(missing.note().is_some_and(|note| note.starts_with("NA is read as missing")));
    }

    #[test]
    fn a_word_in_texts_alone_is_a_value() {
        let missing = learned("1,NA\n2,DE\n", &[]);
        assert!(!missing.in_texts(b"NA") && missing.note().is_none());
    }

    #[test]
    fn given_words_replace_the_usual_ones() {
        let missing = learned("1,x\nNA,NA\n", &["x".to_owned()]);
        assert!(missing.in_texts(b"x") && !missing.in_texts(b"NA") && !missing.in_numbers(b"NA"));
    }
}
