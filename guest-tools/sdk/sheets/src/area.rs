//! Parts of a sheet, as spreadsheets write them: `B2:D20`, `A:C`, `5:9`, `C3`.

use toolhost_sdk::prelude::*;

/// The last row and column of the largest sheet there is, counted from 0.
const LAST_ROW: u32 = 1_048_575;
const LAST_COLUMN: u32 = 16_383;

/// A rectangle of cells, its rows and columns counted from 0, the last ones included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// The first row.
    pub first_row: u32,
    /// The last row.
    pub last_row: u32,
    /// The first column.
    pub first_column: u32,
    /// The last column.
    pub last_column: u32,
}

impl Area {
    /// A whole sheet.
    pub const ALL: Self = Self { first_row: 0, last_row: LAST_ROW, first_column: 0, last_column: LAST_COLUMN };

    /// Reads `B2:D20`, `A:C`, `5:9` or `C3`; `$` is ignored. `pointer` is the argument's JSON Pointer.
    ///
    /// # Errors
    /// Says what a range looks like.
    pub fn parse(text: &str, pointer: &str) -> Result<Self, ToolError> {
        let plain = text.trim().replace('$', "");
        let (from, to) = plain.split_once(':').unwrap_or((&plain, &plain));
        match (corner(from), corner(to)) {
            (Some((a_column, a_row)), Some((b_column, b_row)))
                if a_column.is_some() == b_column.is_some() && a_row.is_some() == b_row.is_some() =>
            {
                let rows = (a_row.unwrap_or(0), b_row.unwrap_or(LAST_ROW));
                let columns = (a_column.unwrap_or(0), b_column.unwrap_or(LAST_COLUMN));
                Ok(Self {
                    first_row: rows.0.min(rows.1),
                    last_row: rows.0.max(rows.1),
                    first_column: columns.0.min(columns.1),
                    last_column: columns.0.max(columns.1),
                })
            }
            _ => Err(ToolError::invalid(
                pointer,
                format!("{text:?} is no range; write for example \"B2:D20\", \"A:C\" for columns or \"5:9\" for rows"),
            )),
        }
    }

    /// Whether a cell lies in it.
    pub fn contains(&self, row: u32, column: u32) -> bool {
        (self.first_row..=self.last_row).contains(&row) && (self.first_column..=self.last_column).contains(&column)
    }

    /// Whether the two have a cell in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.first_row <= other.last_row
            && other.first_row <= self.last_row
            && self.first_column <= other.last_column
            && other.first_column <= self.last_column
    }
}

impl std::fmt::Display for Area {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", place(self.first_row, self.first_column), place(self.last_row, self.last_column))
    }
}

/// The column and row that a corner names.
fn corner(text: &str) -> Option<(Option<u32>, Option<u32>)> {
    let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let (letters, number) = text.split_at_checked(digits)?;
    if letters.len() > 3 || text.is_empty() || !letters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let column = letters
        .bytes()
        .map(|letter| u32::from(letter.to_ascii_uppercase() - b'A') + 1)
        .reduce(|column, letter| column * 26 + letter)
        .map(|column| column - 1);
    let row = match number {
        "" => None,
        number => Some(number.parse::<u32>().ok()?.checked_sub(1)?),
    };
    (column.is_none_or(|column| column <= LAST_COLUMN) && row.is_none_or(|row| row <= LAST_ROW))
        .then_some((column, row))
}

/// A cell's name, such as `C5`.
pub fn place(row: u32, column: u32) -> String {
    format!("{}{}", column_letters(column), u64::from(row) + 1)
}

/// A column's name, such as `AB`.
pub fn column_letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = u64::from(column) + 1;
    while rest > 0 {
        let letter = (rest - 1) % 26;
        letters.push(char::from(b'A' + u8::try_from(letter).unwrap_or(0)));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranges_are_read_as_people_write_them() {
        let read = |text: &str| Area::parse(text, "/range").map(|area| area.to_string()).ok();
        assert_eq!(read("B2:D20").as_deref(), Some("B2:D20"));
        assert_eq!(read("$d$20:b2").as_deref(), Some("B2:D20"));
        assert_eq!(read("C3").as_deref(), Some("C3:C3"));
        assert_eq!(read("A:C").as_deref(), Some("A1:C1048576"));
        assert_eq!(read("5:9").as_deref(), Some("A5:XFD9"));
        for wrong in ["", ":", "A0", "A1:B", "1A", "ÄÖ1", "AAAA1", "XFE1", "A1048577", "A1:B2:C3", "Sheet1!A1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn names_of_columns_can_be_read_again(row in 0..=LAST_ROW, column in 0..=LAST_COLUMN) {
            let area = Area::parse(&place(row, column), "/range").unwrap();
            prop_assert_eq!((area.first_row, area.first_column), (row, column));
        }

        #[test]
        fn no_text_is_more_than_refused(text in ".*") {
            let _ = Area::parse(&text, "/range");
        }
    }
}
