//! What kind of thing a unit measures.

/// The units that everything is measured in, in the order of [`Dimension`].
pub(crate) const BASES: [&str; 9] = ["kg", "m", "s", "A", "K", "mol", "cd", "bit", "rad"];

/// The power of each base unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Dimension([i32; 9]);

impl Dimension {
    /// Reads `kg m s-2`.
    pub(crate) fn read(text: &str) -> Self {
        let mut dimension = Self::default();
        for word in text.split_whitespace() {
            let end = word.find(|next: char| !next.is_ascii_alphabetic()).unwrap_or(word.len());
            let (base, power) = word.split_at(end);
            let power = if power.is_empty() { 1 } else { power.parse().unwrap_or_default() };
            if let Some(slot) = BASES.iter().position(|name| *name == base).and_then(|slot| dimension.0.get_mut(slot)) {
                *slot += power;
            }
        }
        dimension
    }

    pub(crate) fn plus(self, other: Self, power: i32) -> Self {
        let mut sum = self;
        for (slot, more) in sum.0.iter_mut().zip(other.0) {
            *slot = slot.saturating_add(more.saturating_mul(power));
        }
        sum
    }

    /// Whether this measures nothing: a plain number.
    pub(crate) fn is_none(self) -> bool {
        self == Self::default()
    }

    /// Whether this is an angle.
    pub(crate) fn is_angle(self) -> bool {
        self == Self::read("rad")
    }

    /// Whether one is the other turned over, as consumption per distance and distance per consumption are.
    pub(crate) fn is_inverse_of(self, other: Self) -> bool {
        !self.is_none() && self.plus(other, 1).is_none()
    }

    /// The power of each base unit that takes part.
    pub(crate) fn powers(self) -> impl Iterator<Item = (&'static str, i32)> {
        BASES.into_iter().zip(self.0).filter(|(_, power)| *power != 0)
    }

    /// The kind in words, such as `a length`.
    pub(crate) fn named(self) -> String {
        let kinds = [
            ("", "a plain number"),
            ("m", "a length"),
            ("m2", "an area"),
            ("m3", "a volume"),
            ("kg", "a mass"),
            ("s", "a time"),
            ("s-1", "a frequency"),
            ("m s-1", "a speed"),
            ("m s-2", "an acceleration"),
            ("kg m s-2", "a force"),
            ("kg m-1 s-2", "a pressure"),
            ("kg m2 s-2", "an energy"),
            ("kg m2 s-3", "a power"),
            ("kg m-3", "a density"),
            ("K", "a temperature"),
            ("A", "an electric current"),
            ("A s", "an electric charge"),
            ("kg m2 s-3 A-1", "a voltage"),
            ("kg m2 s-3 A-2", "an electric resistance"),
            ("kg-1 m-2 s4 A2", "an electric capacitance"),
            ("mol", "an amount of substance"),
            ("cd", "a luminous intensity"),
            ("bit", "an amount of data"),
            ("bit s-1", "a data rate"),
            ("rad", "an angle"),
            ("m-2", "a reciprocal area"),
        ];
        if let Some((_, name)) = kinds.into_iter().find(|(text, _)| Self::read(text) == self) {
            return name.to_owned();
        }
        let powers: Vec<String> = self
            .powers()
            .map(|(base, power)| if power == 1 { base.to_owned() } else { format!("{base}^{power}") })
            .collect();
        format!("in {}", powers.join(" "))
    }
}
