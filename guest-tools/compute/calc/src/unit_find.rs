//! Finds units by the names that people write.

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::dimension::Dimension;
use crate::number::Number;
use crate::unit::{Known, Unit};
use crate::unit_table::{BINARY, METRIC, Prefixes, Row, UNITS};
use crate::work::Work;

/// The unit of this name. `m2` and `square_meter` are powers.
pub(crate) fn find(name: &str, work: &Work) -> Option<Unit> {
    if let Some(known) = single(name, work) {
        return Some(Unit::of(known, 1));
    }
    for (power, words) in [(2, ["square_", "sq_", "sq"]), (3, ["cubic_", "cu_", "cu"])] {
        for word in words {
            if let Some(known) = name.strip_prefix(word).and_then(|rest| single(rest, work)) {
                return Some(Unit::of(known, power));
            }
        }
        let digit = if power == 2 { '2' } else { '3' };
        if let Some(known) = name.strip_suffix(digit).and_then(|rest| single(rest, work)) {
            return Some(Unit::of(known, power));
        }
    }
    None
}

/// Whether two words side by side are one name, such as `nautical miles` or `square feet`.
pub(crate) fn is_joined(first: &str, second: &str) -> bool {
    let joined = format!("{first}_{second}");
    let is_power = matches!(first, "square" | "sq" | "cubic" | "cu");
    is_power || UNITS.iter().any(|row| is_name(row, &joined))
}

/// Every name that stands in the table.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    UNITS.iter().flat_map(|row| std::iter::once(row.symbol).chain(row.names.split_whitespace()))
}

/// Names with prefixes in words, such as `kilometer`.
pub(crate) fn prefixed_names() -> impl Iterator<Item = String> {
    let words = METRIC.iter().map(|(_, word, _)| *word).chain(BINARY.iter().map(|(_, word, _)| *word));
    let rows = || UNITS.iter().filter(|row| row.prefixes != Prefixes::None);
    let names = move || rows().flat_map(|row| row.names.split_whitespace().filter(|name| name.len() > 2));
    words.flat_map(move |word| names().map(move |name| format!("{word}{name}")))
}

fn single(name: &str, work: &Work) -> Option<Known> {
    if let Some(known) = spelled(name, work) {
        return Some(known);
    }
    // Words may begin with a capital; symbols may not, because `mW` and `MW` differ.
    let lower = name.to_lowercase();
    (name.chars().count() > 3 && lower != name).then(|| spelled_out(&lower, work)).flatten()
}

fn spelled(name: &str, work: &Work) -> Option<Known> {
    if let Some(row) = UNITS.iter().find(|row| row.symbol == name) {
        return known(row, "", Number::from(1), work);
    }
    spelled_out(name, work).or_else(|| with_prefix_symbol(name, work))
}

/// By whole words: `metre`, `miles`, `kilograms`.
fn spelled_out(name: &str, work: &Work) -> Option<Known> {
    if let Some(row) = UNITS.iter().find(|row| is_name(row, name)) {
        return known(row, "", Number::from(1), work);
    }
    let long = |row: &&Row, rest: &str| row.prefixes != Prefixes::None && rest.len() > 2 && is_name(row, rest);
    for (symbol, word, power) in METRIC {
        let Some(rest) = name.strip_prefix(word) else { continue };
        if let Some(row) = UNITS.iter().find(|row| long(row, rest)) {
            return known(row, symbol, ten_to(*power), work);
        }
    }
    for (symbol, word, power) in BINARY {
        let Some(rest) = name.strip_prefix(word) else { continue };
        if let Some(row) = UNITS.iter().find(|row| row.prefixes == Prefixes::Binary && long(row, rest)) {
            return known(row, symbol, two_to(*power), work);
        }
    }
    None
}

fn with_prefix_symbol(name: &str, work: &Work) -> Option<Known> {
    let is_short = |row: &Row, rest: &str| {
        row.symbol == rest || row.names.split_whitespace().any(|name| name == rest && name.chars().count() == 1)
    };
    for (symbol, _, power) in BINARY {
        let Some(rest) = name.strip_prefix(symbol) else { continue };
        if let Some(row) = UNITS.iter().find(|row| row.prefixes == Prefixes::Binary && is_short(row, rest)) {
            return known(row, symbol, two_to(*power), work);
        }
    }
    for (symbol, _, power) in METRIC {
        // The micro sign has two code points, and many write `u`.
        let spellings: &[&str] = if *symbol == "µ" { &["µ", "μ", "u"] } else { &[symbol] };
        let rest = spellings.iter().find_map(|spelling| name.strip_prefix(spelling));
        let Some(rest) = rest else { continue };
        if let Some(row) = UNITS.iter().find(|row| row.prefixes != Prefixes::None && is_short(row, rest)) {
            return known(row, symbol, ten_to(*power), work);
        }
    }
    None
}

fn is_name(row: &Row, name: &str) -> bool {
    let is = |known: &str| {
        known == name || (known.len() > 2 && name.strip_suffix('s').is_some_and(|singular| singular == known))
    };
    is(row.symbol) || row.names.split_whitespace().any(is)
}

fn ten_to(power: i32) -> Number {
    Number::Exact(RBig::from(10).pow(power as isize))
}

fn two_to(power: usize) -> Number {
    Number::Exact(RBig::from(UBig::from(2_u8).pow(power)))
}

fn known(row: &Row, prefix: &str, factor: Number, work: &Work) -> Option<Known> {
    let zero = match row.zero {
        None => None,
        Some(zero) => Some(size(zero, work)?.exact()?.clone()),
    };
    Some(Known {
        symbol: format!("{prefix}{}", row.symbol),
        size: size(row.size, work)?.multiply(&factor, work).ok()?,
        dimension: Dimension::read(row.dimension),
        zero,
    })
}

/// Reads a size of the table: numbers and `pi`, multiplied and divided from left to right.
fn size(text: &str, work: &Work) -> Option<Number> {
    let mut product = Number::from(1);
    let mut rest = text;
    let mut divides = false;
    loop {
        let end = rest.find(['*', '/']).unwrap_or(rest.len());
        let (factor, after) = rest.split_at(end);
        let factor = match factor {
            "pi" => Number::Pi(RBig::ONE),
            digits => Number::Exact(RBig::from_str_decimal(digits).ok()?),
        };
        product = if divides { product.divide(&factor, work) } else { product.multiply(&factor, work) }.ok()?;
        let Some(operator) = after.chars().next() else { return Some(product) };
        divides = operator == '/';
        rest = after.get(1..)?;
    }
}
