//! Conditions on rows.
//!
//! Two values are compared as numbers if both are numbers, otherwise as text, byte by byte; ISO dates therefore
//! compare as dates. A missing value fulfils no comparison, not even `!=`, as in SQL.

use std::cmp::Ordering;

use regex::bytes::Regex;

use toolhost_tables::number::{Number, Style};
use toolhost_tables::table::{Table, cell_text};

/// A condition, with its columns found and its values prepared.
#[derive(Debug)]
pub(crate) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Test { column: usize, test: Test },
}

/// A test of one cell.
#[derive(Debug)]
pub(crate) enum Test {
    Compare(Comparison, Operand),
    Between(Operand, Operand),
    In(Vec<Operand>),
    Contains(Vec<u8>),
    StartsWith(Vec<u8>),
    EndsWith(Vec<u8>),
    Matches(Regex),
    IsNull,
}

/// The comparing operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    fn accepts(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::LessOrEqual => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::GreaterOrEqual => ordering.is_ge(),
        }
    }
}

/// A value of a query.
#[derive(Debug)]
pub(crate) struct Operand {
    text: Vec<u8>,
    number: Option<Number>,
}

impl Operand {
    /// A value given as text. It is a number if it looks like one in the column's style, or in plain notation.
    pub(crate) fn text(text: &str, style: Style) -> Self {
        let text = text.trim().as_bytes();
        let number = Number::parse(text, style).or_else(|| Number::parse(text, Style::Point));
        Self { text: text.to_vec(), number }
    }

    /// A value given as a JSON number.
    pub(crate) fn number(text: &str) -> Self {
        Self { text: text.as_bytes().to_vec(), number: Number::parse(text.as_bytes(), Style::Point) }
    }

    /// How a cell stands to this value. Nothing if the value is a number and the cell a word: such a pair is
    /// unequal, but not in any order.
    fn order(&self, cell: &[u8], style: Style) -> Option<Ordering> {
        if let Some(number) = self.number {
            return match Number::parse(cell, style) {
                Some(found) => Some(found.compare(number)),
                None if cell == self.text => Some(Ordering::Equal),
                None => None,
            };
        }
        Some(cell.cmp(self.text.as_slice()))
    }
}

impl Condition {
    /// Whether the row on which the table stands fulfils the condition.
    pub(crate) fn holds(&self, table: &Table<'_>) -> bool {
        match self {
            Self::All(conditions) => conditions.iter().all(|condition| condition.holds(table)),
            Self::Any(conditions) => conditions.iter().any(|condition| condition.holds(table)),
            Self::Not(condition) => !condition.holds(table),
            Self::Test { column, test } => {
                let style = table.columns.style(*column);
                test.holds(table.cell(*column), style)
            }
        }
    }
}

impl Test {
    fn holds(&self, cell: Option<&[u8]>, style: Style) -> bool {
        let Some(cell) = cell else { return matches!(self, Self::IsNull) };
        match self {
            Self::IsNull => false,
            Self::Compare(comparison, operand) => match operand.order(cell, style) {
                Some(ordering) => comparison.accepts(ordering),
                None => *comparison == Comparison::NotEqual,
            },
            Self::Between(low, high) => {
                low.order(cell, style).is_some_and(Ordering::is_ge)
                    && high.order(cell, style).is_some_and(Ordering::is_le)
            }
            Self::In(operands) => operands.iter().any(|operand| operand.order(cell, style) == Some(Ordering::Equal)),
            Self::Contains(part) => memchr::memmem::find(cell, part).is_some(),
            Self::StartsWith(part) => cell.starts_with(part),
            Self::EndsWith(part) => cell.ends_with(part),
            Self::Matches(regex) => match std::str::from_utf8(cell) {
                Ok(_) => regex.is_match(cell),
                Err(_) => regex.is_match(cell_text(cell).as_bytes()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(cell: &str, comparison: Comparison, value: &str) -> bool {
        Test::Compare(comparison, Operand::text(value, Style::Point)).holds(Some(cell.as_bytes()), Style::Point)
    }

    #[test]
    fn numbers_compare_as_numbers_and_dates_as_text() {
        assert!(compare("9", Comparison::Less, "10"));
        assert!(compare("1.10", Comparison::Equal, "1.1"));
        assert!(compare("2024-02-01", Comparison::Greater, "2024-01-31"));
        assert!(compare("b", Comparison::Greater, "a"));
    }

    #[test]
    fn identifiers_keep_their_zeros() {
        assert!(!compare("007", Comparison::Equal, "7"));
        assert!(compare("007", Comparison::Equal, "007"));
        assert!(compare("7", Comparison::NotEqual, "007"));
    }

    #[test]
    fn words_have_no_order_against_numbers() {
        assert!(!compare("unknown", Comparison::Greater, "5"));
        assert!(!compare("unknown", Comparison::Less, "5"));
        assert!(compare("unknown", Comparison::NotEqual, "5"));
    }

    #[test]
    fn missing_values_fulfil_no_comparison() {
        assert!(!Test::Compare(Comparison::NotEqual, Operand::text("x", Style::Point)).holds(None, Style::Point));
        assert!(Test::IsNull.holds(None, Style::Point));
    }
}
