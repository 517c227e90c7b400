//! This writes numbers for people.

use std::time::Duration;

/// A size: `812 B`, `1.2 kB`, `64 MB`.
pub(super) fn size(bytes: u64) -> String {
    scaled(bytes, &[" B", " kB", " MB", " GB", " TB"])
}

/// A count: `812`, `1.2k`, `64M`.
pub(super) fn count(number: u64) -> String {
    scaled(number, &["", "k", "M", "G", "T"])
}

/// A time: `812 µs`, `1.2 ms`, `64 ms`, `2.3 s`.
pub(super) fn time(duration: Duration) -> String {
    let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
    if micros < 60_000_000 { scaled(micros, &[" µs", " ms", " s"]) } else { format!("{} s", micros / 1_000_000) }
}

/// `one`, or the number and `many`.
pub(super) fn plural(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// Two figures at least, in the largest unit that keeps a figure before the point.
fn scaled(number: u64, units: &[&str]) -> String {
    let mut unit = 0;
    let mut divisor: u64 = 1;
    while unit + 1 < units.len() && number / divisor >= 1_000 {
        divisor = divisor.saturating_mul(1_000);
        unit += 1;
    }
    let name = units.get(unit).copied().unwrap_or_default();
    let whole = number / divisor;
    if divisor > 1 && whole < 10 {
        format!("{whole}.{}{name}", number % divisor / (divisor / 10))
    } else {
        format!("{whole}{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::{count, plural, size, time};
    use std::time::Duration;

    #[test]
    fn numbers_have_the_unit_that_reads_best() {
        assert_eq!(size(0), "0 B");
        assert_eq!(size(999), "999 B");
        assert_eq!(size(1_290), "1.2 kB");
        assert_eq!(size(64_500_000), "64 MB");
        assert_eq!(count(1_000), "1.0k");
        assert_eq!(count(u64::MAX), "18446744T");
        assert_eq!(time(Duration::from_micros(85)), "85 µs");
        assert_eq!(time(Duration::from_millis(2_345)), "2.3 s");
        assert_eq!(time(Duration::from_secs(75)), "75 s");
        assert_eq!(time(Duration::MAX), format!("{} s", u64::MAX / 1_000_000));
        assert_eq!(plural(1, "call", "calls"), "1 call");
        assert_eq!(plural(0, "call", "calls"), "0 calls");
    }
}
