//! Powers and roots: exact where the result is a fraction.

use dashu_base::{Abs, BitTest, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::approximate::{Cost, of_one, of_two};
use crate::fault::{Fault, Found};
use crate::number::{Number, log2};
use crate::work::{MOST_BITS, MOST_DIGITS, Work, bits, too_long};

/// The largest degree of a root that is looked for among the fractions.
const MOST_ROOT: usize = 1000;

/// A whole power of moderate size.
pub(crate) fn whole(base: &Number, exponent: i32, work: &Work) -> Found<Number> {
    match exponent {
        0 => Ok(Number::from(1)),
        1 => Ok(base.clone()),
        _ => power(base, &Number::from(exponent), work),
    }
}

/// `base` to the power of `exponent`.
pub(crate) fn power(base: &Number, exponent: &Number, work: &Work) -> Found<Number> {
    if base.is_zero() {
        return of_zero(exponent);
    }
    if let Some(exponent) = exponent.exact() {
        if exponent.is_int() {
            return whole_power(base, exponent.numerator(), work);
        }
        if let Some(base) = base.exact() {
            if base.is_negative() {
                return Err(Fault::new(
                    "a negative number has no real power with a fraction in the exponent; for an odd root use \
                     cbrt(x) or root(x, n)",
                ));
            }
            if let Some(result) = exact_power(base, exponent, work)? {
                return Ok(Number::Exact(result));
            }
        }
    }
    if base.is_negative() {
        return Err(Fault::new("a negative number has no real power with an exponent that is not whole"));
    }
    check_size(base, exponent, work)?;
    of_two(base, exponent, "this power has no real value", Cost::Times(4), work, |arithmetic, base, exponent| {
        arithmetic.powf(base, exponent, None)
    })
}

fn of_zero(exponent: &Number) -> Found<Number> {
    if exponent.is_negative() {
        return Err(Fault::new("division by zero: 0 has no negative power"));
    }
    Ok(Number::from(i32::from(exponent.is_zero())))
}

fn whole_power(base: &Number, exponent: &IBig, work: &Work) -> Found<Number> {
    if let Some(value) = base.exact()
        && value.denominator().is_one()
        && value.numerator().clone().unsigned_abs().is_one()
    {
        // 1 and -1 take exponents of any size.
        let odd = exponent.clone().unsigned_abs().bit(0);
        return Ok(if odd { base.clone() } else { Number::from(1) });
    }
    let too_high = || match base.exact() {
        Some(value) if value.is_int() && !exponent.is_negative() => Fault::new(format!(
            "the result has about {} digits, more than the {MOST_DIGITS} that are worked out; use logarithms, such \
             as exponent * log10(base)",
            shown_count(log2(value) * f64_of(exponent) * std::f64::consts::LOG10_2)
        )),
        _ => too_long(),
    };
    let size = log2_near_one(&base.near(work)?.value) * f64_of(exponent);
    if size.abs() > MOST_BITS as f64 {
        return Err(too_high());
    }
    if let (Number::Exact(value), Ok(power)) = (base, isize::try_from(exponent.clone())) {
        let result_bits = (bits(value).saturating_sub(1) as f64) * power.unsigned_abs() as f64;
        if result_bits <= MOST_BITS as f64 {
            // Squaring doubles the length each time, so the last step costs most.
            let words = result_bits as u64 / 32 + 1;
            work.charge(2 * words * words)?;
            return Ok(Number::Exact(value.pow(power)));
        }
    }
    // The fraction would be too long, as it is for interest over many days, but the value is not.
    work.charge(words_of(exponent) * 32 * (work.digits() as u64 / 8 + 1))?;
    of_one(base, "this power has no real value", Cost::Times(1), work, |arithmetic, base| {
        arithmetic.powi(base, exponent.clone())
    })
}

/// The binary logarithm of a magnitude, with all digits also if that is nearly 1.
fn log2_near_one(value: &RBig) -> f64 {
    let beyond = (value.clone().abs() - RBig::ONE).to_f64_fast();
    if beyond.abs() < 0.5 { beyond.ln_1p() / std::f64::consts::LN_2 } else { log2(value) }
}

fn words_of(value: &IBig) -> u64 {
    value.bit_len() as u64 / 32 + 1
}

fn check_size(base: &Number, exponent: &Number, work: &Work) -> Found<()> {
    let (base, exponent) = (base.near(work)?, exponent.near(work)?);
    let size = log2(&base.value).abs() * log2(&exponent.value).exp2();
    if size > MOST_BITS as f64 { Err(too_long()) } else { Ok(()) }
}

/// The power of a positive fraction, if it is a fraction too.
fn exact_power(base: &RBig, exponent: &RBig, work: &Work) -> Found<Option<RBig>> {
    let Ok(degree) = usize::try_from(exponent.denominator().clone()) else { return Ok(None) };
    let Some(root) = exact_root(base, degree, work)? else { return Ok(None) };
    match whole_power(&Number::Exact(root), exponent.numerator(), work)? {
        Number::Exact(result) => Ok(Some(result)),
        _ => Ok(None),
    }
}

/// The root of a fraction that is not negative, if it is a fraction too.
fn exact_root(value: &RBig, degree: usize, work: &Work) -> Found<Option<RBig>> {
    if !(1..=MOST_ROOT).contains(&degree) {
        return Ok(None);
    }
    let words = (bits(value) / 32 + 1) as u64;
    work.charge(if degree == 2 { 4 } else { 20 } * words * words + 100 * degree as u64)?;
    let root = |part: &UBig| {
        let root = part.nth_root(degree);
        (root.pow(degree) == *part).then_some(root)
    };
    let numerator = value.numerator().clone().unsigned_abs();
    Ok(root(&numerator).zip(root(value.denominator())).map(|(above, below)| RBig::from_parts(above.into(), below)))
}

/// The real root of a degree.
pub(crate) fn root(value: &Number, degree: usize, work: &Work) -> Found<Number> {
    if degree == 0 {
        return Err(Fault::new("there is no root of degree 0"));
    }
    if value.is_zero() {
        return Ok(Number::from(0));
    }
    if value.is_negative() {
        if degree.is_multiple_of(2) {
            return Err(Fault::new("a negative number has no real root of an even degree"));
        }
        return root(&value.clone().negate(), degree, work).map(Number::negate);
    }
    if let Some(exact) = value.exact()
        && let Some(root) = exact_root(exact, degree, work)?
    {
        return Ok(Number::Exact(root));
    }
    if degree > MOST_ROOT {
        return power(value, &Number::Exact(RBig::from_parts(IBig::ONE, degree.into())), work);
    }
    of_one(value, "a negative number has no real root of an even degree", Cost::Little, work, |arithmetic, x| {
        arithmetic.nth_root(degree, x)
    })
}

fn f64_of(value: &IBig) -> f64 {
    value.to_f64().value()
}

/// A number of digits, cut to three digits with separators, or to a power of ten if it is huge.
fn shown_count(count: f64) -> String {
    if count >= 1e15 || !count.is_finite() {
        return if count.is_finite() { format!("10^{:.0}", count.log10()) } else { "more than 10^300".to_owned() };
    }
    let digits = format!("{count:.0}");
    let mut shown = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(if index < 3 { digit } else { '0' });
    }
    shown
}
