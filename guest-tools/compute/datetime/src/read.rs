//! From a text to a date or time: the forms of standards here, those of people in `forms`.

use jiff::civil::{Date, ISOWeekDate};
use jiff::fmt::temporal::{DateTimeParser, Pieces};
use jiff::fmt::{rfc2822, strtime::BrokenDownTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use toolhost_sdk::prelude::*;

use crate::when::{When, in_zone, shown};
use crate::{Ambiguous, Order, forms};

/// A longer text is no date.
const LONGEST: usize = 200;

/// What helps to understand a date.
#[derive(Debug, Default)]
pub(crate) struct Rules<'a> {
    pub(crate) zone: Option<TimeZone>,
    pub(crate) order: Option<Order>,
    pub(crate) ambiguous: Ambiguous,
    pub(crate) input_format: Option<&'a str>,
}

/// A date and what goes with it, before a zone is looked for.
#[derive(Debug)]
pub(crate) enum Found {
    When(When),
    /// A local time with the zone that it named itself.
    In(jiff::civil::DateTime, TimeZone),
}

/// Reads a date or time. `pointer` is the JSON Pointer of the argument that it comes from.
pub(crate) fn read(text: &str, pointer: &str, rules: &Rules<'_>, notes: &mut Vec<String>) -> Result<When, ToolError> {
    let text = text.trim();
    let refused = |reason: &str| {
        let quoted: String = text.chars().take(60).flat_map(char::escape_debug).collect();
        ToolError::invalid(pointer, format!("`{quoted}` is no date or time that can be read: {reason}"))
    };
    if text.is_empty() || text.len() > LONGEST {
        return Err(refused("it is empty or too long; write for example 2024-03-10T14:30"));
    }
    let found = match rules.input_format {
        Some(format) => {
            by_format(format, text).map_err(|error| refused(&format!("it is not as input_format says: {error}")))?
        }
        None => match by_standard(text, notes) {
            Some(Ok(found)) => found,
            Some(Err(reason)) => return Err(refused(&reason)),
            None => forms::read(text, rules.order, notes).map_err(|reason| refused(&reason))?,
        },
    };
    match (found, &rules.zone) {
        (Found::In(local, zone), _) => in_zone(local, &zone, rules.ambiguous, notes).map(When::Moment),
        (Found::When(When::Local(local)), Some(zone)) => in_zone(local, zone, rules.ambiguous, notes).map(When::Moment),
        (Found::When(when), _) => Ok(when),
    }
}

/// By directives such as `%d/%m/%y`.
fn by_format(format: &str, text: &str) -> Result<Found, jiff::Error> {
    let parts = BrokenDownTime::parse(format, text)?;
    if let Some(timestamp) = parts.timestamp() {
        return Ok(Found::When(When::Moment(timestamp.to_zoned(TimeZone::UTC))));
    }
    if parts.offset().is_some() || parts.iana_time_zone().is_some() {
        return Ok(Found::When(When::Moment(parts.to_zoned()?)));
    }
    Ok(Found::When(match parts.hour() {
        Some(_) => When::Local(parts.to_datetime()?),
        None => When::Date(parts.to_date()?),
    }))
}

/// By ISO 8601, RFC 3339, RFC 9557, RFC 2822 and as a Unix time. None if it is none of these, the reason if it is
/// one of them and still no date.
fn by_standard(text: &str, notes: &mut Vec<String>) -> Option<Result<Found, String>> {
    let said = |error: jiff::Error| Some(Err(error.to_string()));
    if let Some(moment) = unix(text, notes) {
        return Some(Ok(Found::When(When::Moment(moment))));
    }
    let parser = DateTimeParser::new();
    if text.contains('[') {
        return match parser.parse_zoned(text) {
            Ok(moment) => Some(Ok(Found::When(When::Moment(moment)))),
            Err(error) => said(error),
        };
    }
    match Pieces::parse(text) {
        Ok(pieces) => {
            let date = pieces.date();
            let Some(time) = pieces.time() else { return Some(Ok(Found::When(When::Date(date)))) };
            let local = date.to_datetime(time);
            return Some(Ok(match pieces.to_numeric_offset() {
                Some(offset) if offset.is_zero() => Found::In(local, TimeZone::UTC),
                Some(offset) => Found::In(local, TimeZone::fixed(offset)),
                None => Found::When(When::Local(local)),
            }));
        }
        // Well written, but the calendar has no such day or the day no such time.
        Err(error) if is_like_iso(text) => return said(error),
        Err(_) => {}
    }
    if let Ok(week) = text.parse::<ISOWeekDate>() {
        let date: Date = ISOWeekDate::date(week);
        return Some(Ok(Found::When(When::Date(date))));
    }
    if let Ok(moment) = rfc2822::DateTimeParser::new().relaxed_weekday(true).parse_zoned(text) {
        return Some(Ok(Found::When(When::Moment(moment))));
    }
    None
}

/// Four digits, two, two, with hyphens, perhaps with a time: nothing but ISO 8601.
fn is_like_iso(text: &str) -> bool {
    let mut digits = text.bytes();
    let date = b"dddd-dd-dd".iter().all(|form| {
        digits.next().is_some_and(|byte| if *form == b'd' { byte.is_ascii_digit() } else { byte == *form })
    });
    let time_follows = matches!(digits.next(), None | Some(b'T' | b't'));
    date && time_follows
}

/// A count of seconds or of a fraction of them since 1970, told apart by how many digits it has.
fn unix(text: &str, notes: &mut Vec<String>) -> Option<Zoned> {
    let is_marked = text.starts_with('@');
    let number = text.trim_start_matches('@');
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = whole.trim_start_matches('-');
    let only_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || whole.len() > digits.len() + 1 || !only_digits(digits) || !only_digits(fraction) {
        return None;
    }
    let value: i64 = whole.parse().ok()?;
    let (timestamp, unit) = match (digits.len(), fraction.is_empty()) {
        // Eight digits without a mark are a date, and fewer could be anything.
        (..=8, _) if !is_marked => return None,
        (..=11, true) => (Timestamp::from_second(value), "seconds"),
        (..=11, false) => {
            let nanoseconds: i32 = format!("{fraction:0<9}").get(..9)?.parse().ok()?;
            let nanoseconds = if whole.starts_with('-') { -nanoseconds } else { nanoseconds };
            (Timestamp::new(value, nanoseconds), "seconds")
        }
        (12..=14, true) => (Timestamp::from_millisecond(value), "milliseconds"),
        (15..=17, true) => (Timestamp::from_microsecond(value), "microseconds"),
        (_, true) => (Timestamp::from_nanosecond(i128::from(value)), "nanoseconds"),
        (_, false) => return None,
    };
    let moment = timestamp.ok()?.to_zoned(TimeZone::UTC);
    notes.push(format!("{text} taken as Unix time in {unit}: {}", shown(&moment)));
    Some(moment)
}
