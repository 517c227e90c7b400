//! How precise the work is, and how much of it there may be.

use std::cell::Cell;

use dashu_ratio::RBig;

use crate::fault::{Fault, Found};

/// The most decimal digits that a value may have before or after its point.
pub(crate) const MOST_DIGITS: usize = 20_000;
/// The same in bits.
pub(crate) const MOST_BITS: usize = 66_439;
/// Digits beyond those asked for that intermediate results carry.
const SPARE_DIGITS: usize = 30;
/// The most work of one call, in products of two machine words: about eight units of fuel each, of which the host
/// gives a small tool 500 million.
const MOST_WORK: u64 = 40_000_000;

/// What all steps of one calculation share.
#[derive(Debug)]
pub(crate) struct Work {
    precision: usize,
    done: Cell<u64>,
}

impl Work {
    pub(crate) fn new(precision: usize) -> Self {
        Self { precision, done: Cell::new(0) }
    }

    /// The significant digits of the result.
    pub(crate) fn precision(&self) -> usize {
        self.precision
    }

    /// The significant digits of intermediate results that cannot be exact.
    pub(crate) fn digits(&self) -> usize {
        self.precision + SPARE_DIGITS
    }

    /// Counts work before it is done.
    pub(crate) fn charge(&self, amount: u64) -> Found<()> {
        let done = self.done.get().saturating_add(amount);
        self.done.set(done);
        if done > MOST_WORK {
            return Err(Fault::new("this takes too much work: use smaller numbers, fewer steps or a lower precision"));
        }
        Ok(())
    }

    /// Counts an operation on two fractions before it is done.
    pub(crate) fn charge_for(&self, a: &RBig, b: &RBig) -> Found<()> {
        let (a_words, b_words) = (words(a), words(b));
        self.charge(if a.is_int() && b.is_int() {
            a_words * b_words
        } else {
            // Bringing to a common denominator and reducing.
            2 * (a_words + b_words) * (a_words + b_words)
        })
    }
}

/// The machine words of the larger of numerator and denominator.
pub(crate) fn words(value: &RBig) -> u64 {
    (bits(value) / 32 + 1) as u64
}

/// The bits of the larger of numerator and denominator.
pub(crate) fn bits(value: &RBig) -> usize {
    use dashu_base::BitTest;
    value.numerator().bit_len().max(value.denominator().bit_len())
}

/// Refuses a value that has become too large or too long.
pub(crate) fn bounded(value: RBig) -> Found<RBig> {
    if bits(&value) > MOST_BITS { Err(too_long()) } else { Ok(value) }
}

pub(crate) fn too_long() -> Fault {
    Fault::new(format!("the value has more than {MOST_DIGITS} digits; work with its logarithm or smaller numbers"))
}
