//! Numbers in cells: what counts as one, and arithmetic that keeps every digit.
//!
//! A cell is a number if a person would read it as a quantity. `007` is not (an identifier loses its zeros as a
//! number), nor is `+4917012345` (a telephone number).

use std::cmp::Ordering;

/// Which character separates the fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `1,234.5`
    Point,
    /// `1.234,5`
    Comma,
}

impl Style {
    fn decimal(self) -> u8 {
        match self {
            Self::Point => b'.',
            Self::Comma => b',',
        }
    }

    fn groups(self, byte: u8) -> bool {
        match self {
            Self::Point => matches!(byte, b',' | b'\''),
            Self::Comma => matches!(byte, b'.' | b'\'' | b' '),
        }
    }
}

/// A number as it stands in a cell.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// `mantissa / 10^scale`, without any loss.
    Exact {
        /// All digits, as a whole number.
        mantissa: i128,
        /// How many of them stand after the decimal mark.
        scale: u32,
    },
    /// Written with an exponent, or with more digits than are kept exactly.
    Approximate(f64),
}

/// Digits that always fit into the exact form, with room for a sum over billions of rows.
const EXACT_DIGITS: usize = 27;

/// Powers of ten that a double represents exactly.
const DOUBLE_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

impl Number {
    /// Reads a trimmed cell, or returns nothing if it is not a number.
    pub fn parse(cell: &[u8], style: Style) -> Option<Self> {
        let (negative, digits) = match cell.split_first()? {
            (b'-', rest) => (true, rest),
            (b'+', rest) if rest.len() < 7 => (false, rest),
            _ => (false, cell),
        };
        if let [b'0', second, ..] = digits
            && (second.is_ascii_digit() || style.groups(*second))
        {
            return None;
        }
        let decimal = style.decimal();
        if !digits.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == decimal) {
            return None;
        }
        if digits.len() <= 18 {
            let (mut mantissa, mut scale, mut seen) = (0u64, 0u32, false);
            let mut plain = digits != [decimal] && !digits.is_empty();
            for &byte in digits {
                if byte.is_ascii_digit() {
                    mantissa = mantissa * 10 + u64::from(byte - b'0');
                    scale += u32::from(seen);
                } else if byte == decimal && !seen {
                    seen = true;
                } else {
                    plain = false;
                    break;
                }
            }
            if plain {
                let mantissa = i128::from(mantissa);
                return Some(Self::Exact { mantissa: if negative { -mantissa } else { mantissa }, scale });
            }
        }
        Self::parse_slowly(negative, digits, style)
    }

    fn parse_slowly(negative: bool, digits: &[u8], style: Style) -> Option<Self> {
        let mut text = String::with_capacity(digits.len() + 1);
        if negative {
            text.push('-');
        }
        let exponent_at = digits.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (number, exponent) = digits.split_at(exponent_at.unwrap_or(digits.len()));
        let mut halves = number.splitn(2, |byte| *byte == style.decimal());
        let (whole, fraction) = (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
        push_whole(whole, style, &mut text)?;
        if whole.is_empty() && fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let count = text.len() - usize::from(negative) + fraction.len();
        if exponent.is_empty() && count <= EXACT_DIGITS {
            text.extend(fraction.iter().map(|byte| char::from(*byte)));
            let mantissa = text.parse().ok()?;
            return Some(Self::Exact { mantissa, scale: u32::try_from(fraction.len()).ok()? });
        }
        text.push('.');
        text.extend(fraction.iter().map(|byte| char::from(*byte)));
        if fraction.is_empty() {
            text.push('0');
        }
        text.push_str(std::str::from_utf8(exponent).ok()?);
        text.parse().ok().filter(|value: &f64| value.is_finite()).map(Self::Approximate)
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Approximate(value) => value,
            Self::Exact { mantissa, scale } => match DOUBLE_POWERS.get(scale as usize) {
                Some(power) if mantissa.unsigned_abs() < 1 << 53 => mantissa as f64 / power,
                _ => exact_text(mantissa, scale).parse().unwrap_or(f64::NAN),
            },
        }
    }

    /// A JSON number without useless zeros at the end, by which equal numbers have equal texts.
    pub fn canonical(self) -> String {
        match self {
            Self::Approximate(value) => double_text(value),
            Self::Exact { mut mantissa, mut scale } => {
                while scale > 0 && mantissa % 10 == 0 {
                    mantissa /= 10;
                    scale -= 1;
                }
                exact_text(mantissa, scale)
            }
        }
    }

    /// A JSON number with the digits as they were typed.
    pub fn text(self) -> String {
        match self {
            Self::Approximate(value) => double_text(value),
            Self::Exact { mantissa, scale } => exact_text(mantissa, scale),
        }
    }

    /// How two numbers stand to each other by value.
    pub fn compare(self, other: Self) -> Ordering {
        if let (Self::Exact { mantissa: a, scale: x }, Self::Exact { mantissa: b, scale: y }) = (self, other) {
            let common = x.max(y);
            if let (Some(a), Some(b)) = (rescale(a, common - x), rescale(b, common - y)) {
                return a.cmp(&b);
            }
        }
        self.to_f64().total_cmp(&other.to_f64())
    }
}

