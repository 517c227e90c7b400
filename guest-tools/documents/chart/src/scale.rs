//! From values to pixels, and the ticks of an axis.

use crate::number::Format;

/// An axis: which values it covers, and where they lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    /// The values at both ends. They differ.
    pub(crate) from: (f64, f64),
    /// The pixels at both ends.
    pub(crate) to: (f64, f64),
    pub(crate) is_log: bool,
}

impl Scale {
    /// The pixel of a value.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let place = |value: f64| if self.is_log { value.max(f64::MIN_POSITIVE).log10() } else { value };
        let (low, high) = (place(self.from.0), place(self.from.1));
        // Halves keep the difference of huge numbers finite.
        let share = (place(value) / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
        let pixel = self.to.0 + share * (self.to.1 - self.to.0);
        // Far outside of the window a pixel need not be exact, but has to be a number that a drawing can hold.
        if pixel.is_finite() { pixel.clamp(-1e5, 1e5) } else { self.to.0 }
    }
}

/// A value with a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) text: String,
}

/// The ends and the ticks of an axis.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ticks {
    pub(crate) ends: (f64, f64),
    pub(crate) ticks: Vec<Tick>,
}

/// What an axis of values has to show.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// The smallest and largest value.
    pub(crate) extent: (f64, f64),
    /// Ends that were asked for.
    pub(crate) fixed: (Option<f64>, Option<f64>),
    pub(crate) is_log: bool,
    /// About how many ticks there is room for.
    pub(crate) count: usize,
    /// Whether the axis ends with a tick on both sides.
    pub(crate) is_loose: bool,
}

/// Ticks at round numbers.
pub(crate) fn ticks(wanted: Wanted) -> Ticks {
    if wanted.is_log {
        return log_ticks(wanted);
    }
    let (mut low, mut high) = wanted.extent;
    if low == high {
        // One value alone gets room on both sides.
        let room = if low == 0.0 { 1.0 } else { low.abs() * 0.5 };
        (low, high) = if low == 0.0 { (0.0, 1.0) } else { (low - room, high + room) };
    }
    let (mut low, mut high) = (wanted.fixed.0.unwrap_or(low), wanted.fixed.1.unwrap_or(high));
    if low >= high {
        // Only one end was asked for, and all values lie beyond it.
        match wanted.fixed {
            (Some(_), _) => high = low + low.abs().max(1.0),
            _ => low = high - high.abs().max(1.0),
        }
    }
    let step = step(low, high, wanted.count);
    if wanted.is_loose {
        if wanted.fixed.0.is_none() {
            low = (low / step + 1e-9).floor() * step;
        }
        if wanted.fixed.1.is_none() {
            high = (high / step - 1e-9).ceil() * step;
        }
    }
    let format = Format::of(low.abs().max(high.abs()), step);
    let first = (low / step - 1e-9).ceil();
    let values =
        (0..=200).map(|index| (first + f64::from(index)) * step).take_while(|value| *value <= high + step * 1e-9);
    // An axis too narrow for its numbers to differ has its ends only.
    let ticks = values.map(|value| Tick { value, text: format.write(value) }).collect();
    Ticks { ends: (low, high), ticks }
}

/// The distance of ticks: one, two or five times a power of ten, or twenty-five times one.
pub(crate) fn step(low: f64, high: f64, count: usize) -> f64 {
    let (raw, power) = raw_step(low, high, count);
    let factors = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter();
    // Halves of tens would need another decimal.
    let mut factors = factors.filter(|factor| *factor != 2.5 || power >= 10.0);
    let step = factors.find(|factor| raw <= factor * power * (1.0 + 1e-9)).unwrap_or(10.0) * power;
    // Next to huge numbers, smaller steps would not change them.
    step.max(low.abs().max(high.abs()) * 1e-12)
}

