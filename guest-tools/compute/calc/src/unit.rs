//! Units: products of powers of known ones.

use dashu_ratio::RBig;

use crate::dimension::Dimension;
use crate::fault::{Fault, Found};
use crate::number::Number;
use crate::power;
use crate::work::Work;

/// The largest power of a unit.
const MOST_POWER: i32 = 100;

/// One unit with its prefix.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    pub(crate) symbol: String,
    /// In base units.
    pub(crate) size: Number,
    pub(crate) dimension: Dimension,
    /// For a scale: where its 0 is, in kelvin.
    pub(crate) zero: Option<RBig>,
}

/// A product of powers; without any it is the unit of plain numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unit {
    parts: Vec<(Known, i32)>,
}

impl Unit {
    pub(crate) fn of(known: Known, power: i32) -> Self {
        Self { parts: vec![(known, power)] }
    }

    pub(crate) fn is_none(&self) -> bool {
        self.parts.is_empty()
    }

    pub(crate) fn dimension(&self) -> Dimension {
        self.parts.iter().fold(Dimension::default(), |sum, (known, power)| sum.plus(known.dimension, *power))
    }

    /// The size in base units.
    pub(crate) fn size(&self, work: &Work) -> Found<Number> {
        self.parts.iter().try_fold(Number::from(1), |size, (known, power)| {
            size.multiply(&power::whole(&known.size, *power, work)?, work)
        })
    }

    /// The scale that this is, if it is one and nothing else.
    pub(crate) fn scale(&self) -> Option<(&Known, &RBig)> {
        match &self.parts[..] {
            [(known, 1)] => known.zero.as_ref().map(|zero| (known, zero)),
            _ => None,
        }
    }

    /// Whether a scale takes part in it.
    pub(crate) fn has_scale(&self) -> bool {
        self.parts.iter().any(|(known, _)| known.zero.is_some())
    }

    /// The product with a power of another unit, and the factor that the number takes over. Units of the same kind
    /// become one, so that `km * m` is `km^2`.
    pub(crate) fn times(&self, other: &Self, power: i32, work: &Work) -> Found<(Self, Number)> {
        let mut product = self.clone();
        let mut factor = Number::from(1);
        for (known, own) in &other.parts {
            let power = own.checked_mul(power).ok_or_else(too_high)?;
            let same = |part: &&mut (Known, i32)| {
                part.0.symbol == known.symbol || (part.0.dimension == known.dimension && !known.dimension.is_none())
            };
            match product.parts.iter_mut().find(same) {
                Some((present, sum)) => {
                    if present.symbol != known.symbol {
                        let ratio = known.size.divide(&present.size, work)?;
                        factor = factor.multiply(&power::whole(&ratio, power, work)?, work)?;
                    }
                    *sum = sum.checked_add(power).filter(|sum| sum.abs() <= MOST_POWER).ok_or_else(too_high)?;
                }
                None => product.parts.push((known.clone(), power)),
            }
        }
        product.parts.retain(|(_, power)| *power != 0);
        if !product.is_none() && product.dimension().is_none() {
            factor = factor.multiply(&product.size(work)?, work)?;
            product.parts.clear();
        }
        Ok((product, factor))
    }

    /// A power of the unit, if every part has a whole power then.
    pub(crate) fn to_the(&self, exponent: &RBig) -> Found<Option<Self>> {
        let mut parts = Vec::new();
        for (known, power) in &self.parts {
            let Some(power) = whole_power(*power, exponent)? else { return Ok(None) };
            parts.push((known.clone(), power));
        }
        parts.retain(|(_, power)| *power != 0);
        Ok(Some(Self { parts }))
    }

    /// The same kind of unit, made of base units.
    pub(crate) fn in_base_units(&self) -> Self {
        let known = |(symbol, power): (&'static str, i32)| {
            let dimension = Dimension::read(symbol);
            (Known { symbol: symbol.to_owned(), size: Number::from(1), dimension, zero: None }, power)
        };
        Self { parts: self.dimension().powers().map(known).collect() }
    }

    /// As it is shown behind a number and can be read again: `km/h`, `W/(m^2 K)`, `s^-1`.
    pub(crate) fn shown(&self) -> String {
        let written = |known: &Known, power: i32| {
            let compound = known.symbol.contains(['/', ' ', '*']);
            match (power, compound) {
                (1, _) => known.symbol.clone(),
                (_, true) => format!("({})^{power}", known.symbol),
                (_, false) => format!("{}^{power}", known.symbol),
            }
        };
        let above: Vec<_> = self.parts.iter().filter(|(_, power)| *power > 0).collect();
        if above.is_empty() {
            return self.parts.iter().map(|(known, power)| written(known, *power)).collect::<Vec<_>>().join(" ");
        }
        let above: Vec<_> = above.into_iter().map(|(known, power)| written(known, *power)).collect();
        let below: Vec<_> = self
            .parts
            .iter()
            .filter(|(_, power)| *power < 0)
            .map(|(known, power)| written(known, power.saturating_neg()))
            .collect();
        match below.len() {
            0 => above.join(" "),
            1 => format!("{}/{}", above.join(" "), below.concat()),
            _ => format!("{}/({})", above.join(" "), below.join(" ")),
        }
    }

    /// The unit with what it measures, for a message.
    pub(crate) fn described(&self) -> String {
        if self.is_none() {
            "a plain number".to_owned()
        } else {
            format!("`{}` ({})", self.shown(), self.dimension().named())
        }
    }
}

fn whole_power(power: i32, exponent: &RBig) -> Found<Option<i32>> {
    let product = RBig::from(power) * exponent;
    if !product.is_int() {
        return Ok(None);
    }
    match i32::try_from(product.numerator().clone()) {
        Ok(power) if power.abs() <= MOST_POWER => Ok(Some(power)),
        _ => Err(too_high()),
    }
}

fn too_high() -> Fault {
    Fault::new(format!("a unit to a power above {MOST_POWER} is too high"))
}
