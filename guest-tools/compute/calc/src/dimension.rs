//! What kind of thing is measured: powers of the base units.

use std::fmt;

use crate::number::Result;

/// Powers of metre, kilogram, second, ampere, kelvin, mole, candela, degree and bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Dimension([i16; 9]);

const NAMES: [&str; 9] = ["m", "kg", "s", "A", "K", "mol", "cd", "deg", "bit"];
const HIGHEST: i16 = 100;

impl Dimension {
    pub(crate) const NONE: Self = Self([0; 9]);
    pub(crate) const LENGTH: Self = Self([1, 0, 0, 0, 0, 0, 0, 0, 0]);
    pub(crate) const MASS: Self = Self([0, 1, 0, 0, 0, 0, 0, 0, 0]);
    pub(crate) const TIME: Self = Self([0, 0, 1, 0, 0, 0, 0, 0, 0]);
    pub(crate) const TEMPERATURE: Self = Self([0, 0, 0, 0, 1, 0, 0, 0, 0]);
    pub(crate) const ANGLE: Self = Self([0, 0, 0, 0, 0, 0, 0, 1, 0]);
    pub(crate) const INFORMATION: Self = Self([0, 0, 0, 0, 0, 0, 0, 0, 1]);

    /// Powers of metre, kilogram, second and ampere.
    pub(crate) const fn of(length: i16, mass: i16, time: i16, current: i16) -> Self {
        Self([length, mass, time, current, 0, 0, 0, 0, 0])
    }

    /// Powers of mole and candela.
    pub(crate) const fn and(mut self, amount: i16, intensity: i16) -> Self {
        self.0[5] = amount;
        self.0[6] = intensity;
        self
    }

    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// How many base units it takes.
    pub(crate) fn width(self) -> usize {
        self.0.iter().filter(|power| **power != 0).count()
    }

    /// The base units with their powers.
    pub(crate) fn parts(self) -> impl Iterator<Item = (&'static str, i16)> {
        NAMES.into_iter().zip(self.0).filter(|(_, power)| *power != 0)
    }

    pub(crate) fn inverse(self) -> Self {
        Self(self.0.map(|power| -power))
    }

    /// The dimension of a product with a power of the other.
    pub(crate) fn times(self, other: Self, power: i16) -> Result<Self> {
        let mut product = self;
        for (mine, theirs) in product.0.iter_mut().zip(other.0) {
            let sum = i32::from(*mine) + i32::from(theirs) * i32::from(power);
            match i16::try_from(sum) {
                Ok(sum) if sum.abs() <= HIGHEST => *mine = sum,
                _ => return Err(format!("units go up to the power {HIGHEST}")),
            }
        }
        Ok(product)
    }

    /// The dimension of a root, if it has one.
    pub(crate) fn root(self, degree: i16) -> Option<Self> {
        if degree < 1 || self.0.iter().any(|power| power % degree != 0) {
            return None;
        }
        Some(Self(self.0.map(|power| power / degree)))
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("a plain number");
        }
        f.write_str(&product(self.parts()))
    }
}

/// A product of powers as `kg*m/s^2`.
pub(crate) fn product<'a>(parts: impl Iterator<Item = (&'a str, i16)>) -> String {
    let written = |(name, power): (&str, i16)| match power.unsigned_abs() {
        1 => name.to_owned(),
        power => format!("{name}^{power}"),
    };
    let (above, below): (Vec<_>, Vec<_>) = parts.partition(|(_, power)| *power > 0);
    let above: Vec<String> = above.into_iter().map(written).collect();
    let below: Vec<String> = below.into_iter().map(written).collect();
    match (above.is_empty(), below.as_slice()) {
        (_, []) => above.join("*"),
        (true, [one]) => format!("1/{one}"),
        (false, [one]) => format!("{}/{one}", above.join("*")),
        (true, _) => format!("1/({})", below.join("*")),
        (false, _) => format!("{}/({})", above.join("*"), below.join("*")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Dimension, product};

    #[test]
    fn units_are_written_as_people_write_them() {
        assert_eq!(product([("km", 1), ("h", -1)].into_iter()), "km/h");
        assert_eq!(product([("kg", 1), ("m", 2), ("s", -2), ("K", -1)].into_iter()), "kg*m^2/(s^2*K)");
        assert_eq!(product([("s", -1)].into_iter()), "1/s");
        assert_eq!(product([("s", -1), ("m", -2)].into_iter()), "1/(s*m^2)");
    }

    #[test]
    fn powers_are_bounded() {
        assert!(Dimension::LENGTH.times(Dimension::LENGTH, 99).is_ok());
        assert!(Dimension::LENGTH.times(Dimension::LENGTH, i16::MAX).is_err());
        assert_eq!(Dimension::of(4, 0, -2, 0).root(2), Some(Dimension::of(2, 0, -1, 0)));
        assert_eq!(Dimension::of(3, 0, 0, 0).root(2), None);
    }
}
