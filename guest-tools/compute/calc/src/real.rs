//! Roots, exponentials and logarithms.

use dashu_base::{BitTest, UnsignedAbs};
use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::approximate::{Cost, of_one};
use crate::fault::{Fault, Found};
use crate::function::at;
use crate::number::Number;
use crate::quantity::Quantity;
use crate::work::{MOST_DIGITS, Work};

/// exp of more than this has too many digits.
const MOST_EXPONENT: i32 = 46_051;

fn plain<'a>(arguments: &'a [Quantity], name: &str) -> Found<&'a Number> {
    at(arguments, 0)?.plain(name)
}

pub(crate) fn sqrt(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    at(arguments, 0)?.root(2, work)
}

pub(crate) fn cbrt(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    at(arguments, 0)?.root(3, work)
}

pub(crate) fn root(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let degree = at(arguments, 1)?.plain("the degree of a root")?.exact().filter(|degree| degree.is_int());
    match degree.and_then(|degree| usize::try_from(degree.numerator().clone()).ok()) {
        Some(degree) if (1..=MOST_DIGITS).contains(&degree) => at(arguments, 0)?.root(degree, work),
        _ => Err(Fault::new(format!("the degree of a root is a whole number from 1 to {MOST_DIGITS}"))),
    }
}

pub(crate) fn pow(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    at(arguments, 0)?.power(at(arguments, 1)?, work)
}

/// Refuses what an exponential cannot be worked out of.
fn exponent<'a>(x: &'a Number, work: &Work) -> Found<&'a Number> {
    if x.clone().abs().compare(&Number::from(MOST_EXPONENT), work)?.is_gt() {
        return Err(Fault::new(format!(
            "the exponential of more than {MOST_EXPONENT} or less than -{MOST_EXPONENT} has more than {MOST_DIGITS} digits"
        )));
    }
    Ok(x)
}

pub(crate) fn exp(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = exponent(plain(arguments, "exp")?, work)?;
    if x.exact().is_some_and(RBig::is_zero) {
        return Ok(Number::from(1).into());
    }
    of_one(x, "exp takes any number", Cost::Times(1), work, |arithmetic, x| arithmetic.exp(x, None)).map(Quantity::from)
}

/// Refuses what has no logarithm.
fn positive<'a>(x: &'a Number, name: &str) -> Found<&'a Number> {
    if x.is_zero() || x.is_negative() {
        return Err(Fault::new(format!("{name} takes only numbers greater than 0")));
    }
    Ok(x)
}

pub(crate) fn ln(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    natural(positive(plain(arguments, "ln")?, "ln")?, work).map(Quantity::from)
}

fn natural(x: &Number, work: &Work) -> Found<Number> {
    if x.exact().is_some_and(RBig::is_one) {
        return Ok(Number::from(0));
    }
    of_one(x, "ln takes only numbers greater than 0", Cost::Times(2), work, |arithmetic, x| arithmetic.ln(x, None))
}

/// The whole exponent that gives the value, if there is one.
fn whole_logarithm(value: &RBig, base: &UBig, work: &Work) -> Found<Option<i64>> {
    let (above, below) = (value.numerator().clone().unsigned_abs(), value.denominator());
    let (mut rest, sign) = match (above.is_one(), below.is_one()) {
        (_, true) => (above, 1),
        (true, false) => (below.clone(), -1),
        (false, false) => return Ok(None),
    };
    let words = (rest.bit_len() / 32 + 1) as u64;
    work.charge(4 * words * words)?;
    let count = rest.remove(base).unwrap_or_default();
    Ok(rest.is_one().then(|| sign * i64::try_from(count).unwrap_or(i64::MAX)))
}

/// A logarithm to a whole base: exact if it is whole.
fn to_base(x: &Number, base: u8, work: &Work, approximate: impl Fn(&Number) -> Found<Number>) -> Found<Quantity> {
    if let Some(value) = x.exact()
        && let Some(exponent) = whole_logarithm(value, &UBig::from(base), work)?
    {
        return Ok(Number::Exact(RBig::from(exponent)).into());
    }
    approximate(x).map(Quantity::from)
}

