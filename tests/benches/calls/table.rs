//! This collects figures and prints them in columns.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;

/// Latencies of many calls, in nanoseconds.
pub(crate) struct Latencies(Histogram<u64>);

impl Latencies {
    pub(crate) fn new() -> Self {
        // Three digits up to a minute.
        Self(Histogram::new_with_max(60_000_000_000, 3).unwrap_or_else(|_| unreachable!("these bounds are valid")))
    }

    pub(crate) fn note(&mut self, latency: Duration) {
        self.0.saturating_record(u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX));
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.0.add(&other.0).unwrap_or_else(|_| unreachable!("all have the same bounds"));
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.len()
    }

    pub(crate) fn quantile(&self, quantile: f64) -> Duration {
        Duration::from_nanos(self.0.value_at_quantile(quantile))
    }
}

/// What is aimed at.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// The median is at most this.
    Median(Duration),
    /// 99 of 100 are at most this.
    High(Duration),
    /// None is set.
    None,
}

struct Row {
    name: String,
    median: String,
    high: String,
    most: String,
    target: String,
}

/// All figures so far.
pub(crate) struct Table {
    cores: usize,
    rows: Vec<Row>,
}

impl Table {
    pub(crate) fn new(cores: usize) -> Self {
        Self { cores, rows: Vec::new() }
    }

    pub(crate) fn cores(&self) -> usize {
        self.cores
    }

    /// Adds latencies.
    pub(crate) fn latencies(&mut self, name: impl Into<String>, latencies: &Latencies, target: Target) {
        let median = latencies.quantile(0.5);
        let (high, most) = (latencies.quantile(0.99), latencies.quantile(1.0));
        let judged = |seen: Duration, aim: Duration| if seen <= aim { "met" } else { "missed" };
        self.push(Row {
            name: format!("{} ({}×)", name.into(), latencies.count()),
            median: shown(median),
            high: shown(high),
            most: shown(most),
            target: match target {
                Target::Median(aim) => format!("p50 ≤ {}: {}", shown(aim), judged(median, aim)),
                Target::High(aim) => format!("p99 ≤ {}: {}", shown(aim), judged(high, aim)),
                Target::None => String::new(),
            },
        });
    }

    /// Adds one figure, and a word about where it comes from.
    pub(crate) fn figure(&mut self, name: impl Into<String>, value: String, note: String) {
        let (high, most) = (String::new(), String::new());
        self.push(Row { name: name.into(), median: value, high, most, target: note });
    }

    fn push(&mut self, row: Row) {
        eprintln_progress(&row);
        self.rows.push(row);
    }
}

/// Says what was measured while the rest is still running.
#[expect(clippy::print_stderr, reason = "progress of a benchmark")]
fn eprintln_progress(row: &Row) {
    eprintln!("{}: {} {}", row.name, row.median, row.target);
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = Row {
            name: format!("on {} cores", self.cores),
            median: "p50".to_owned(),
            high: "p99".to_owned(),
            most: "max".to_owned(),
            target: "target".to_owned(),
        };
        let rows = || std::iter::once(&head).chain(&self.rows);
        let width = rows().map(|row| row.name.chars().count()).max().unwrap_or_default();
        for row in rows() {
            writeln!(f, "{:width$}  {:>10}  {:>10}  {:>10}  {}", row.name, row.median, row.high, row.most, row.target)?;
        }
        Ok(())
    }
}

/// A duration with a unit that suits it.
pub(crate) fn shown(duration: Duration) -> String {
    let micros = duration.as_secs_f64() * 1e6;
    if micros < 1_000.0 {
        format!("{micros:.1} µs")
    } else if micros < 1_000_000.0 {
        format!("{:.2} ms", micros / 1e3)
    } else {
        format!("{:.2} s", micros / 1e6)
    }
}
