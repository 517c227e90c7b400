//! What columns hold, told from a file's first rows.

use crate::columns::{Column, Columns};
use crate::missing::Missing;
use crate::number::{Number, Style};

/// How numbers are written, as far as the caller says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decimal {
    /// Found out from the cells.
    Auto,
    /// Like this.
    Fixed(Style),
}

/// What the cells of one column look like.
#[derive(Default, Clone, Copy)]
struct Evidence {
    cells: usize,
    point: usize,
    comma: usize,
    only_point: usize,
    only_comma: usize,
    commas: usize,
    identifiers: usize,
}

impl Evidence {
    fn add(&mut self, cell: &[u8]) {
        let point = Number::parse(cell, Style::Point).is_some();
        let comma = Number::parse(cell, Style::Comma).is_some();
        self.cells += 1;
        self.point += usize::from(point);
        self.comma += usize::from(comma);
        self.only_point += usize::from(point && !comma);
        self.only_comma += usize::from(comma && !point);
        self.commas += usize::from(comma && cell.contains(&b','));
        let zeros = matches!(cell, [b'0', second, ..] if second.is_ascii_digit());
        self.identifiers += usize::from(zeros || matches!(cell, [b'+', rest @ ..] if rest.len() >= 7));
    }

    /// A column holds numbers if nearly all of its cells are numbers, so that a stray word does not spoil it, and
    /// none is an identifier.
    fn holds(self, style: Style) -> bool {
        let numbers = match style {
            Style::Point => self.point,
            Style::Comma => self.comma,
        };
        numbers > 0 && self.identifiers == 0 && numbers * 100 >= self.cells * 95
    }

    /// The style that the column itself proves: `12,5` can only be one, `1.234` can be both.
    fn proven(self) -> Option<Style> {
        let style = match self.only_point.cmp(&self.only_comma) {
            std::cmp::Ordering::Greater => Style::Point,
            std::cmp::Ordering::Less => Style::Comma,
            std::cmp::Ordering::Equal => return None,
        };
        self.holds(style).then_some(style)
    }

    fn style(self, preferred: Style) -> Option<Style> {
        let other = if preferred == Style::Point { Style::Comma } else { Style::Point };
        self.proven().or_else(|| [preferred, other].into_iter().find(|style| self.holds(*style)))
    }
}

/// Finds the columns of numbers and how their numbers are written.
///
/// Where a column leaves it open, the other columns decide by majority. Where they do too, a comma is a decimal comma
/// only if the fields themselves are not separated by commas.
pub fn infer(
    names: Vec<String>,
    rows: &[csv::ByteRecord],
    missing: &mut Missing,
    decimal: Decimal,
    delimiter: u8,
) -> Columns {
    let mut evidence = vec![Evidence::default(); names.len()];
    for row in rows {
        for (cell, evidence) in row.iter().zip(&mut evidence) {
            let cell = cell.trim_ascii();
            if !cell.is_empty() && !missing.in_numbers(cell) {
                evidence.add(cell);
            }
        }
    }
    let votes = |style| evidence.iter().filter(|column| column.proven() == Some(style)).count();
    let (points, commas) = (votes(Style::Point), votes(Style::Comma));
    let open_commas = evidence.iter().any(|column| column.holds(Style::Comma) && column.commas > 0);
    let preferred =
        if commas > points || (points == 0 && delimiter != b',' && open_commas) { Style::Comma } else { Style::Point };
    let column = |(name, evidence): (String, Evidence)| {
        let numbers = match decimal {
            Decimal::Auto => evidence.style(preferred),
            Decimal::Fixed(style) => evidence.holds(style).then_some(style),
        };
        Column { name, numbers }
    };
    let list = names.into_iter().zip(evidence).map(column).collect();
    let usual = if let Decimal::Fixed(style) = decimal { style } else { preferred };
    let columns = Columns { list, usual };
    missing.learn(rows, &columns);
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::sample_rows;

    fn kinds(text: &str, delimiter: u8) -> Vec<Option<Style>> {
        let rows = sample_rows(text.as_bytes(), true, delimiter, 0, 500);
        let names = (0..rows.first().map_or(0, csv::ByteRecord::len)).map(|index| index.to_string()).collect();
        infer(names, &rows, &mut Missing::new(&[]), Decimal::Auto, delimiter)
            .list
            .into_iter()
            .map(|column| column.numbers)
            .collect()
    }

    #[test]
    fn numbers_words_and_identifiers_differ() {
        assert_eq!(kinds("1,x,007,NA\n2.5,y,12,3\n", b','), [Some(Style::Point), None, None, Some(Style::Point)]);
        assert_eq!(kinds("+4917012345\n123\n", b','), [None]);
        assert_eq!(kinds(",\n,\n", b','), [None, None]);
    }

    #[test]
    fn one_stray_word_does_not_spoil_a_column_of_numbers() {
        let mut text = "5\n".repeat(99);
        text.push_str("unknown\n");
        assert_eq!(kinds(&text, b','), [Some(Style::Point)]);
        assert_eq!(kinds("5\nx\n", b','), [None]);
    }

    #[test]
    fn decimal_commas_are_proven_or_follow_the_file() {
        assert_eq!(kinds("1.234,56;1.234\n2,5;2.345\n", b';'), [Some(Style::Comma), Some(Style::Comma)]);
        assert_eq!(kinds("1.5;1.234\n", b';'), [Some(Style::Point), Some(Style::Point)]);
        assert_eq!(kinds("1,234\n", b';'), [Some(Style::Comma)]);
        assert_eq!(kinds("1.234\n", b';'), [Some(Style::Point)]);
        assert_eq!(kinds("\"1,234\"\n", b','), [Some(Style::Point)]);
        assert_eq!(kinds("\"12,5\"\n", b','), [Some(Style::Comma)]);
    }
}
