//! Sine and its kin, of numbers (radians) and of angles (degrees), and their inverses.

use dashu_float::round::mode::HalfEven;
use dashu_float::{ConstCache, Context, FBig, FpResult};

use crate::arithmetic::Arithmetic;
use crate::number::{Decimal, Number, Result};

/// A circle in degrees.
const CIRCLE: usize = 360;
/// The largest angle, as a power of ten, that is worth the digits of π that it takes.
const LARGEST: f64 = 300.0;

type Cache<'a> = Option<&'a mut ConstCache>;
type Plain = fn(&Context<HalfEven>, &Decimal, Cache<'_>) -> FpResult<FBig<HalfEven, 10>>;
type OfCircle = fn(&Context<HalfEven>, &Decimal, usize, Cache<'_>) -> FpResult<FBig<HalfEven, 10>>;

/// A function of an angle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Circular {
    Sine,
    Cosine,
    Tangent,
}

/// A function of a number, named as in an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
}

impl Arithmetic {
    pub(crate) fn pi(&mut self) -> Result<Number> {
        self.charge_function()?;
        let pi = self.context.pi(Some(&mut self.constants));
        self.rounded(Ok(pi))
    }

    /// How many degrees a radian has.
    pub(crate) fn radian(&mut self) -> Result<Number> {
        let pi = self.pi()?;
        self.divide(&Number::ratio(180, 1), &pi)
    }

    /// Of a number of radians, or of degrees.
    pub(crate) fn circular(&mut self, function: Circular, angle: &Number, in_degrees: bool) -> Result<Number> {
        if angle.log10() > LARGEST {
            return Err(format!("the angle is too large: angles go up to 1e{LARGEST}"));
        }
        let decimal = self.decimal(angle)?;
        self.charge_function()?;
        let cache = Some(&mut self.constants);
        let result = if in_degrees {
            let function: OfCircle = match function {
                Circular::Sine => Context::sin_unit,
                Circular::Cosine => Context::cos_unit,
                Circular::Tangent => Context::tan_unit,
            };
            function(&self.context, &decimal, CIRCLE, cache)
        } else {
            let function: Plain = match function {
                Circular::Sine => Context::sin,
                Circular::Cosine => Context::cos,
                Circular::Tangent => Context::tan,
            };
            function(&self.context, &decimal, cache)
        };
        if result.as_ref().is_ok_and(|value| value.value_ref().repr().is_infinite()) {
            return Err("the tangent has no value there".to_owned());
        }
        let value = self.rounded(result)?;
        Ok(if angle.is_zero() && function == Circular::Cosine { Number::one() } else { exact_if_zero(angle, value) })
    }

    pub(crate) fn function(&mut self, function: Function, number: &Number) -> Result<Number> {
        let one = Number::one();
        let size = number.magnitude();
        let inside = self.compare(&size, &one)?;
        match function {
            Function::Asin | Function::Acos if inside.is_gt() => {
                return Err("the sine and the cosine of a real angle lie between -1 and 1".to_owned());
            }
            Function::Atanh if inside.is_ge() => return Err("atanh takes what lies between -1 and 1".to_owned()),
            Function::Acosh if self.compare(number, &one)?.is_lt() => return Err("acosh takes numbers from 1 up".to_owned()),
            Function::Sinh | Function::Cosh if size.log10() > 5.0 => {
                return Err("the argument is too large: the result would have too many digits".to_owned());
            }
            _ => {}
        }
        let mut decimal = self.decimal(number)?;
        if inside.is_eq() && matches!(function, Function::Asin | Function::Acos) {
            // An argument that is 1 but for its uncertain digits must not be outside.
            decimal = if number.is_negative() { Decimal::neg_one() } else { Decimal::one() };
        }
        self.charge_function()?;
        self.charge_function()?;
        let call: Plain = match function {
            Function::Asin => Context::asin,
            Function::Acos => Context::acos,
            Function::Atan => Context::atan,
            Function::Sinh => Context::sinh,
            Function::Cosh => Context::cosh,
            Function::Tanh => Context::tanh,
            Function::Asinh => Context::asinh,
            Function::Acosh => Context::acosh,
            Function::Atanh => Context::atanh,
        };
        let result = call(&self.context, &decimal, Some(&mut self.constants));
        let value = self.rounded(result)?;
        Ok(match function {
            Function::Acos | Function::Acosh => value,
            Function::Cosh if number.is_zero() => one,
            _ => exact_if_zero(number, value),
        })
    }

    /// The angle of a point as seen from the origin, in radians.
    pub(crate) fn direction(&mut self, y: &Number, x: &Number) -> Result<Number> {
        if y.is_zero() && x.is_zero() {
            return Err("the origin has no direction".to_owned());
        }
        let (y, x) = (self.decimal(y)?, self.decimal(x)?);
        self.charge_function()?;
        self.charge_function()?;
        let angle = self.context.atan2(&y, &x, Some(&mut self.constants));
        self.rounded(angle)
    }
}

/// These functions are 0 at 0.
fn exact_if_zero(argument: &Number, value: Number) -> Number {
    let is_exact = matches!(argument, Number::Exact(number) if number.is_zero());
    if is_exact { Number::zero() } else { value }
}
