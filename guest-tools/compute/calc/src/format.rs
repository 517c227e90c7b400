//! Writes a result.

use dashu_base::{BitTest, Signed};
use dashu_ratio::RBig;

use crate::fault::{Fault, Found};
use crate::number::{Decimal, Near, Number, fraction, log2, rounded};
use crate::syntax::Target;
use crate::work::Work;

/// Whole numbers of more digits are shown rounded.
const MOST_SHOWN: usize = 5_000;
/// Numbers with the point further from their digits are written with a power of ten.
const FARTHEST: usize = 21;
/// What stands before a rounded result.
const ABOUT: &str = "≈ ";

/// A number as it is answered. What is not exact is marked.
pub(crate) fn number(number: &Number, work: &Work) -> Found<String> {
    match number.exact() {
        Some(value) => exact(value, work),
        None => near(&number.near(work)?, work),
    }
}

fn exact(value: &RBig, work: &Work) -> Found<String> {
    if value.is_int() {
        // Three bits are less than a digit: the quick test spares writing out what is too long.
        let written = value.numerator().to_string();
        let digits = written.trim_start_matches('-').len();
        if digits <= MOST_SHOWN {
            return Ok(written);
        }
        let short = decimal(&rounded(value, work.precision()), work.precision());
        return Ok(format!("{ABOUT}{short} (a whole number of {digits} digits)"));
    }
    let short = rounded(value, work.precision());
    let mark = if fraction(short.clone())? == *value { "" } else { ABOUT };
    Ok(format!("{mark}{}", decimal(&short, work.precision())))
}

/// Shows as many digits as are known.
fn near(near: &Near, work: &Work) -> Found<String> {
    let known = (log2(&near.value) - near.error) * std::f64::consts::LOG10_2;
    if near.value.is_zero() || known < 1.0 {
        return Ok(format!("{ABOUT}0"));
    }
    let digits = (known as usize).clamp(1, work.precision());
    Ok(format!("{ABOUT}{}", decimal(&rounded(&near.value, digits), work.precision())))
}

/// Digits with a point, or with a power of ten.
fn decimal(value: &Decimal, precision: usize) -> String {
    let repr = value.repr();
    let (significand, exponent) = (repr.significand(), repr.exponent());
    let sign = if significand.is_negative() { "-" } else { "" };
    let digits = significand.to_string();
    let digits = digits.trim_start_matches('-');
    let count = isize::try_from(digits.len()).unwrap_or(isize::MAX);
    // The place of the point, counted from the first digit.
    let point = count.saturating_add(exponent);
    let farthest = isize::try_from(FARTHEST.max(precision)).unwrap_or(isize::MAX);
    let body = if digits == "0" {
        "0".to_owned()
    } else if exponent >= 0 && point <= farthest {
        format!("{digits}{}", "0".repeat(usize::try_from(exponent).unwrap_or_default()))
    } else if point > 0 && exponent < 0 {
        let (whole, part) = digits.split_at(usize::try_from(point).unwrap_or_default().min(digits.len()));
        format!("{whole}.{part}")
    } else if (-6..=0).contains(&point) {
        format!("0.{}{digits}", "0".repeat(usize::try_from(-point).unwrap_or_default()))
    } else {
        let (first, rest) = digits.split_at(1.min(digits.len()));
        let rest = if rest.is_empty() { String::new() } else { format!(".{rest}") };
        format!("{first}{rest}e{}", point.saturating_sub(1))
    };
    format!("{sign}{body}")
}

/// A plain number in the form that was asked for.
pub(crate) fn special(value: &Number, target: &Target, work: &Work) -> Found<String> {
    match target {
        Target::Percent => {
            let hundred = value.multiply(&Number::from(100), work)?;
            Ok(format!("{}%", number(&hundred, work)?))
        }
        Target::Fraction => match value.exact() {
            Some(value) if value.denominator().bit_len() + value.numerator().bit_len() <= 8 * MOST_SHOWN / 3 => {
                Ok(value.to_string())
            }
            Some(_) => Err(Fault::new("the fraction is too long to show")),
            None => Err(Fault::new("the value is rounded and has no exact fraction")),
        },
        Target::Base(base) => {
            let Some(value) = value.exact().filter(|value| value.is_int()) else {
                return Err(Fault::new(format!("only whole numbers are shown in base {base}; round first")));
            };
            let whole = value.numerator();
            if whole.bit_len() > 8 * MOST_SHOWN / 3 {
                return Err(Fault::new(format!("the number is too long to show in base {base}")));
            }
            let (sign, magnitude) = whole.clone().into_parts();
            let sign = if sign == dashu_base::Sign::Negative { "-" } else { "" };
            let prefix = match base {
                16 => "0x",
                8 => "0o",
                _ => "0b",
            };
            let radix = u8::try_from(*base).unwrap_or(2);
            Ok(format!("{sign}{prefix}{}", magnitude.in_radix(radix)))
        }
        Target::Unit(_) => Err(Fault::new("a unit is no form of a number")),
    }
}