/// `mantissa * 10^by`, if that fits.
pub fn rescale(mantissa: i128, by: u32) -> Option<i128> {
    if by == 0 { Some(mantissa) } else { mantissa.checked_mul(10i128.checked_pow(by)?) }
}

/// Appends the digits of a whole part, checking that grouping marks stand between groups of three.
fn push_whole(whole: &[u8], style: Style, text: &mut String) -> Option<()> {
    let mark = whole.iter().copied().find(|byte| !byte.is_ascii_digit());
    let Some(mark) = mark else {
        text.extend(whole.iter().map(|byte| char::from(*byte)));
        return Some(());
    };
    if !style.groups(mark) {
        return None;
    }
    for (index, group) in whole.split(|byte| *byte == mark).enumerate() {
        let length_fits = if index == 0 { (1..=3).contains(&group.len()) } else { group.len() == 3 };
        if !length_fits || !group.iter().all(u8::is_ascii_digit) {
            return None;
        }
        text.extend(group.iter().map(|byte| char::from(*byte)));
    }
    Some(())
}

/// The decimal text of `mantissa / 10^scale`.
pub fn exact_text(mantissa: i128, scale: u32) -> String {
    let digits = mantissa.unsigned_abs().to_string();
    let sign = if mantissa < 0 { "-" } else { "" };
    let scale = scale as usize;
    if scale == 0 {
        return format!("{sign}{digits}");
    }
    let digits = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    format!("{sign}{whole}.{fraction}")
}

/// The shortest JSON number that reads back as the same double; whole numbers without `.0`.
pub fn double_text(value: f64) -> String {
    match serde_json::Number::from_f64(value) {
        Some(number) => {
            let text = number.to_string();
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        }
        None => "null".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(cell: &str) -> Option<String> {
        Number::parse(cell.as_bytes(), Style::Point).map(Number::text)
    }

    fn comma(cell: &str) -> Option<String> {
        Number::parse(cell.as_bytes(), Style::Comma).map(Number::text)
    }

    #[test]
    fn quantities_are_numbers() {
        for (cell, text) in [
            ("0", "0"),
            ("-12", "-12"),
            ("1.10", "1.10"),
            (".5", "0.5"),
            ("5.", "5"),
            ("+5", "5"),
            ("1,234,567.89", "1234567.89"),
            ("1'000", "1000"),
            ("1e3", "1000"),
            ("0.001", "0.001"),
            ("12345678901234567890", "12345678901234567890"),
            ("-0.000000000000000000000001", "-0.000000000000000000000001"),
        ] {
            assert_eq!(point(cell).as_deref(), Some(text), "{cell}");
        }
        assert_eq!(comma("1.234,56").as_deref(), Some("1234.56"));
        assert_eq!(comma("12,5").as_deref(), Some("12.5"));
        assert_eq!(comma("1 234").as_deref(), Some("1234"));
    }

    #[test]
    fn identifiers_are_not_numbers() {
        for cell in [
            "",
            "-",
            "+",
            ".",
            "007",
            "00.5",
            "0,123",
            "+4917012345",
            "1,23",
            "1,2345",
            "1.2.3",
            "12a",
            "0x1f",
            "1e",
            "e5",
            "--1",
            "NaN",
            "inf",
            "1e999",
        ] {
            assert_eq!(point(cell), None, "{cell}");
        }
        for cell in ["1.23", "1,2,3", "12.5"] {
            assert_eq!(comma(cell), None, "{cell}");
        }
    }

    #[test]
    fn comparison_is_exact() {
        let number = |cell: &str| Number::parse(cell.as_bytes(), Style::Point).unwrap();
        assert_eq!(number("1.10").compare(number("1.1")), Ordering::Equal);
        assert_eq!(number("12345678901234567890").compare(number("12345678901234567891")), Ordering::Less);
        assert_eq!(number("1e2").compare(number("100")), Ordering::Equal);
        assert_eq!(number("0.1").to_f64(), 0.1);
        assert_eq!(number("123456789012345678901").to_f64(), 123_456_789_012_345_678_901.0);
        assert_eq!(number("1.10").canonical(), "1.1");
    }
}
