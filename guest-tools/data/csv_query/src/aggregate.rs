//! Aggregate functions over the rows of a group.
//!
//! Missing values are left out. Sums keep every digit; averages, medians and standard deviations are doubles.

use std::cmp::Ordering;
use std::collections::HashSet;

use rustc_hash::FxBuildHasher;
use xxhash_rust::xxh3::xxh3_128;

use toolhost_tables::number::{Number, Style, double_text, exact_text, rescale};
use toolhost_tables::value::{Shown, compare_cells};

/// The functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Count,
    CountDistinct,
    Sum,
    Avg,
    Min,
    Max,
    Median,
    Stddev,
    First,
    Last,
}

impl Function {
    /// Every function with its name, in the order in which they are listed to a caller.
    pub(crate) const ALL: [(&'static str, Self); 10] = [
        ("count", Self::Count),
        ("count_distinct", Self::CountDistinct),
        ("sum", Self::Sum),
        ("avg", Self::Avg),
        ("min", Self::Min),
        ("max", Self::Max),
        ("median", Self::Median),
        ("stddev", Self::Stddev),
        ("first", Self::First),
        ("last", Self::Last),
    ];

    /// Whether it works on numbers alone, so that other cells are left out.
    pub(crate) fn takes_numbers(self) -> bool {
        matches!(self, Self::Sum | Self::Avg | Self::Median | Self::Stddev)
    }
}

/// What a function has gathered so far.
#[derive(Debug)]
pub(crate) enum State {
    Count(u64),
    Distinct(HashSet<u128, FxBuildHasher>),
    Sum(Sum),
    Avg(Sum),
    Extreme { keep: Ordering, numbers: Option<Style>, best: Option<Box<[u8]>> },
    Median(Vec<f64>),
    Stddev { count: u64, mean: f64, squares: f64 },
    First(Option<Box<[u8]>>),
    Last(Option<Box<[u8]>>),
}

impl State {
    pub(crate) fn new(function: Function, numbers: Option<Style>) -> Self {
        match function {
            Function::Count => Self::Count(0),
            Function::CountDistinct => Self::Distinct(HashSet::default()),
            Function::Sum => Self::Sum(Sum::default()),
            Function::Avg => Self::Avg(Sum::default()),
            Function::Min => Self::Extreme { keep: Ordering::Less, numbers, best: None },
            Function::Max => Self::Extreme { keep: Ordering::Greater, numbers, best: None },
            Function::Median => Self::Median(Vec::new()),
            Function::Stddev => Self::Stddev { count: 0, mean: 0.0, squares: 0.0 },
            Function::First => Self::First(None),
            Function::Last => Self::Last(None),
        }
    }

    /// Takes in a number. Returns the bytes of memory that it took.
    pub(crate) fn add_number(&mut self, number: Number) -> usize {
        match self {
            Self::Sum(sum) | Self::Avg(sum) => sum.add(number),
            Self::Median(values) => {
                values.push(number.to_f64());
                return 8;
            }
            // Welford's method, which does not lose the small differences of large values.
            Self::Stddev { count, mean, squares } => {
                let value = number.to_f64();
                *count += 1;
                let off = value - *mean;
                *mean += off / *count as f64;
                *squares += off * (value - *mean);
            }
            _ => {}
        }
        0
    }

    /// Takes in a cell; `canonical` gives equal numbers equal bytes. Returns the bytes of memory that it took.
    pub(crate) fn add_cell(&mut self, cell: &[u8], canonical: impl FnOnce() -> u128) -> usize {
        match self {
            Self::Count(count) => *count += 1,
            Self::Distinct(seen) => return if seen.insert(canonical()) { 28 } else { 0 },
            Self::Extreme { keep, numbers, best } => {
                let better = best.as_ref().is_none_or(|best| compare_cells(cell, best, *numbers) == *keep);
                if better {
                    return replace(best, cell);
                }
            }
            Self::First(first @ None) => return replace(first, cell),
            Self::Last(last) => return replace(last, cell),
            _ => {}
        }
        0
    }

