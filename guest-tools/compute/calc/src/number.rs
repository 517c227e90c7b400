//! Numbers: exact as long as that is possible, and otherwise with a bound of the error.

use std::cmp::Ordering;

use dashu_base::{Abs, EstimatedLog2, Signed};
use dashu_float::round::mode::HalfEven;
use dashu_float::{Context, FBig, Repr};
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::fault::{Fault, Found};
use crate::work::{MOST_BITS, Work, bits, bounded, too_long, words};

/// A decimal floating-point number.
pub(crate) type Decimal = FBig<HalfEven, 10>;

/// A real number.
#[derive(Debug, Clone)]
pub(crate) enum Number {
    /// Exactly this fraction.
    Exact(RBig),
    /// Exactly this multiple of π.
    Pi(RBig),
    /// About this much.
    Near(Near),
}

/// A value that is off by at most 2^`error`.
#[derive(Debug, Clone)]
pub(crate) struct Near {
    pub(crate) value: RBig,
    pub(crate) error: f64,
}

/// The binary logarithm of a magnitude, minus infinity for 0.
pub(crate) fn log2(value: &RBig) -> f64 {
    if value.is_zero() {
        return f64::NEG_INFINITY;
    }
    let small = value.to_f64_fast().abs();
    if small.is_normal() { small.log2() } else { f64::from(value.log2_est()) }
}

/// The binary logarithm of a sum, from those of its parts.
pub(crate) fn log2_sum(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp2().ln_1p() / std::f64::consts::LN_2 }
}

/// A fraction rounded to this many significant digits.
pub(crate) fn rounded(value: &RBig, digits: usize) -> Decimal {
    // `RBig::to_float` of dashu-ratio 0.6.1 is off by a unit of the last digit for one fraction in fifty.
    let above = Repr::new(value.numerator().clone(), 0);
    let below = Repr::new(value.denominator().clone().into(), 0);
    let quotient = Context::<HalfEven>::new(digits).div(&above, &below);
    // A denominator is not 0 and both are finite, so that there is a quotient.
    quotient.map_or(Decimal::ZERO, |quotient| quotient.value())
}

/// How far a value is off at most that was rounded to this many significant digits, as a binary logarithm: half a unit
/// of the last digit, which is the more the smaller the first digit is.
pub(crate) fn off_by(value: &RBig, digits: usize) -> f64 {
    log2(value) - (digits as f64 - 1.0) * std::f64::consts::LOG2_10 - 0.9
}

/// A finite decimal number as a fraction.
pub(crate) fn fraction(decimal: Decimal) -> Found<RBig> {
    RBig::try_from(decimal).map_err(|_| Fault::new("the result is infinite"))
}

impl Near {
    /// Rounds a value to the digits of intermediate results, and counts that in.
    pub(crate) fn new(value: RBig, error: f64, work: &Work) -> Found<Self> {
        let value = bounded(value)?;
        work.charge(words(&value) * words(&value))?;
        let digits = work.digits();
        let short = fraction(rounded(&value, digits))?;
        let error = if short == value { error } else { log2_sum(error, off_by(&value, digits)) };
        Ok(Self { value: short, error })
    }

    /// Whether the value may be 0.
    fn may_be_zero(&self) -> bool {
        log2(&self.value) <= self.error + 0.1
    }
}

impl From<i32> for Number {
    fn from(value: i32) -> Self {
        Self::Exact(RBig::from(value))
    }
}

impl From<IBig> for Number {
    fn from(value: IBig) -> Self {
        Self::Exact(RBig::from(value))
    }
}

impl Number {
    /// About this value, correctly rounded to the digits of intermediate results.
    pub(crate) fn correctly_rounded(value: RBig, work: &Work) -> Found<Self> {
        let error = off_by(&value, work.digits());
        Ok(Self::Near(Near { value: bounded(value)?, error }))
    }

    /// A fraction as it is, or rounded if it is too long and the value is not too large.
    fn settled(value: RBig, work: &Work) -> Found<Self> {
        if bits(&value) <= MOST_BITS {
            return Ok(Self::Exact(value));
        }
        if log2(&value).abs() > MOST_BITS as f64 {
            return Err(too_long());
        }
        work.charge(4 * words(&value) * (work.digits() as u64 / 8 + 1))?;
        Self::correctly_rounded(fraction(rounded(&value, work.digits()))?, work)
    }

    /// The fraction that this number exactly is, if it is one.
    pub(crate) fn exact(&self) -> Option<&RBig> {
        match self {
            Self::Exact(value) => Some(value),
            Self::Pi(factor) if factor.is_zero() => Some(factor),
            Self::Pi(_) | Self::Near(_) => None,
        }
    }