pub(crate) fn log10(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = positive(plain(arguments, "log10")?, "log10")?;
    to_base(x, 10, work, |x| {
        of_one(x, "log10 takes only numbers greater than 0", Cost::Times(3), work, |arithmetic, x| {
            arithmetic.log10(x, None)
        })
    })
}

pub(crate) fn log2(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = positive(plain(arguments, "log2")?, "log2")?;
    to_base(x, 2, work, |x| {
        of_one(x, "log2 takes only numbers greater than 0", Cost::Times(3), work, |arithmetic, x| {
            arithmetic.log2(x, None)
        })
    })
}

/// The logarithm to a given base.
pub(crate) fn log(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    if arguments.len() == 1 {
        return Err(Fault::new("log needs a base: log(x, base); or use ln(x), log10(x) or log2(x)"));
    }
    let x = positive(plain(arguments, "log")?, "log")?;
    let base = positive(at(arguments, 1)?.plain("a base")?, "a base")?;
    if base.exact().is_some_and(RBig::is_one) {
        return Err(Fault::new("there is no logarithm to the base 1"));
    }
    if let (Some(value), Some(whole)) = (x.exact(), base.exact().filter(|base| base.is_int()))
        && let Some(exponent) = whole_logarithm(value, &whole.numerator().clone().unsigned_abs(), work)?
    {
        return Ok(Number::Exact(RBig::from(exponent)).into());
    }
    natural(x, work)?.divide(&natural(base, work)?, work).map(Quantity::from)
}

pub(crate) fn hypot(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let (a, b) = (at(arguments, 0)?, at(arguments, 1)?);
    a.multiply(a, work)?.add(&b.multiply(b, work)?, work)?.root(2, work)
}

/// A function that is 0 at 0.
fn through_zero(
    arguments: &[Quantity],
    name: &str,
    domain: &str,
    work: &Work,
    approximate: impl Fn(&Number, &str) -> Found<Number>,
) -> Found<Quantity> {
    let x = plain(arguments, name)?;
    if x.exact().is_some_and(RBig::is_zero) {
        return Ok(Number::from(0).into());
    }
    // Bounds the work and the result.
    let x = if matches!(name, "sinh" | "cosh" | "tanh") { exponent(x, work)? } else { x };
    approximate(x, domain).map(Quantity::from)
}

pub(crate) fn sinh(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    through_zero(arguments, "sinh", "sinh takes any number", work, |x, domain| {
        of_one(x, domain, Cost::Times(2), work, |arithmetic, x| arithmetic.sinh(x, None))
    })
}

pub(crate) fn cosh(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = exponent(plain(arguments, "cosh")?, work)?;
    if x.exact().is_some_and(RBig::is_zero) {
        return Ok(Number::from(1).into());
    }
    of_one(x, "cosh takes any number", Cost::Times(2), work, |arithmetic, x| arithmetic.cosh(x, None))
        .map(Quantity::from)
}

pub(crate) fn tanh(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    through_zero(arguments, "tanh", "tanh takes any number", work, |x, domain| {
        of_one(x, domain, Cost::Times(1), work, |arithmetic, x| arithmetic.tanh(x, None))
    })
}

pub(crate) fn asinh(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    through_zero(arguments, "asinh", "asinh takes any number", work, |x, domain| {
        of_one(x, domain, Cost::Times(2), work, |arithmetic, x| arithmetic.asinh(x, None))
    })
}

pub(crate) fn acosh(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = plain(arguments, "acosh")?;
    if x.exact().is_some_and(RBig::is_one) {
        return Ok(Number::from(0).into());
    }
    of_one(x, "acosh takes only numbers from 1 on", Cost::Times(2), work, |arithmetic, x| arithmetic.acosh(x, None))
        .map(Quantity::from)
}

pub(crate) fn atanh(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    through_zero(arguments, "atanh", "atanh takes only numbers between -1 and 1", work, |x, domain| {
        of_one(x, domain, Cost::Times(3), work, |arithmetic, x| arithmetic.atanh(x, None))
    })
}
