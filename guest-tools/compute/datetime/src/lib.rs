//! The tool `datetime`.
//!
//! `read` and `forms` turn a text into a `When`, which `zone` completes with a time zone; `amount` reads durations;
//! `operate` does what was asked for and `answer` says it.

mod amount;
mod answer;
mod difference;
mod examples;
mod forms;
mod operate;
mod read;
#[cfg(test)]
mod tests;
mod when;
mod zone;

use toolhost_sdk::prelude::*;

use crate::answer::Answered;

/// What to do with which time.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// now: the present time. parse: read `at` and say what it is. add: `at` plus `amount`. diff: from `at` to `to`.
    /// format: write `at` as `format` says. tz: `at` in the time zones `zones`, with their offsets and next changes.
    op: Operation,
    /// All but now: a date or time: 2024-03-10, 2024-03-10T14:30[Europe/Berlin], 10 March 2024 2:30 pm, an RFC 2822
    /// date of a mail, 2024-W10-7, a Unix time in seconds or milliseconds. Words such as today are not understood:
    /// ask op=now first.
    at: Option<String>,
    /// diff: the other date or time.
    to: Option<String>,
    /// add: how much: 1 month, -3 days, 2h 30m, 1 year 6 months, P1M, 10 workdays (Monday to Friday).
    amount: Option<String>,
    /// add: make a series of so many times, each one amount after the last.
    #[schemars(range(min = 1, max = 366))]
    count: Option<u32>,
    /// The time zone of times that name none, such as America/New_York or +02:00; for now, that of the answer.
    zone: Option<String>,
    /// tz: the time zones to show the time in.
    #[serde(default)]
    #[schemars(length(max = 20))]
    zones: Vec<String>,
    /// diff: also say the whole difference in this unit.
    unit: Option<Unit>,
    /// format: iso, rfc2822, rfc9557, unix, unix_ms or directives such as %A, %-d %B %Y %H:%M (English names).
    format: Option<String>,
    /// The directives that `at` and `to` are written with, such as %d/%m/%y, if they are in no usual form.
    input_format: Option<String>,
    /// What comes first in a date such as 03/04/2024. Without it such a date is refused.
    order: Option<Order>,
    /// Which one a local time means that comes twice when clocks go back, and how one is moved that clocks going
    /// forward leave out. compatible: the earlier of two, and forward over a gap. reject: neither; an error instead.
    #[serde(default)]
    ambiguous: Ambiguous,
}

/// What the tool can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Operation {
    Now,
    Parse,
    Add,
    Diff,
    Format,
    Tz,
}

/// What a difference is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    Years,
    Months,
    Weeks,
    Days,
    Hours,
    Minutes,
    Seconds,
}

/// What comes first in a date of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    Day,
    Month,
}

/// What becomes of a local time that is there twice or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ambiguous {
    #[default]
    Compatible,
    Earlier,
    Later,
    Reject,
}

/// Tells the time, reads dates in many forms, adds to them, finds how far apart two are, formats them and converts
/// between time zones, with the rules for daylight saving time of every zone.
///
/// The answer's value is the result; the rest says more about it: weekday, ISO week, time in UTC, Unix time, and a
/// note where the result needs one, such as a month that is too short or a time that clocks leave out. A month after
/// January 31 is the last of February. Days added to a time in a zone keep the time of day; hours are hours.
#[tool(
    name = "datetime",
    title = "Dates and times",
    category = compute,
    tier = low,
    access = read,
    danger = safe,
    class = small,
    idempotent = false,
    concurrency_safe,
    files = none,
    services = [clock],
    context = [time_zone],
    answer = Answered,
    keywords = [
        "date", "time", "now", "today", "time zone", "timezone", "days between", "deadline", "duration", "weekday",
        "calendar", "age", "add days", "unix time", "timestamp", "format date", "utc", "daylight saving"
    ],
    use_cases = [
        "find out today's date or the present time",
        "count the days or working days between two dates",
        "find the date some days, weeks or months before or after another",
        "convert a time from one time zone to others",
        "read a date in any usual form or write it in another",
        "find the weekday or ISO week of a date"
    ],
    aliases = ["date", "time", "get_current_time", "current_time", "now"],
    parameter_aliases = [
        ("operation", "op"), ("date", "at"), ("datetime", "at"), ("from", "at"), ("start", "at"), ("end", "to"),
        ("duration", "amount"), ("timezone", "zone"), ("time_zone", "zone"), ("tz", "zone"), ("timezones", "zones"),
        ("to_zones", "zones"), ("fmt", "format")
    ],
    opaque = ["at", "to", "amount", "zone", "format", "input_format"],
    narrower = [(
        parameter = "op", values = ["parse", "add", "diff", "format", "tz"],
        access = read, tier = low, files = none, idempotent = true, concurrency_safe = true
    )],
    examples = examples::examples(),
)]
fn datetime(arguments: Arguments, call: &Call) -> ToolResult {
    operate::operate(&arguments, call.time_zone()).map(|answered| Answer::json(&answered))
}
