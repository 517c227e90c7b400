//! Dates: reading them, and ticks where people expect them.

use jiff::civil::{Date, DateTime, Time};
use jiff::{Span, ToSpan as _};

use crate::scale::Tick;

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY: f64 = 86_400.0;

/// Seconds since 1970 of `2024-03-31`, `2024-03`, `2024-03-31T14:00` or `2024-03-31 14:00:05`. A zone at the end is
/// passed over: an axis shows the times as they are written.
pub(crate) fn parse(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_digits = |range: std::ops::Range<usize>| {
        text.get(range).is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if !is_digits(0..4) || text.as_bytes().get(4) != Some(&b'-') || !is_digits(5..7) {
        return None;
    }
    let datetime = match text.len() {
        7 => format!("{text}-01").parse::<Date>().ok()?.to_datetime(Time::midnight()),
        10 => text.parse::<Date>().ok()?.to_datetime(Time::midnight()),
        _ => without_zone(text).parse::<DateTime>().ok()?,
    };
    Some(seconds(datetime))
}

fn without_zone(text: &str) -> &str {
    let text = text.strip_suffix(['Z', 'z']).unwrap_or(text);
    // A sign after the hours begins an offset; those in the date come before.
    match text.get(13..).and_then(|rest| rest.rfind(['+', '-'])) {
        Some(at) => text.get(..13 + at).unwrap_or(text),
        None => text,
    }
}

fn seconds(datetime: DateTime) -> f64 {
    let days = datetime.date().since(Date::constant(1970, 1, 1)).map_or(0, |span| span.get_days());
    let time = datetime.time();
    f64::from(days) * DAY
        + f64::from(time.hour()) * 3600.0
        + f64::from(time.minute()) * 60.0
        + f64::from(time.second())
        + f64::from(time.subsec_nanosecond()) / 1e9
}

fn datetime(seconds: f64) -> DateTime {
    let days = (seconds / DAY).floor();
    let rest = seconds - days * DAY;
    let date = Date::constant(1970, 1, 1).saturating_add((days as i64).clamp(-4_000_000, 4_000_000).days());
    date.to_datetime(Time::midnight()).saturating_add((rest as i64).seconds())
}

/// A distance of ticks.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Step {
    Seconds(i64),
    Days(i64),
    Months(i64),
}

const STEPS: [(f64, Step); 23] = [
    (1.0, Step::Seconds(1)),
    (5.0, Step::Seconds(5)),
    (15.0, Step::Seconds(15)),
    (30.0, Step::Seconds(30)),
    (60.0, Step::Seconds(60)),
    (300.0, Step::Seconds(300)),
    (900.0, Step::Seconds(900)),
    (1800.0, Step::Seconds(1800)),
    (3600.0, Step::Seconds(3600)),
    (10_800.0, Step::Seconds(10_800)),
    (21_600.0, Step::Seconds(21_600)),
    (43_200.0, Step::Seconds(43_200)),
    (DAY, Step::Days(1)),
    (2.0 * DAY, Step::Days(2)),
    (7.0 * DAY, Step::Days(7)),
    (14.0 * DAY, Step::Days(14)),
    (30.44 * DAY, Step::Months(1)),
    (91.3 * DAY, Step::Months(3)),
    (182.6 * DAY, Step::Months(6)),
    (365.25 * DAY, Step::Months(12)),
    (730.5 * DAY, Step::Months(24)),
    (1826.25 * DAY, Step::Months(60)),
    (3652.5 * DAY, Step::Months(120)),
];

/// Ticks between two times, `count` of them or fewer. A text may have a second line, after a line break: what the first
/// belongs to.
pub(crate) fn ticks((low, high): (f64, f64), count: usize) -> Vec<Tick> {
    let wanted = (high - low) / count.max(1) as f64;
    let step = STEPS.iter().find(|(length, _)| *length >= wanted).map(|(_, step)| *step).unwrap_or_else(|| {
        let years = crate::scale::step(low / (365.25 * DAY), high / (365.25 * DAY), count);
        Step::Months((years.ceil() as i64).saturating_mul(12))
    });
    let mut ticks: Vec<Tick> = Vec::new();
    let mut before: Option<DateTime> = None;
    let mut at = first(datetime(low), step);
    while seconds(at) <= high && ticks.len() <= 100 {
        if seconds(at) >= low {
            ticks.push(Tick { value: seconds(at), text: text(at, step, before) });
            before = Some(at);
        }
        match at.checked_add(span(step)) {
            Ok(next) => at = next,
            Err(_) => break,
        }
    }
    ticks
}

