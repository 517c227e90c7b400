//! Writing numbers for people.

/// Above this, numbers on an axis are written in millions, billions and so on.
const LARGE: f64 = 1e6;
/// What is smaller or larger is written with a power of ten.
const SMALLEST: f64 = 1e-5;
const LARGEST: f64 = 1e15;

/// One way of writing all numbers of an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Format {
    divisor: f64,
    suffix: &'static str,
    decimals: usize,
    is_power: bool,
    is_grouped: bool,
}

impl Format {
    /// For numbers up to `largest` (in size) that are `step` apart.
    pub(crate) fn of(largest: f64, step: f64) -> Self {
        let largest = largest.abs();
        if largest >= LARGEST || (largest > 0.0 && largest < SMALLEST) {
            return Self { divisor: 1.0, suffix: "", decimals: 2, is_power: true, is_grouped: false };
        }
        let (divisor, suffix) = match largest {
            _ if largest < LARGE => (1.0, ""),
            _ if largest < 1e9 => (1e6, "M"),
            _ if largest < 1e12 => (1e9, "B"),
            _ => (1e12, "T"),
        };
        Self { divisor, suffix, decimals: decimals(step / divisor), is_power: false, is_grouped: true }
    }

    /// The same without commas, for years.
    pub(crate) fn ungrouped(self) -> Self {
        Self { is_grouped: false, ..self }
    }

    /// Writes a number.
    pub(crate) fn write(&self, value: f64) -> String {
        if self.is_power {
            return with_power(value);
        }
        let text = format!("{:.*}", self.decimals, value.abs() / self.divisor);
        let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        if is_zero {
            return "0".to_owned();
        }
        let minus = if value < 0.0 { "−" } else { "" };
        let text = if self.is_grouped { grouped(&text) } else { text };
        format!("{minus}{text}{}", self.suffix)
    }
}

/// How many decimals a step of an axis needs.
fn decimals(step: f64) -> usize {
    (0..=9)
        .find(|&decimals| {
            let shifted = step.abs() * 10_f64.powi(decimals);
            (shifted - shifted.round()).abs() < 1e-6 * shifted.max(1e-9)
        })
        .map_or(9, |decimals| decimals as usize)
}

/// A value by itself, with about four digits: `1,234`, `0.1235`, `1.23M`.
pub(crate) fn plain(value: f64) -> String {
    plain_among(value, value)
}

/// A value with about as many digits as `largest`, the largest of those that stand beside it, and in the same way.
pub(crate) fn plain_among(value: f64, largest: f64) -> String {
    let size = largest.abs();
    let step = match size {
        _ if size == 0.0 => 1.0,
        _ if size >= 1e12 => 1e10,
        _ if size >= 1e9 => 1e7,
        _ if size >= LARGE => 1e4,
        _ => 10_f64.powf((size.log10().floor() - 3.0).min(0.0)),
    };
    let written = Format::of(largest, step).write(value);
    // Zeros at the end say nothing about a single value.
    match written.split_once('.') {
        Some((whole, rest)) if !rest.contains('×') => {
            let digits = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let suffix = rest.get(digits.len()..).unwrap_or_default();
            let digits = digits.trim_end_matches('0');
            let point = if digits.is_empty() { "" } else { "." };
            format!("{whole}{point}{digits}{suffix}")
        }
        _ => written,
    }
}

fn with_power(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.2e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    let raised: String = power
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            digit => digit.to_digit(10).and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize)).unwrap_or(digit),
        })
        .collect();
    let digits = digits.replace('-', "−");
    match digits.as_str() {
        "1" => format!("10{raised}"),
        _ => format!("{digits}×10{raised}"),
    }
}

fn grouped(text: &str) -> String {
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::with_capacity(text.len() + 4);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_written_in_one_way() {
        let written = |largest, step, values: &[f64]| {
            let format = Format::of(largest, step);
            values.iter().map(|value| format.write(*value)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(written(1500.0, 500.0, &[0.0, 500.0, 1500.0]), "0 500 1,500");
        assert_eq!(written(1.0, 0.25, &[-0.25, 0.0, 0.5]), "−0.25 0 0.50");
        assert_eq!(written(2.5e6, 5e5, &[0.0, 5e5, 2e6]), "0 0.5M 2.0M");
        assert_eq!(written(3e9, 1e9, &[3e9]), "3B");
        assert_eq!(written(2e-7, 1e-7, &[0.0, 1e-7, 2e-7]), "0 10⁻⁷ 2×10⁻⁷");
        assert_eq!(written(3e20, 1e20, &[-2.5e20]), "−2.5×10²⁰");
        assert_eq!(written(0.3, 0.1, &[0.1 + 0.2]), "0.3");
        assert_eq!(written(99.0, 1.0, &[-1e-17]), "0");
    }

    #[test]
    fn a_value_has_about_four_digits() {
        let cases = [
            (0.0, "0"),
            (12.0, "12"),
            (12.50, "12.5"),
            (1234.5, "1,234"),
            (0.123456, "0.1235"),
            (1.5e6, "1.5M"),
            (-2.0, "−2"),
        ];
        for (value, text) in cases {
            assert_eq!(plain(value), text);
        }
        assert_eq!(plain(2e6), "2M");
    }
}