/// The round distance that is nearest to the one that divides an extent into `count` parts.
pub(crate) fn nearest_step(low: f64, high: f64, count: usize) -> f64 {
    let (raw, power) = raw_step(low, high, count);
    let distance = |factor: &f64| (raw / (factor * power)).ln().abs();
    let factors = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter();
    let step = factors.min_by(|one, other| distance(one).total_cmp(&distance(other))).unwrap_or(1.0) * power;
    step.max(low.abs().max(high.abs()) * 1e-12)
}

/// The distance that divides an extent into `count` parts, and the power of ten beneath it.
fn raw_step(low: f64, high: f64, count: usize) -> (f64, f64) {
    let count = count.max(1) as f64;
    let raw = ((high / count) - (low / count)).abs().max(f64::MIN_POSITIVE);
    (raw, 10_f64.powf(raw.log10().floor()))
}

fn log_ticks(wanted: Wanted) -> Ticks {
    let low = wanted.fixed.0.unwrap_or(wanted.extent.0).max(f64::MIN_POSITIVE);
    let high = wanted.fixed.1.unwrap_or(wanted.extent.1).max(low);
    let (mut first, mut last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    if first == last {
        (first, last) = (first - 1, last + 1);
    }
    let ends = (
        wanted.fixed.0.filter(|end| *end > 0.0).unwrap_or_else(|| 10_f64.powi(first)),
        wanted.fixed.1.filter(|end| *end > 0.0).unwrap_or_else(|| 10_f64.powi(last)),
    );
    let every = ((last - first) as usize).div_ceil(wanted.count.max(1)).max(1);
    let factors: &[f64] = if (last - first) as usize * 3 <= wanted.count.max(3) { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let ticks = (first..=last)
        .step_by(every)
        .flat_map(|power| factors.iter().map(move |factor| factor * 10_f64.powi(power)))
        .filter(|value| *value >= ends.0 * (1.0 - 1e-9) && *value <= ends.1 * (1.0 + 1e-9))
        .map(|value| Tick { value, text: crate::number::plain(value) })
        .collect();
    Ticks { ends, ticks }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(extent: (f64, f64), count: usize) -> String {
        let wanted = Wanted { extent, fixed: (None, None), is_log: false, count, is_loose: true };
        ticks(wanted).ticks.into_iter().map(|tick| tick.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(texts((0.0, 97.0), 5), "0 20 40 60 80 100");
        assert_eq!(texts((-3.0, 12.0), 4), "−5 0 5 10 15");
        assert_eq!(texts((0.0, 0.3), 3), "0 0.1 0.2 0.3");
        assert_eq!(texts((5.0, 5.0), 5), "2 3 4 5 6 7 8");
        assert_eq!(texts((0.0, 0.0), 5), "0 0.2 0.4 0.6 0.8 1.0");
    }

    #[test]
    fn a_logarithmic_axis_has_powers_of_ten() {
        let wanted = Wanted { extent: (3.0, 40_000.0), fixed: (None, None), is_log: true, count: 6, is_loose: true };
        let made = ticks(wanted);
        assert_eq!(made.ends, (1.0, 1e5));
        assert_eq!(made.ticks.len(), 6);
        let scale = Scale { from: made.ends, to: (0.0, 500.0), is_log: true };
        assert!((scale.at(100.0) - 200.0).abs() < 1e-9);
    }

    #[test]
    fn no_extent_is_a_trap() {
        for (low, high) in [(f64::MIN, f64::MAX), (1e300, 1e301), (0.0, 5e-324), (1e15, 1e15 + 1.0), (-1e-300, 0.0)] {
            for (fixed, is_log) in
                [((None, None), false), ((Some(3.0), None), false), ((None, Some(-7.0)), false), ((None, None), true)]
            {
                let made = ticks(Wanted { extent: (low, high), fixed, is_log, count: 5, is_loose: true });
                assert!(made.ticks.len() <= 201, "{low} {high}");
                let scale = Scale { from: made.ends, to: (0.0, 500.0), is_log };
                assert!(scale.at(low).is_finite() && scale.at(high).is_finite());
            }
        }
    }
}