    /// The number as a value with an error; minus infinity if there is none.
    pub(crate) fn near(&self, work: &Work) -> Found<Near> {
        match self {
            Self::Exact(value) => Ok(Near { value: value.clone(), error: f64::NEG_INFINITY }),
            Self::Near(near) => Ok(near.clone()),
            Self::Pi(factor) => {
                let digits = work.digits();
                let pi = fraction(Context::<HalfEven>::new(digits).pi::<10>(None).value())?;
                work.charge_for(&pi, factor)?;
                let error = off_by(factor, digits) + 2.0;
                Near::new(pi * factor, error, work)
            }
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Self::Exact(value) | Self::Pi(value) => value.is_zero(),
            Self::Near(near) => near.may_be_zero(),
        }
    }

    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Self::Exact(value) | Self::Pi(value) => value.is_negative(),
            Self::Near(near) => near.value.is_negative() && !near.may_be_zero(),
        }
    }

    pub(crate) fn negate(self) -> Self {
        match self {
            Self::Exact(value) => Self::Exact(-value),
            Self::Pi(factor) => Self::Pi(-factor),
            Self::Near(near) => Self::Near(Near { value: -near.value, ..near }),
        }
    }

    pub(crate) fn abs(self) -> Self {
        match self {
            Self::Exact(value) => Self::Exact(value.abs()),
            Self::Pi(factor) => Self::Pi(factor.abs()),
            Self::Near(near) => Self::Near(Near { value: near.value.abs(), ..near }),
        }
    }

    pub(crate) fn add(&self, other: &Self, work: &Work) -> Found<Self> {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => {
                work.charge_for(a, b)?;
                Self::settled(a + b, work)
            }
            (Self::Pi(a), Self::Pi(b)) => {
                work.charge_for(a, b)?;
                bounded(a + b).map(Self::Pi)
            }
            _ => {
                let (a, b) = (self.near(work)?, other.near(work)?);
                work.charge_for(&a.value, &b.value)?;
                Near::new(&a.value + &b.value, log2_sum(a.error, b.error), work).map(Self::Near)
            }
        }
    }

    pub(crate) fn subtract(&self, other: &Self, work: &Work) -> Found<Self> {
        self.add(&other.clone().negate(), work)
    }

    pub(crate) fn multiply(&self, other: &Self, work: &Work) -> Found<Self> {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => {
                work.charge_for(a, b)?;
                Self::settled(a * b, work)
            }
            (Self::Exact(a), Self::Pi(b)) | (Self::Pi(a), Self::Exact(b)) => {
                work.charge_for(a, b)?;
                bounded(a * b).map(Self::Pi)
            }
            _ => {
                let (a, b) = (self.near(work)?, other.near(work)?);
                work.charge_for(&a.value, &b.value)?;
                let error = log2_sum(log2_sum(a.error + log2(&b.value), b.error + log2(&a.value)), a.error + b.error);
                Near::new(&a.value * &b.value, error, work).map(Self::Near)
            }
        }
    }

    pub(crate) fn divide(&self, other: &Self, work: &Work) -> Found<Self> {
        if other.is_zero() {
            return Err(Fault::new("division by zero"));
        }
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) | (Self::Pi(a), Self::Pi(b)) => {
                work.charge_for(a, b)?;
                Self::settled(a / b, work)
            }
            (Self::Pi(a), Self::Exact(b)) => {
                work.charge_for(a, b)?;
                bounded(a / b).map(Self::Pi)
            }
            _ => {
                let (a, b) = (self.near(work)?, other.near(work)?);
                work.charge_for(&a.value, &b.value)?;
                let size = log2(&b.value);
                // The divisor is at least as far from 0 as its value less its error.
                let least = size + (1.0 - (b.error - size).exp2()).log2();
                let error = log2_sum(a.error - least, log2(&a.value) + b.error - size - least);
                Near::new(&a.value / &b.value, error, work).map(Self::Near)
            }
        }
    }

    pub(crate) fn compare(&self, other: &Self, work: &Work) -> Found<Ordering> {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) | (Self::Pi(a), Self::Pi(b)) => Ok(a.cmp(b)),
            _ => {
                let difference = self.subtract(other, work)?;
                Ok(if difference.is_zero() {
                    Ordering::Equal
                } else if difference.is_negative() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                })
            }
        }
    }

    /// The fraction to round to a whole number. A value that may be whole is taken for it.
    pub(crate) fn for_rounding(&self, work: &Work) -> Found<RBig> {
        let near = self.near(work)?;
        let whole = RBig::from(near.value.round());
        let off = log2(&(&near.value - &whole));
        Ok(if off <= near.error { whole } else { near.value })
    }
}
