//! How much to add: a duration, or days on which people work.

use jiff::Span;
use jiff::civil::{Date, Weekday};
use toolhost_sdk::prelude::*;

/// The most working days that are counted one by one.
const MOST_WORKDAYS: i64 = 1_000_000;

/// How much to add.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Amount {
    Span(Span),
    Workdays(i64),
}

impl Amount {
    /// Reads an amount.
    pub(crate) fn parse(text: &str) -> Result<Self, ToolError> {
        let refused = |reason: String| {
            let shown: String = text.chars().take(60).flat_map(char::escape_debug).collect();
            let advice = "write for example 1 month, -3 days, 2h 30m, P1Y6M or 10 workdays";
            ToolError::invalid("/amount", format!("`{shown}` is no amount of time: {reason}; {advice}"))
        };
        let lower = text.trim().to_lowercase().replace('\u{2212}', "-");
        let words: Vec<&str> = lower.split_whitespace().filter(|word| *word != "and").collect();
        if let Some(count) = workdays(&words) {
            let count: i64 = count.parse().map_err(|_| refused("a whole number of workdays is missing".to_owned()))?;
            if count.abs() > MOST_WORKDAYS {
                return Err(refused(format!("more than {MOST_WORKDAYS} workdays")));
            }
            return Ok(Self::Workdays(count));
        }
        // ISO 8601 is written in capitals, and `M` is another thing there than `m`.
        let joined = words.join(" ");
        let is_iso = joined.trim_start_matches(['+', '-']).starts_with('p');
        let read = if is_iso { joined.to_uppercase() } else { joined };
        read.parse().map(Self::Span).map_err(|error: jiff::Error| refused(error.to_string()))
    }
}

/// The number in front of `workdays` or another name of it.
fn workdays<'a>(words: &[&'a str]) -> Option<&'a str> {
    match words {
        [count, "workday" | "workdays" | "weekday" | "weekdays"]
        | [count, "business" | "working" | "work", "day" | "days"] => Some(count),
        _ => None,
    }
}

fn is_workday(date: Date) -> bool {
    !matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
}

/// The working day so many after a date; with a negative count, before it.
pub(crate) fn add_workdays(mut date: Date, count: i64) -> Result<Date, jiff::Error> {
    let step = if count < 0 { -1 } else { 1 };
    let mut left = count.abs();
    // Whole weeks at once, from a working day on.
    while left > 0 {
        if is_workday(date) && left >= 5 {
            date = date.checked_add(Span::new().try_weeks(step * (left / 5))?)?;
            left %= 5;
            continue;
        }
        date = date.checked_add(Span::new().try_days(step)?)?;
        if is_workday(date) {
            left -= 1;
        }
    }
    Ok(date)
}

/// Working days from a date on and before another, which is not earlier.
pub(crate) fn workdays_between(from: Date, to: Date) -> i64 {
    let days = days_between(from, to);
    let rest = (0..days % 7).filter(|offset| {
        let weekday = (i64::from(from.weekday().to_monday_zero_offset()) + offset) % 7;
        weekday < 5
    });
    days / 7 * 5 + rest.count() as i64
}

/// Days from one date to another, negative if that is earlier.
pub(crate) fn days_between(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_read_in_every_usual_form() {
        let span = |text: &str| match Amount::parse(text) {
            Ok(Amount::Span(span)) => span.to_string(),
            other => format!("{other:?}"),
        };
        for (text, expected) in [
            ("1 month", "P1M"),
            ("1 year, 2 months and 3 days", "P1Y2M3D"),
            ("2h 30m", "PT2H30M"),
            ("-3 days", "-P3D"),
            ("3 days ago", "-P3D"),
            ("P1M", "P1M"),
            ("pt90m", "PT90M"),
            ("2 weeks", "P2W"),
            ("1.5 hours", "PT1H30M"),
        ] {
            assert_eq!(span(text), expected, "{text}");
        }
        assert!(matches!(Amount::parse("10 business days"), Ok(Amount::Workdays(10))));
        assert!(matches!(Amount::parse("-1 workday"), Ok(Amount::Workdays(-1))));
        for text in ["", "month", "5", "two days", "1.5 workdays", "9999999999 workdays", "99999999 years"] {
            let error = Amount::parse(text).expect_err(text);
            assert!(error.message().contains("write for example"), "{error}");
        }
    }

    #[test]
    fn working_days_leave_out_the_weekend() {
        let friday = date(2024, 3, 8);
        assert_eq!(add_workdays(friday, 1).unwrap(), date(2024, 3, 11));
        assert_eq!(add_workdays(friday, 5).unwrap(), date(2024, 3, 15));
        assert_eq!(add_workdays(date(2024, 3, 9), 1).unwrap(), date(2024, 3, 11));
        assert_eq!(add_workdays(date(2024, 3, 9), -1).unwrap(), friday);
        assert_eq!(add_workdays(friday, 0).unwrap(), friday);
        assert!(add_workdays(date(9999, 12, 30), 10).is_err());
        assert_eq!(workdays_between(friday, date(2024, 3, 11)), 1);
        assert_eq!(workdays_between(date(2024, 1, 1), date(2025, 1, 1)), 262);
    }

    proptest! {
        #[test]
        fn working_days_are_those_counted_one_by_one(start in 0..20_000_i32, count in -300..300_i64) {
            let start = date(1990, 1, 1).checked_add(Span::new().days(start)).unwrap();
            let mut counted = start;
            let mut left = count.abs();
            while left > 0 {
                counted = if count < 0 { counted.yesterday().unwrap() } else { counted.tomorrow().unwrap() };
                left -= i64::from(is_workday(counted));
            }
            prop_assert_eq!(add_workdays(start, count).unwrap(), counted);
            if count >= 0 {
                let days = (0..days_between(start, counted)).filter(|day| is_workday(start.checked_add(Span::new().days(*day)).unwrap()));
                prop_assert_eq!(workdays_between(start, counted), days.count() as i64);
            }
        }

        #[test]
        fn any_text_is_an_amount_or_refused(text in ".{0,40}") {
            let _ = Amount::parse(&text);
        }
    }
}
