//! Numbers with units.

use dashu_ratio::RBig;

use crate::fault::{Fault, Found};
use crate::number::Number;
use crate::power;
use crate::unit::{Known, Unit};
use crate::work::Work;

/// A number of units. If the unit is a scale, such as degrees Celsius, it is a point of that scale.
#[derive(Debug, Clone)]
pub(crate) struct Quantity {
    pub(crate) number: Number,
    pub(crate) unit: Unit,
}

impl From<Number> for Quantity {
    fn from(number: Number) -> Self {
        Self { number, unit: Unit::default() }
    }
}

impl Quantity {
    /// The number, of a quantity that must have no unit.
    pub(crate) fn plain(&self, of: &str) -> Found<&Number> {
        if self.unit.is_none() {
            Ok(&self.number)
        } else {
            Err(Fault::new(format!(
                "{of} takes a plain number, not {}; divide by the unit first",
                self.unit.described()
            )))
        }
    }

    pub(crate) fn is_point(&self) -> bool {
        self.unit.scale().is_some()
    }

    /// Refuses a point of a scale, of which there is no double and no half.
    pub(crate) fn no_point(&self) -> Found<()> {
        match self.unit.scale() {
            None => Ok(()),
            Some((known, _)) => Err(Fault::new(format!(
                "{} is a scale, on which only differences add up; convert to K first, such as (20 {} to K) * 2",
                known.symbol, known.symbol
            ))),
        }
    }

    /// The temperature in kelvin, of a point of a scale.
    fn kelvin(&self, work: &Work) -> Found<Option<Number>> {
        let Some((known, zero)) = self.unit.scale() else { return Ok(None) };
        self.number.multiply(&known.size, work)?.add(&Number::Exact(zero.clone()), work).map(Some)
    }

    /// The same quantity in another unit.
    pub(crate) fn convert(&self, target: &Unit, work: &Work) -> Found<Self> {
        let (from, to) = (self.unit.dimension(), target.dimension());
        let turns = self.unit.is_none() && to.is_angle() || target.is_none() && from.is_angle();
        if from != to && !turns {
            return Err(mismatch(&self.unit, target));
        }
        if (self.unit.has_scale() && !self.is_point()) || (target.has_scale() && target.scale().is_none()) {
            return Err(Fault::new("a temperature scale in a compound unit has no meaning; write K"));
        }
        let base = match self.kelvin(work)? {
            Some(kelvin) => kelvin,
            None => self.number.multiply(&self.unit.size(work)?, work)?,
        };
        let number = match target.scale() {
            Some((known, zero)) => base.subtract(&Number::Exact(zero.clone()), work)?.divide(&known.size, work)?,
            None => base.divide(&target.size(work)?, work)?,
        };
        Ok(Self { number, unit: target.clone() })
    }

    /// The sum, in the unit of the first.
    pub(crate) fn add(&self, other: &Self, work: &Work) -> Found<Self> {
        match (self.unit.scale(), other.unit.scale()) {
            (None, None) => {
                let other = other.convert(&self.unit, work).map_err(|fault| alike(fault, self, other, "add"))?;
                Ok(Self { number: self.number.add(&other.number, work)?, unit: self.unit.clone() })
            }
            (Some((known, _)), None) => {
                let step = other.convert(&kelvin_unit(), work)?.number.divide(&known.size, work)?;
                Ok(Self { number: self.number.add(&step, work)?, unit: self.unit.clone() })
            }
            (None, Some(_)) => other.add(self, work),
            (Some((known, _)), Some(_)) => Err(Fault::new(format!(
                "two temperatures of a scale do not add up; write a difference in K, such as 20 {} + 5 K",
                known.symbol
            ))),
        }
    }

    /// The difference, in the unit of the first; of two points of scales in kelvin.
    pub(crate) fn subtract(&self, other: &Self, work: &Work) -> Found<Self> {
        match (self.kelvin(work)?, other.kelvin(work)?) {
            (Some(a), Some(b)) => Ok(Self { number: a.subtract(&b, work)?, unit: kelvin_unit() }),
            (None, Some(_)) => {
                other.no_point()?;
                Ok(self.clone())
            }
            _ => self.add(&Self { number: other.number.clone().negate(), unit: other.unit.clone() }, work),
        }
    }