    /// The result.
    pub(crate) fn finish(&mut self, numbers: Option<Style>) -> Shown {
        match self {
            Self::Count(count) => Shown::number(count.to_string()),
            Self::Distinct(seen) => Shown::number(seen.len().to_string()),
            Self::Sum(sum) => sum.total(),
            Self::Avg(sum) => sum.average().map_or(Shown::Null, |value| Shown::number(double_text(value))),
            Self::Extreme { best, .. } => best.as_deref().map_or(Shown::Null, |cell| Shown::cell(cell, numbers)),
            Self::Median(values) => median(values).map_or(Shown::Null, |value| Shown::number(double_text(value))),
            Self::Stddev { count, squares, .. } if *count > 1 => {
                Shown::number(double_text((*squares / (*count - 1) as f64).sqrt()))
            }
            Self::Stddev { .. } => Shown::Null,
            Self::First(cell) | Self::Last(cell) => {
                cell.as_deref().map_or(Shown::Null, |cell| Shown::cell(cell, numbers))
            }
        }
    }
}

/// A fingerprint wide enough that two different texts never share one in practice.
pub(crate) fn fingerprint(text: &[u8]) -> u128 {
    xxh3_128(text)
}

fn replace(place: &mut Option<Box<[u8]>>, cell: &[u8]) -> usize {
    let grown = cell.len().saturating_sub(place.as_ref().map_or(0, |old| old.len()));
    *place = Some(cell.into());
    grown
}

fn median(values: &mut [f64]) -> Option<f64> {
    let middle = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    let even = values.len().is_multiple_of(2);
    let (below, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let upper = *upper;
    if !even {
        return Some(upper);
    }
    let lower = below.iter().copied().max_by(f64::total_cmp)?;
    Some(lower + (upper - lower) / 2.0)
}

/// A sum that is exact for numbers in plain notation.
#[derive(Debug, Default)]
pub(crate) struct Sum {
    count: u64,
    mantissa: i128,
    scale: u32,
    /// What could not be added exactly, with the rounding errors that a plain sum would lose (Neumaier).
    rough: Option<(f64, f64)>,
}

impl Sum {
    fn add(&mut self, number: Number) {
        self.count += 1;
        if let Number::Exact { mantissa, scale } = number
            && self.add_exactly(mantissa, scale).is_some()
        {
            return;
        }
        let value = number.to_f64();
        let (sum, lost) = self.rough.unwrap_or_default();
        let next = sum + value;
        let error = if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
        self.rough = Some((next, lost + error));
    }

    fn add_exactly(&mut self, mantissa: i128, scale: u32) -> Option<()> {
        if scale == self.scale {
            self.mantissa = self.mantissa.checked_add(mantissa)?;
            return Some(());
        }
        let common = scale.max(self.scale);
        let sum = rescale(self.mantissa, common - self.scale)?.checked_add(rescale(mantissa, common - scale)?)?;
        (self.mantissa, self.scale) = (sum, common);
        Some(())
    }

    fn exact(&self) -> Number {
        Number::Exact { mantissa: self.mantissa, scale: self.scale }
    }

    fn value(&self) -> f64 {
        self.exact().to_f64() + self.rough.map_or(0.0, |(sum, lost)| sum + lost)
    }

    fn average(&self) -> Option<f64> {
        (self.count > 0).then(|| self.value() / self.count as f64)
    }

    fn total(&self) -> Shown {
        match (self.count, self.rough) {
            (0, _) => Shown::Null,
            (_, None) => Shown::number(exact_text(self.mantissa, self.scale)),
            _ => Shown::number(double_text(self.value())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(function: Function, cells: &[&str]) -> String {
        let mut state = State::new(function, Some(Style::Point));
        for cell in cells {
            match Number::parse(cell.as_bytes(), Style::Point).filter(|_| function.takes_numbers()) {
                Some(number) => state.add_number(number),
                None => state.add_cell(cell.as_bytes(), || fingerprint(cell.as_bytes())),
            };
        }
        state.finish(Some(Style::Point)).json()
    }

    #[test]
    fn sums_keep_every_digit() {
        assert_eq!(over(Function::Sum, &["0.1", "0.2"]), "0.3");
        assert_eq!(over(Function::Sum, &["1.50", "2"]), "3.50");
        assert_eq!(over(Function::Sum, &["9007199254740993", "1"]), "9007199254740994");
        assert_eq!(over(Function::Sum, &["99999999999999999999", "1"]), "\"100000000000000000000\"");
        assert_eq!(over(Function::Sum, &["1e20", "1", "-1e20"]), "1");
        assert_eq!(over(Function::Sum, &[]), "null");
    }

    #[test]
    fn statistics_match_their_definitions() {
        let cells = ["2", "4", "4", "4", "5", "5", "7", "9"];
        assert_eq!(over(Function::Avg, &cells), "5");
        assert_eq!(over(Function::Median, &cells), "4.5");
        assert_eq!(over(Function::Median, &["3", "1", "2"]), "2");
        assert_eq!(over(Function::Stddev, &cells), "2.138089935299395");
        assert_eq!(over(Function::Stddev, &["1"]), "null");
        assert_eq!(over(Function::Avg, &["0.1", "0.2"]), "0.15");
    }

    #[test]
    fn extremes_compare_numbers_and_keep_what_was_typed() {
        assert_eq!(over(Function::Max, &["9", "10.50", "2"]), "10.50");
        assert_eq!(over(Function::Min, &["9", "10", "2"]), "2");
        assert_eq!(over(Function::First, &["9", "10"]), "9");
        assert_eq!(over(Function::Last, &["9", "10"]), "10");
        assert_eq!(over(Function::CountDistinct, &["a", "b", "a"]), "2");
        assert_eq!(over(Function::Count, &["a", "b", "a"]), "3");
    }
}