/// A tick for a single time.
pub(crate) fn tick(seconds: f64) -> Tick {
    let at = datetime(seconds);
    let month = MONTHS.get((at.month() as usize).wrapping_sub(1)).copied().unwrap_or_default();
    let day = format!("{} {month} {}", at.day(), at.year());
    let text = if at.time() == Time::midnight() { day } else { format!("{:02}:{:02}\n{day}", at.hour(), at.minute()) };
    Tick { value: seconds, text }
}

/// The last round time that is not after a time.
fn first(from: DateTime, step: Step) -> DateTime {
    let midnight = |date: Date| date.to_datetime(Time::midnight());
    match step {
        Step::Seconds(length) => {
            let since = seconds(from) - seconds(midnight(from.date()));
            let whole = (since as i64).div_euclid(length) * length;
            midnight(from.date()).saturating_add(whole.seconds())
        }
        Step::Days(1) => midnight(from.date()),
        Step::Days(2) => midnight(from.date()),
        Step::Days(_) => {
            let since_monday = i64::from(from.weekday().to_monday_zero_offset());
            midnight(from.date().saturating_sub(since_monday.days()))
        }
        Step::Months(length) if length < 12 => {
            let month = (i64::from(from.month()) - 1).div_euclid(length) * length + 1;
            midnight(Date::new(from.year(), month as i8, 1).unwrap_or(from.date()))
        }
        Step::Months(length) => {
            let years = (length / 12).max(1);
            let year = i64::from(from.year()).div_euclid(years) * years;
            midnight(Date::new(year as i16, 1, 1).unwrap_or(from.date()))
        }
    }
}

fn span(step: Step) -> Span {
    match step {
        Step::Seconds(length) => length.seconds(),
        Step::Days(length) => length.days(),
        Step::Months(length) => Span::new().try_months(length).unwrap_or_else(|_| 12.months()),
    }
}

fn text(at: DateTime, step: Step, before: Option<DateTime>) -> String {
    let month = MONTHS.get((at.month() as usize).wrapping_sub(1)).copied().unwrap_or_default();
    let is_new_year = before.is_none_or(|before| before.year() != at.year());
    match step {
        Step::Months(length) if length >= 12 => at.year().to_string(),
        Step::Months(_) if is_new_year => format!("{month}\n{}", at.year()),
        Step::Months(_) => month.to_owned(),
        Step::Days(_) if is_new_year => format!("{} {month}\n{}", at.day(), at.year()),
        Step::Days(_) => format!("{} {month}", at.day()),
        Step::Seconds(length) => {
            let time = match length {
                60.. => format!("{:02}:{:02}", at.hour(), at.minute()),
                _ => format!("{:02}:{:02}:{:02}", at.hour(), at.minute(), at.second()),
            };
            match before {
                Some(before) if before.date() == at.date() => time,
                Some(_) => format!("{time}\n{} {month}", at.day()),
                None => format!("{time}\n{} {month} {}", at.day(), at.year()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(low: &str, high: &str, count: usize) -> String {
        let extent = (parse(low).expect("a date"), parse(high).expect("a date"));
        ticks(extent, count).into_iter().map(|tick| tick.text.replace('\n', "/")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        assert_eq!(parse("1970-01-02"), Some(DAY));
        assert_eq!(parse("1970-01"), Some(0.0));
        assert_eq!(parse("1970-01-01T01:00:05Z"), Some(3605.0));
        assert_eq!(parse("1970-01-01 01:00:05.5+05:30"), Some(3605.5));
        assert_eq!(parse("1969-12-31"), Some(-DAY));
        for text in
            ["", "2024", "2024-13", "2024-02-30", "Jan 2024", "12-2024", "2024-1-1x", "2024-01-01T", "9999-99-99"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn ticks_are_where_people_expect_them() {
        assert_eq!(texts("2023-11-15", "2024-03-02", 6), "Dec/2023 Jan/2024 Feb Mar");
        assert_eq!(texts("2019-03-01", "2024-06-01", 7), "2020 2021 2022 2023 2024");
        assert_eq!(texts("2024-02-27", "2024-03-02", 7), "27 Feb/2024 28 Feb 29 Feb 1 Mar 2 Mar");
        assert_eq!(
            texts("2024-02-28T20:00", "2024-02-29T10:00", 6),
            "21:00/28 Feb 2024 00:00/29 Feb 03:00 06:00 09:00"
        );
        assert_eq!(texts("1700-01-01", "2020-01-01", 5), "1700 1800 1900 2000");
    }

    #[test]
    fn no_span_is_a_trap() {
        for extent in [(0.0, 1.0), (-4e11, 4e11), (0.0, 0.0), (2.5e11, 3e11), (0.0, 1e-9)] {
            assert!(ticks(extent, 6).len() <= 101);
        }
    }
}
