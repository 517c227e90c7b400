//! Functions of angles: exact at the multiples of 15 and 30 degrees where the result is a fraction.

use dashu_base::Signed;
use dashu_ratio::RBig;

use crate::approximate::{Cost, of_one, of_two};
use crate::fault::{Fault, Found};
use crate::function::at;
use crate::number::{Number, log2};
use crate::quantity::Quantity;
use crate::work::Work;

/// The largest angle in bits, about 10^100: reducing a larger one takes long, and nobody means it.
const MOST_BITS: f64 = 333.0;

/// An angle in radians: with a unit of angle, or a plain number.
fn radians(arguments: &[Quantity], name: &str, work: &Work) -> Found<Number> {
    let x = at(arguments, 0)?;
    let number = if x.unit.dimension().is_angle() {
        x.number.multiply(&x.unit.size(work)?, work)?
    } else {
        x.plain(name).map_err(|_| Fault::new(format!("{name} takes an angle, not {}", x.unit.described())))?.clone()
    };
    if log2(&number.near(work)?.value) > MOST_BITS {
        return Err(Fault::new(format!("this angle is too large for {name}")));
    }
    Ok(number)
}

/// A multiple of π within one turn, counted in twelfths of a half turn, if it is a whole number of those.
fn twelfths(x: &Number) -> Option<i64> {
    let factor = match x {
        Number::Pi(factor) => factor.clone(),
        Number::Exact(value) if value.is_zero() => RBig::ZERO,
        Number::Exact(_) | Number::Near(_) => return None,
    };
    let steps = factor * RBig::from(12);
    if !steps.is_int() {
        return None;
    }
    let turns = RBig::from((&steps / RBig::from(24)).floor());
    i64::try_from((steps - turns * RBig::from(24)).numerator().clone()).ok()
}

fn half(sign: i32) -> Number {
    Number::Exact(RBig::from_parts(sign.into(), 2_u8.into()))
}

/// The sine of a whole number of twelfths of a half turn, if it is a fraction.
fn exact_sine(twelfths: i64) -> Option<Number> {
    match twelfths.rem_euclid(24) {
        0 | 12 => Some(Number::from(0)),
        2 | 10 => Some(half(1)),
        6 => Some(Number::from(1)),
        14 | 22 => Some(half(-1)),
        18 => Some(Number::from(-1)),
        _ => None,
    }
}

pub(crate) fn sin(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = radians(arguments, "sin", work)?;
    match twelfths(&x).and_then(exact_sine) {
        Some(exact) => Ok(exact.into()),
        None => of_one(&x, "sin takes any angle", Cost::Times(2), work, |arithmetic, x| arithmetic.sin(x, None))
            .map(Quantity::from),
    }
}

pub(crate) fn cos(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = radians(arguments, "cos", work)?;
    match twelfths(&x).and_then(|steps| exact_sine(steps + 6)) {
        Some(exact) => Ok(exact.into()),
        None => of_one(&x, "cos takes any angle", Cost::Times(2), work, |arithmetic, x| arithmetic.cos(x, None))
            .map(Quantity::from),
    }
}

pub(crate) fn tan(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = radians(arguments, "tan", work)?;
    let no_tangent = "there is no tangent of a quarter turn (90 deg)";
    match twelfths(&x).map(|steps| steps.rem_euclid(12)) {
        Some(0) => Ok(Number::from(0).into()),
        Some(3) => Ok(Number::from(1).into()),
        Some(6) => Err(Fault::new(no_tangent)),
        Some(9) => Ok(Number::from(-1).into()),
        _ => of_one(&x, no_tangent, Cost::Times(4), work, |arithmetic, x| arithmetic.tan(x, None)).map(Quantity::from),
    }
}

/// A multiple of π as a fraction of a half turn.
fn pi(above: i32, below: u8) -> Quantity {
    Number::Pi(RBig::from_parts(above.into(), below.into())).into()
}

/// Twice the argument, if that is -2, -1, 0, 1 or 2: what `asin` and `acos` are exact at.
fn doubled(x: &Number) -> Option<i32> {
    let twice = x.exact()? * RBig::from(2);
    if twice.is_int() { i32::try_from(twice.numerator().clone()).ok() } else { None }
}

/// An argument between -1 and 1. One that may be 1 is taken for it.
fn within_one(arguments: &[Quantity], name: &str, work: &Work) -> Found<Number> {
    let x = at(arguments, 0)?.plain(name)?.clone();
    for end in [1, -1] {
        let past = x.subtract(&Number::from(end), work)?;
        if x.exact().is_none() && past.is_zero() {
            return Ok(Number::from(end));
        }
    }
    if x.clone().abs().compare(&Number::from(1), work)?.is_gt() {
        return Err(Fault::new(format!("{name} takes only numbers from -1 to 1")));
    }
    Ok(x)
}

pub(crate) fn asin(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = within_one(arguments, "asin", work)?;
    match doubled(&x) {
        Some(0) => Ok(Number::from(0).into()),
        Some(sign @ (1 | -1)) => Ok(pi(sign, 6)),
        Some(sign @ (2 | -2)) => Ok(pi(sign / 2, 2)),
        _ => of_one(&x, "asin takes only numbers from -1 to 1", Cost::Times(4), work, |arithmetic, x| {
            arithmetic.asin(x, None)
        })
        .map(Quantity::from),
    }
}

pub(crate) fn acos(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = within_one(arguments, "acos", work)?;
    match doubled(&x) {
        Some(2) => Ok(Number::from(0).into()),
        Some(1) => Ok(pi(1, 3)),
        Some(0) => Ok(pi(1, 2)),
        Some(-1) => Ok(pi(2, 3)),
        Some(-2) => Ok(pi(1, 1)),
        _ => of_one(&x, "acos takes only numbers from -1 to 1", Cost::Times(4), work, |arithmetic, x| {
            arithmetic.acos(x, None)
        })
        .map(Quantity::from),
    }
}

pub(crate) fn atan(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let x = at(arguments, 0)?.plain("atan")?;
    match doubled(x) {
        Some(0) => Ok(Number::from(0).into()),
        Some(sign @ (2 | -2)) => Ok(pi(sign / 2, 4)),
        _ => of_one(x, "atan takes any number", Cost::Times(4), work, |arithmetic, x| arithmetic.atan(x, None))
            .map(Quantity::from),
    }
}

/// The angle of the point (x, y), given as `atan2(y, x)`.
pub(crate) fn atan2(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let (y, x) = (at(arguments, 0)?, at(arguments, 1)?);
    y.no_point()?;
    let (y, x) = (&y.number, &x.convert(&y.unit, work)?.number);
    if let (Some(y), Some(x)) = (y.exact(), x.exact()) {
        let up = if y.is_negative() { -1 } else { 1 };
        match (y.is_zero(), x.is_zero()) {
            (true, true) => return Err(Fault::new("atan2(0, 0) has no direction")),
            (true, false) if x.is_negative() => return Ok(pi(1, 1)),
            (true, false) => return Ok(Number::from(0).into()),
            (false, true) => return Ok(pi(up, 2)),
            (false, false) if y == x || *y == -x.clone() => {
                return Ok(if x.is_negative() { pi(3 * up, 4) } else { pi(up, 4) });
            }
            (false, false) => {}
        }
    }
    of_two(y, x, "atan2(0, 0) has no direction", Cost::Times(4), work, |arithmetic, y, x| arithmetic.atan2(y, x, None))
        .map(Quantity::from)
}
