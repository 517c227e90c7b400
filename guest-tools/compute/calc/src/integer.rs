//! Functions of whole numbers.

use dashu_base::{BitTest, Gcd, Signed, UnsignedAbs};
use dashu_int::fast_div::ConstDivisor;
use dashu_int::{IBig, UBig};

use crate::fault::{Fault, Found};
use crate::function::at;
use crate::number::Number;
use crate::quantity::Quantity;
use crate::work::{MOST_BITS, MOST_DIGITS, Work};

fn whole(arguments: &[Quantity], index: usize, name: &str) -> Found<IBig> {
    match at(arguments, index)?.plain(name)?.exact().filter(|value| value.is_int()) {
        Some(value) => Ok(value.numerator().clone()),
        None => Err(Fault::new(format!("{name} takes only whole numbers"))),
    }
}

fn not_negative(arguments: &[Quantity], index: usize, name: &str) -> Found<UBig> {
    let value = whole(arguments, index, name)?;
    if value.is_negative() {
        return Err(Fault::new(format!("{name} takes only whole numbers from 0 on")));
    }
    Ok(value.unsigned_abs())
}

fn natural(value: UBig) -> Quantity {
    Number::from(IBig::from(value)).into()
}

fn words(value: &UBig) -> u64 {
    (value.bit_len() / 32 + 1) as u64
}

fn gcd_of(a: UBig, b: UBig, work: &Work) -> Found<UBig> {
    work.charge(4 * words(&a) * words(&b))?;
    Ok(if a.is_zero() && b.is_zero() { a } else { a.gcd(b) })
}

pub(crate) fn gcd(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let mut result = UBig::ZERO;
    for index in 0..arguments.len() {
        result = gcd_of(result, whole(arguments, index, "gcd")?.unsigned_abs(), work)?;
    }
    Ok(natural(result))
}

pub(crate) fn lcm(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let mut result = UBig::ONE;
    for index in 0..arguments.len() {
        let next = whole(arguments, index, "lcm")?.unsigned_abs();
        if next.is_zero() {
            return Ok(Number::from(0).into());
        }
        let common = gcd_of(result.clone(), next.clone(), work)?;
        work.charge(2 * words(&result) * words(&next))?;
        result = result / common * next;
        if result.bit_len() > MOST_BITS {
            return Err(crate::work::too_long());
        }
    }
    Ok(natural(result))
}

/// The product of `from + 1` to `to`, by halves so that factors are of like length.
fn range_product(from: &UBig, to: &UBig) -> UBig {
    let Ok(length) = u64::try_from(to - from) else { return UBig::ZERO };
    if length == 0 {
        return UBig::ONE;
    }
    if length <= 8 {
        return (1..=length).fold(UBig::ONE, |product, step| product * (from + step));
    }
    let middle = from + length / 2;
    range_product(from, &middle) * range_product(&middle, to)
}

/// Refuses a product of `count` factors of at most this length if it is too long, and counts the work.
fn check(count: &UBig, factor: &UBig, what: impl Fn() -> String, work: &Work) -> Found<()> {
    let most = u64::try_from(count.clone()).ok().and_then(|count| count.checked_mul(factor.bit_len() as u64));
    match most {
        // Each level of halves multiplies the whole length once; all of them together less than the last squared.
        Some(bits) if bits <= 2 * MOST_BITS as u64 => work.charge((bits / 32 + 1) * (bits / 32 + 1)),
        _ => Err(Fault::new(format!("{} has more than {MOST_DIGITS} digits", what()))),
    }
}

pub(crate) fn factorial(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let n = not_negative(arguments, 0, "factorial")?;
    check(&n, &n, || format!("the factorial of {}", shown(&n)), work)?;
    Ok(natural(range_product(&UBig::ZERO, &n)))
}

pub(crate) fn permutations(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let n = not_negative(arguments, 0, "npr")?;
    let k = not_negative(arguments, 1, "npr")?;
    if k > n {
        return Ok(Number::from(0).into());
    }
    check(&k, &n, || format!("npr of {} and {}", shown(&n), shown(&k)), work)?;
    Ok(natural(range_product(&(&n - &k), &n)))
}

pub(crate) fn combinations(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let n = not_negative(arguments, 0, "ncr")?;
    let k = not_negative(arguments, 1, "ncr")?;
    if k > n {
        return Ok(Number::from(0).into());
    }
    let k = (&n - &k).min(k);
    check(&k, &n, || format!("ncr of {} and {}", shown(&n), shown(&k)), work)?;
    let (above, below) = (range_product(&(&n - &k), &n), range_product(&UBig::ZERO, &k));
    work.charge(2 * words(&above) * words(&below))?;
    Ok(natural(above / below))
}

/// `base^exponent mod modulus`, without working out the power.
pub(crate) fn power_modulo(arguments: &[Quantity], work: &Work) -> Found<Quantity> {
    let base = whole(arguments, 0, "powmod")?;
    let exponent = not_negative(arguments, 1, "powmod")?;
    let modulus = not_negative(arguments, 2, "powmod")?;
    if modulus.is_zero() {
        return Err(Fault::new("division by zero: the modulus of powmod is 0"));
    }
    work.charge(
        words(&modulus) * words(&modulus) * 3 * (exponent.bit_len() as u64 + 8)
            + words(&base.clone().unsigned_abs()) * words(&modulus),
    )?;
    let ring = ConstDivisor::new(modulus);
    Ok(natural(ring.reduce(base).pow(&exponent).residue()))
}

/// A number for a message.
fn shown(value: &UBig) -> String {
    if value.bit_len() > 64 { "this number".to_owned() } else { value.to_string() }
}