    pub(crate) fn multiply(&self, other: &Self, work: &Work) -> Found<Self> {
        self.no_point()?;
        other.no_point()?;
        let (unit, factor) = self.unit.times(&other.unit, 1, work)?;
        Ok(Self { number: self.number.multiply(&other.number, work)?.multiply(&factor, work)?, unit })
    }

    pub(crate) fn divide(&self, other: &Self, work: &Work) -> Found<Self> {
        self.no_point()?;
        other.no_point()?;
        let (unit, factor) = self.unit.times(&other.unit, -1, work)?;
        Ok(Self { number: self.number.divide(&other.number, work)?.multiply(&factor, work)?, unit })
    }

    /// The quotient rounded down.
    pub(crate) fn divide_down(&self, other: &Self, work: &Work) -> Found<Self> {
        Ok(self.divided_down(other, work)?.0.into())
    }

    /// The remainder of the division, which has the sign of the divisor.
    pub(crate) fn modulo(&self, other: &Self, work: &Work) -> Found<Self> {
        let (quotient, divisor) = self.divided_down(other, work)?;
        let part = divisor.multiply(&quotient, work)?;
        Ok(Self { number: self.number.subtract(&part, work)?, unit: self.unit.clone() })
    }

    /// The quotient rounded down, and the divisor in this quantity's unit.
    fn divided_down(&self, other: &Self, work: &Work) -> Found<(Number, Number)> {
        self.no_point()?;
        other.no_point()?;
        let divisor = other.convert(&self.unit, work).map_err(|fault| alike(fault, self, other, "divide"))?;
        let quotient = self.number.divide(&divisor.number, work)?.for_rounding(work)?.floor();
        Ok((Number::from(quotient), divisor.number))
    }

    pub(crate) fn power(&self, exponent: &Self, work: &Work) -> Found<Self> {
        self.no_point()?;
        let exponent = exponent.plain("an exponent")?;
        if self.unit.is_none() {
            return power::power(&self.number, exponent, work).map(Self::from);
        }
        let Some(fraction) = exponent.exact() else {
            return Err(Fault::new(format!("{} takes only an exact exponent", self.unit.described())));
        };
        self.with_unit_to(fraction, work, |number| power::power(number, &Number::Exact(fraction.clone()), work))
    }

    pub(crate) fn root(&self, degree: usize, work: &Work) -> Found<Self> {
        self.no_point()?;
        let exponent = RBig::from_parts(1.into(), degree.max(1).into());
        self.with_unit_to(&exponent, work, |number| power::root(number, degree, work))
    }

    /// Takes the unit to a power, and the number by what is given.
    fn with_unit_to(&self, exponent: &RBig, work: &Work, apply: impl Fn(&Number) -> Found<Number>) -> Found<Self> {
        if let Some(unit) = self.unit.to_the(exponent)? {
            return Ok(Self { number: apply(&self.number)?, unit });
        }
        let based = self.convert(&self.unit.in_base_units(), work)?;
        match based.unit.to_the(exponent)? {
            Some(unit) => Ok(Self { number: apply(&based.number)?, unit }),
            None => Err(Fault::new(format!(
                "{} has no such power: its base units would get a fraction as power",
                self.unit.described()
            ))),
        }
    }
}

/// The unit kelvin.
pub(crate) fn kelvin_unit() -> Unit {
    let dimension = crate::dimension::Dimension::read("K");
    Unit::of(Known { symbol: "K".to_owned(), size: Number::from(1), dimension, zero: None }, 1)
}

fn mismatch(from: &Unit, to: &Unit) -> Fault {
    let message = format!("{} does not convert to {}", from.described(), to.described());
    let symbols = [from.shown(), to.shown()];
    let temperature = symbols.iter().any(|symbol| matches!(symbol.as_str(), "C" | "F" | "°C" | "°F"));
    let advice = if temperature {
        "; temperatures are degC and degF, because C is the coulomb and F the farad"
    } else if from.dimension().is_inverse_of(to.dimension()) {
        "; they are reciprocal, so convert 1/(…)"
    } else if from.is_none() {
        "; write the unit behind the number"
    } else {
        ""
    };
    Fault::new(message + advice)
}

fn alike(fault: Fault, a: &Quantity, b: &Quantity, verb: &str) -> Fault {
    if a.unit.dimension() == b.unit.dimension() {
        return fault;
    }
    Fault::new(format!("{} and {} do not {verb}: units must be of one kind", a.unit.described(), b.unit.described()))
}
