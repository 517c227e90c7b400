//! Rounding, and functions of several values.

use dashu_base::Signed;
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::fault::{Fault, Found};
use crate::function::at;
use crate::number::Number;
use crate::quantity::Quantity;
use crate::work::Work;

/// The most decimals to round to.
const MOST_DECIMALS: i32 = 1000;

pub(crate) fn abs(arguments: &[Quantity], _: &Work) -> Found<Quantity> {
    let x = at(arguments, 0)?;
    x.no_point()?;
    Ok(Quantity { number: x.number.clone().abs(), unit: x.unit.clone() })
}

pub(crate) fn sign(arguments: &[Quantity], _: &Work) -> Found<Quantity> {
    let x = &at(arguments, 0)?.number;
    let sign = if x.is_zero() { 0 } else { 1 - 2 * i32::from(x.is_negative()) };
    Ok(Number::from(sign).into())
}

/// Rounds the number in its unit.
fn to_whole(arguments: &[Quantity], work: &Work, whole: impl Fn(&RBig) -> IBig) -> Found<Quantity> {
    let x = at(arguments, 0)?;
    Ok(Quantity { number: whole(&x.number.for_rounding(work)?).into(), unit: x.unit.clone() })
}

pub(crate) fn floor(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    to_whole(arguments, work, RBig::floor)
}

pub(crate) fn ceil(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    to_whole(arguments, work, RBig::ceil)
}

pub(crate) fn trunc(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    to_whole(arguments, work, RBig::trunc)
}

/// Rounds halves away from zero.
fn nearest(value: &RBig) -> IBig {
    let half = RBig::from_parts(1.into(), 2_u8.into());
    if value.is_negative() { -((half - value).floor()) } else { (value + half).floor() }
}

pub(crate) fn round(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let decimals = match arguments.get(1) {
        None => 0,
        Some(decimals) => decimals
            .plain("the number of decimals")?
            .exact()
            .filter(|decimals| decimals.is_int())
            .and_then(|decimals| i32::try_from(decimals.numerator().clone()).ok())
            .filter(|decimals| decimals.abs() <= MOST_DECIMALS)
            .ok_or_else(|| {
                Fault::new(format!("round takes whole decimals from -{MOST_DECIMALS} to {MOST_DECIMALS}"))
            })?,
    };
    let x = at(arguments, 0)?;
    let scale = Number::Exact(RBig::from(10).pow(decimals as isize));
    let scaled = x.number.multiply(&scale, work)?;
    let whole = Number::from(nearest(&scaled.for_rounding(work)?));
    Ok(Quantity { number: whole.divide(&scale, work)?, unit: x.unit.clone() })
}

fn extreme(arguments: &[Quantity], work: &Work, wanted: std::cmp::Ordering) -> Found<Quantity> {
    let mut found = at(arguments, 0)?.clone();
    for other in arguments.iter().skip(1) {
        if comparable(other, &found, work)?.compare(&found.number, work)? == wanted {
            found = other.clone();
        }
    }
    Ok(found)
}

/// The number of a quantity in the unit of another.
fn comparable(x: &Quantity, like: &Quantity, work: &Work) -> Found<Number> {
    if x.unit.dimension() != like.unit.dimension() {
        return Err(Fault::new(format!(
            "{} and {} do not compare: units must be of one kind",
            x.unit.described(),
            like.unit.described()
        )));
    }
    Ok(x.convert(&like.unit, work)?.number)
}

pub(crate) fn min(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    extreme(arguments, work, std::cmp::Ordering::Less)
}

pub(crate) fn max(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    extreme(arguments, work, std::cmp::Ordering::Greater)
}

pub(crate) fn sum(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let first = at(arguments, 0)?.clone();
    arguments.iter().skip(1).try_fold(first, |sum, x| sum.add(x, work))
}

pub(crate) fn product(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let first = at(arguments, 0)?.clone();
    arguments.iter().skip(1).try_fold(first, |product, x| product.multiply(x, work))
}

fn count(arguments: &[Quantity], less: usize) -> Quantity {
    Number::Exact(RBig::from(arguments.len().saturating_sub(less))).into()
}

pub(crate) fn mean(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    sum(arguments, work)?.divide(&count(arguments, 0), work)
}

pub(crate) fn median(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let unit = at(arguments, 0)?.unit.clone();
    let like = at(arguments, 0)?;
    let mut numbers = Vec::with_capacity(arguments.len());
    for x in arguments {
        numbers.push(comparable(x, like, work)?);
    }
    let mut failed = None;
    numbers.sort_by(|a, b| {
        a.compare(b, work).unwrap_or_else(|fault| {
            failed = Some(fault);
            std::cmp::Ordering::Equal
        })
    });
    if let Some(fault) = failed {
        return Err(fault);
    }
    let middle = |index: usize| numbers.get(index).ok_or_else(|| Fault::new("median needs values"));
    let half = numbers.len() / 2;
    let number = if numbers.len().is_multiple_of(2) {
        middle(half.saturating_sub(1))?.add(middle(half)?, work)?.divide(&Number::from(2), work)?
    } else {
        middle(half)?.clone()
    };
    Ok(Quantity { number, unit })
}

fn deviation(arguments: &[Quantity], less: usize, work: &Work) -> Found<Quantity> {
    let mean = mean(arguments, work)?;
    let mut squares: Option<Quantity> = None;
    for x in arguments {
        let off = x.subtract(&mean, work)?;
        let square = off.multiply(&off, work)?;
        squares = Some(match squares {
            None => square,
            Some(sum) => sum.add(&square, work)?,
        });
    }
    let squares = squares.ok_or_else(|| Fault::new("a deviation needs values"))?;
    squares.divide(&count(arguments, less), work)?.root(2, work)
}

/// The standard deviation of a population that these values are a sample of.
pub(crate) fn sample_deviation(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    deviation(arguments, 1, work)
}

/// The standard deviation of these values as the whole population.
pub(crate) fn population_deviation(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    deviation(arguments, 0, work)
}

pub(crate) fn modulo(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    at(arguments, 0)?.modulo(at(arguments, 1)?, work)
}
