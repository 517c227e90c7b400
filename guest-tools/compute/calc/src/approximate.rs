//! Functions whose results are seldom fractions, rounded correctly to the digits of intermediate results.

use dashu_float::math::{FpError, FpResult};
use dashu_float::round::mode::HalfEven;
use dashu_float::{Context, Repr};
use dashu_ratio::RBig;

use crate::fault::{Fault, Found};
use crate::number::{Decimal, Near, Number, fraction, log2, log2_sum, off_by, rounded};
use crate::work::{MOST_DIGITS, Work, too_long, words};

/// The arithmetic of a given precision.
pub(crate) type Arithmetic = Context<HalfEven>;
pub(crate) type Digits = Repr<10>;

/// Digits beyond those of intermediate results that an argument is given with.
const SPARE: usize = 10;

/// An argument as a decimal number, and how far it is off: minus infinity if not at all.
fn argument(near: &Near, work: &Work) -> Found<(RBig, f64)> {
    let digits = work.digits() + SPARE;
    work.charge(words(&near.value) * words(&near.value))?;
    let short = fraction(rounded(&near.value, digits))?;
    let error = if short == near.value { near.error } else { log2_sum(near.error, off_by(&near.value, digits)) };
    Ok((short, error))
}

fn value(result: FpResult<Decimal>, domain: &str) -> Found<RBig> {
    let decimal = match result {
        Ok(value) => value.value(),
        Err(FpError::OutOfDomain | FpError::Indeterminate) => return Err(Fault::new(domain)),
        Err(FpError::Overflow(_) | FpError::InfiniteInput) => return Err(too_long()),
        Err(FpError::Underflow(_)) => return Err(Fault::new("the result is too small to be told from 0")),
        Err(FpError::ZivRetryLimitExceeded) => {
            return Err(Fault::new("the result cannot be computed to this precision; ask for another precision"));
        }
    };
    if decimal.repr().is_infinite() {
        return Err(Fault::new(domain));
    }
    if decimal.repr().exponent().unsigned_abs() > 2 * MOST_DIGITS {
        return Err(too_long());
    }
    fraction(decimal)
}

fn digits_of(value: &RBig, work: &Work) -> Digits {
    rounded(value, work.digits() + SPARE).into_repr()
}

/// What one evaluation costs, from measuring: how many times as much as the exponential.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cost {
    Little,
    Times(u64),
}

fn charge(cost: Cost, work: &Work) -> Found<()> {
    let digits = work.digits() as u64;
    work.charge(match cost {
        Cost::Little => 20_000 + 500 * digits,
        Cost::Times(factor) => factor * (100_000 + 8_000 * digits),
    })
}

/// A function of one number. `domain` says what it takes.
///
/// The error of the argument is carried over by looking how far the result moves with it.
pub(crate) fn of_one(
    x: &Number,
    domain: &str,
    cost: Cost,
    work: &Work,
    function: impl Fn(&Arithmetic, &Digits) -> FpResult<Decimal>,
) -> Found<Number> {
    let arithmetic = Arithmetic::new(work.digits());
    let evaluate = |x: &RBig| {
        charge(cost, work)?;
        value(function(&arithmetic, &digits_of(x, work)), domain)
    };
    let (x, error) = argument(&x.near(work)?, work)?;
    let result = evaluate(&x)?;
    let moved = moved(&x, error, &result, work, evaluate)?;
    finish(result, moved, work)
}

/// A function of two numbers.
pub(crate) fn of_two(
    x: &Number,
    y: &Number,
    domain: &str,
    cost: Cost,
    work: &Work,
    function: impl Fn(&Arithmetic, &Digits, &Digits) -> FpResult<Decimal>,
) -> Found<Number> {
    let arithmetic = Arithmetic::new(work.digits());
    let evaluate = |x: &RBig, y: &RBig| {
        charge(cost, work)?;
        value(function(&arithmetic, &digits_of(x, work), &digits_of(y, work)), domain)
    };
    let (x, x_error) = argument(&x.near(work)?, work)?;
    let (y, y_error) = argument(&y.near(work)?, work)?;
    let result = evaluate(&x, &y)?;
    let by_x = moved(&x, x_error, &result, work, |x| evaluate(x, &y))?;
    let by_y = moved(&y, y_error, &result, work, |y| evaluate(&x, y))?;
    finish(result, log2_sum(by_x, by_y), work)
}

/// How far a result moves if its argument moves by its error, as a binary logarithm with some room.
fn moved(x: &RBig, error: f64, result: &RBig, work: &Work, evaluate: impl Fn(&RBig) -> Found<RBig>) -> Found<f64> {
    if error == f64::NEG_INFINITY {
        return Ok(error);
    }
    // A step of less than a few units of the last digit would be rounded away.
    let step = power_of_two(error.max(off_by(x, work.digits() + SPARE) + 3.0));
    let beside = evaluate(&(x + &step)).or_else(|above| {
        // At the edge of what the function takes only one side has a result.
        evaluate(&(x - &step)).map_err(|below| {
            if below == above {
                return below;
            }
            Fault::new("so small a difference of the arguments decides the result; ask for a higher precision")
        })
    })?;
    Ok(log2(&(beside - result)) + 1.0)
}

fn power_of_two(logarithm: f64) -> RBig {
    // Errors lie within the bounds of values; a loss of range would only widen the bound.
    let exponent = logarithm.ceil().clamp(-400_000.0, 400_000.0) as isize;
    RBig::from(2).pow(exponent)
}

fn finish(result: RBig, moved: f64, work: &Work) -> Found<Number> {
    let own = off_by(&result, work.digits());
    Near::new(result, log2_sum(own, moved), work).map(Number::Near)
}
