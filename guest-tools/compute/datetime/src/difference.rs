//! How far apart two dates or times are.

use jiff::civil::DateTimeDifference;
use jiff::{SpanRelativeTo, ToSpan as _, Zoned, ZonedDifference};
use toolhost_sdk::prelude::*;

use crate::Unit;
use crate::amount::{days_between, workdays_between};
use crate::answer::Answered;
use crate::when::When;

/// The difference from one to the other; negative if the other is earlier.
pub(crate) fn difference(
    from: &When,
    to: &When,
    unit: Option<Unit>,
    notes: &mut Vec<String>,
) -> Result<Answered, ToolError> {
    let failed = |error: jiff::Error| ToolError::invalid("/to", format!("the difference cannot be told: {error}"));
    let (span, relative, seconds) = match (from, to) {
        (When::Moment(from), When::Moment(to)) => {
            // Between zones, only lengths that are the same everywhere have a meaning; days are those of the first.
            let there: Zoned = to.with_time_zone(from.time_zone().clone());
            let span = from.until(ZonedDifference::new(&there).largest(jiff::Unit::Year)).map_err(failed)?;
            let seconds = from.timestamp().duration_until(to.timestamp()).as_secs();
            (span, SpanRelativeTo::from(from), Some(seconds))
        }
        (When::Moment(_), _) | (_, When::Moment(_)) => {
            let (pointer, other) = if matches!(from, When::Moment(_)) { ("/to", to) } else { ("/at", from) };
            return Err(ToolError::invalid(
                pointer,
                format!(
                    "`{}` has no time zone and the other time has one; give zone for it, or both as dates",
                    other.shown()
                ),
            ));
        }
        _ => {
            let (start, end) = (from.datetime(), to.datetime());
            if matches!(from, When::Date(_)) != matches!(to, When::Date(_)) {
                notes.push("the date without a time is taken as its midnight".to_owned());
            }
            let span = start.until(DateTimeDifference::new(end).largest(jiff::Unit::Year)).map_err(failed)?;
            let seconds = match (from, to) {
                (When::Date(_), When::Date(_)) => None,
                _ => Some(start.duration_until(end).as_secs()),
            };
            (span, SpanRelativeTo::from(start), seconds)
        }
    };
    let total = unit.map(|unit| span.total((of(unit), relative))).transpose().map_err(failed)?;
    let (from, to) = (from.date(), to.date());
    let workdays = if from <= to { workdays_between(from, to) } else { -workdays_between(to, from) };
    let value = if span.is_zero() { "0 days".to_owned() } else { in_words(&span) };
    let iso = if span.is_zero() { 0.days().to_string() } else { span.to_string() };
    Ok(Answered {
        value,
        iso: Some(iso),
        days: Some(days_between(from, to)),
        workdays: Some(workdays),
        seconds,
        total,
        ..Answered::default()
    })
}

fn of(unit: Unit) -> jiff::Unit {
    match unit {
        Unit::Years => jiff::Unit::Year,
        Unit::Months => jiff::Unit::Month,
        Unit::Weeks => jiff::Unit::Week,
        Unit::Days => jiff::Unit::Day,
        Unit::Hours => jiff::Unit::Hour,
        Unit::Minutes => jiff::Unit::Minute,
        Unit::Seconds => jiff::Unit::Second,
    }
}

/// 1 year 2 months 3 days.
fn in_words(span: &jiff::Span) -> String {
    use jiff::fmt::friendly::{Designator, Direction, Spacing, SpanPrinter};
    SpanPrinter::new()
        .designator(Designator::Verbose)
        .spacing(Spacing::BetweenUnitsAndDesignators)
        .direction(Direction::Suffix)
        .span_to_string(span)
}
