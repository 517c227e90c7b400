//! Doing what was asked for.

use jiff::civil::Date;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Zoned};
use toolhost_sdk::prelude::*;

use crate::amount::{Amount, add_workdays};
use crate::answer::{Answered, ZoneFacts};
use crate::difference::difference;
use crate::read::{Rules, read};
use crate::when::{When, in_zone, shown};
use crate::{Arguments, Operation, zone};

/// The longest text of directives.
const LONGEST_FORMAT: usize = 500;
/// A clock that shows an earlier time stands still.
const FIRST_SECOND: i64 = 1_700_000_000;

/// Does what the arguments say. `home` is the person's time zone, if it is known.
pub(crate) fn operate(arguments: &Arguments, home: Option<&str>) -> Result<Answered, ToolError> {
    check(arguments)?;
    let zone = arguments.zone.as_deref().map(|name| zone::named(name, "/zone")).transpose()?;
    if arguments.op == Operation::Now {
        let zone = zone.or_else(|| home.and_then(zone::zone)).unwrap_or(TimeZone::UTC);
        return now(&zone);
    }
    let rules = Rules {
        zone,
        order: arguments.order,
        ambiguous: arguments.ambiguous,
        input_format: arguments.input_format.as_deref(),
    };
    let mut notes = Vec::new();
    let at = read(arguments.at.as_deref().unwrap_or_default(), "/at", &rules, &mut notes)?;
    let answered = match arguments.op {
        Operation::Now | Operation::Parse => Answered::of(&at),
        Operation::Add => add(arguments, &at, &mut notes)?,
        Operation::Diff => {
            let to = read(arguments.to.as_deref().unwrap_or_default(), "/to", &rules, &mut notes)?;
            difference(&at, &to, arguments.unit, &mut notes)?
        }
        Operation::Format => format(&at, arguments.format.as_deref().unwrap_or("iso"))?,
        Operation::Tz => zones(arguments, &at, &mut notes)?,
    };
    Ok(answered.noted(notes))
}

fn now(zone: &TimeZone) -> Result<Answered, ToolError> {
    let timestamp = Timestamp::now();
    if timestamp.as_second() < FIRST_SECOND {
        return Err(ToolError::denied("the wall clock is not granted to this tool, so the present time is not known"));
    }
    // Nobody wants to read nanoseconds.
    let second = Timestamp::from_second(timestamp.as_second()).unwrap_or(timestamp);
    Ok(Answered::of(&When::Moment(second.to_zoned(zone.clone()))))
}

fn add(arguments: &Arguments, at: &When, notes: &mut Vec<String>) -> Result<Answered, ToolError> {
    let amount = Amount::parse(arguments.amount.as_deref().unwrap_or_default())?;
    let Some(count) = arguments.count else { return Ok(Answered::of(&sum(at, &amount, 1, notes)?)) };
    let mut values = Vec::new();
    let mut last = at.clone();
    for times in 1..=i64::from(count) {
        // From the start each time: a month after January 31 is in February, two months after it is March 31.
        last = sum(at, &amount, times, notes)?;
        values.push(last.shown());
    }
    Ok(Answered { value: last.shown(), values, ..Answered::default() })
}

/// What is so many times an amount later.
fn sum(at: &When, amount: &Amount, times: i64, notes: &mut Vec<String>) -> Result<When, ToolError> {
    let failed = |error: jiff::Error| ToolError::invalid("/amount", format!("the result cannot be told: {error}"));
    match amount {
        Amount::Workdays(count) => {
            let date = add_workdays(at.date(), count.saturating_mul(times)).map_err(failed)?;
            match at {
                When::Date(_) => Ok(When::Date(date)),
                When::Local(local) => Ok(When::Local(date.to_datetime(local.time()))),
                When::Moment(moment) => moment.with().date(date).build().map(When::Moment).map_err(failed),
            }
        }
        Amount::Span(span) => {
            let span = span.checked_mul(times).map_err(failed)?;
            if let Some(note) = short_month(at.date(), &span) {
                notes.push(note);
            }
            match at {
                When::Date(date) if has_time(&span) => {
                    date.at(0, 0, 0, 0).checked_add(span).map(When::Local).map_err(failed)
                }
                When::Date(date) => date.checked_add(span).map(When::Date).map_err(failed),
                When::Local(local) => local.checked_add(span).map(When::Local).map_err(failed),
                When::Moment(moment) => {
                    let sum = moment.checked_add(span).map_err(failed)?;
                    moved(moment, &sum, &span, notes);
                    Ok(When::Moment(sum))
                }
            }
        }
    }
}

fn has_time(span: &Span) -> bool {
    let parts = [
        i64::from(span.get_hours()),
        span.get_minutes(),
        span.get_seconds(),
        span.get_milliseconds(),
        span.get_microseconds(),
        span.get_nanoseconds(),
    ];
    parts.iter().any(|part| *part != 0)
}

/// Says that a month has no such day.
fn short_month(date: Date, span: &Span) -> Option<String> {
    let months = Span::new().try_years(span.get_years()).ok()?.try_months(span.get_months()).ok()?;
    let there = date.checked_add(months).ok()?;
    (there.day() != date.day())
        .then(|| format!("{:04}-{:02} has no day {}; its last day is taken", there.year(), there.month(), date.day()))
}

/// Says that a time of day could not be kept because clocks change.
fn moved(from: &Zoned, to: &Zoned, span: &Span, notes: &mut Vec<String>) {
    if !has_time(span) && from.time() != to.time() {
        notes.push(format!("{} does not exist on that day, because clocks change", from.time()));
    }
}

fn format(at: &When, format: &str) -> Result<Answered, ToolError> {
    let refused = |reason: String| {
        ToolError::invalid("/format", format!("the format cannot be used: {reason}; write for example %Y-%m-%d %H:%M"))
    };
    let needs_zone = || {
        ToolError::invalid("/zone", format!("`{}` has no time zone, which this format needs; give zone", at.shown()))
    };
    let moment = match at {
        When::Moment(moment) => Some(moment),
        _ => None,
    };
    let value = match format {
        "iso" => match moment {
            Some(moment) => moment.timestamp().display_with_offset(moment.offset()).to_string(),
            None => at.shown(),
        },
        "rfc9557" => at.shown(),
        "rfc2822" => {
            jiff::fmt::rfc2822::to_string(moment.ok_or_else(needs_zone)?).map_err(|error| refused(error.to_string()))?
        }
        "unix" => moment.ok_or_else(needs_zone)?.timestamp().as_second().to_string(),
        "unix_ms" => moment.ok_or_else(needs_zone)?.timestamp().as_millisecond().to_string(),
        directives if directives.len() > LONGEST_FORMAT => {
            return Err(refused(format!("it has more than {LONGEST_FORMAT} bytes")));
        }
        directives if !directives.contains('%') => {
            return Err(refused(
                "it is neither iso, rfc2822, rfc9557, unix or unix_ms nor has directives with %".to_owned(),
            ));
        }
        directives => {
            let written = match at {
                When::Date(date) => strtime::format(directives, *date),
                When::Local(local) => strtime::format(directives, *local),
                When::Moment(moment) => strtime::format(directives, moment),
            };
            written.map_err(|error| refused(error.to_string()))?
        }
    };
    Ok(Answered { value, ..Answered::default() })
}

fn zones(arguments: &Arguments, at: &When, notes: &mut Vec<String>) -> Result<Answered, ToolError> {
    let moment = match at {
        When::Moment(moment) => moment.clone(),
        When::Local(_) | When::Date(_) if arguments.zone.is_none() => {
            let message = format!("`{}` names no time zone; give the one that it is in as zone", at.shown());
            return Err(ToolError::invalid("/zone", message));
        }
        _ => {
            notes.push("the date without a time is taken as its midnight".to_owned());
            let zone = zone::named(arguments.zone.as_deref().unwrap_or_default(), "/zone")?;
            in_zone(at.datetime(), &zone, arguments.ambiguous, notes)?
        }
    };
    let mut targets = Vec::new();
    for (index, name) in arguments.zones.iter().enumerate() {
        targets.push(zone::named(name, &format!("/zones/{index}"))?);
    }
    if targets.is_empty() {
        targets.push(moment.time_zone().clone());
    }
    let there: Vec<Zoned> = targets.into_iter().map(|zone| moment.with_time_zone(zone)).collect();
    let first = there.first().cloned().unwrap_or(moment);
    Ok(Answered {
        values: if there.len() > 1 { there.iter().map(shown).collect() } else { Vec::new() },
        zones: there.iter().map(facts).collect(),
        ..Answered::of(&When::Moment(first))
    })
}

/// What holds in a moment's zone at that moment.
fn facts(moment: &Zoned) -> ZoneFacts {
    let zone = moment.time_zone();
    let info = zone.to_offset_info(moment.timestamp());
    let next = zone.following(moment.timestamp()).find(|next| next.offset() != info.offset());
    ZoneFacts {
        zone: zone.iana_name().map_or_else(|| info.offset().to_string(), str::to_owned),
        offset: info.offset().to_string(),
        abbreviation: info.abbreviation().to_owned(),
        daylight_saving: info.dst().is_dst(),
        next_change: next.map(|next| shown(&next.timestamp().to_zoned(zone.clone()))),
    }
}

/// Lists every argument that is missing or does not go with the operation.
fn check(arguments: &Arguments) -> Result<(), ToolError> {
    use Operation::{Add, Diff, Format, Now, Tz};
    let op = arguments.op;
    let mut problems: Vec<(&str, &str)> = Vec::new();
    let mut refuse = |applies: bool, pointer, message| {
        if applies {
            problems.push((pointer, message));
        }
    };
    refuse(op == Now && arguments.at.is_some(), "/at", "now takes no time; to read one use op=parse");
    refuse(op != Now && arguments.at.is_none(), "/at", "the date or time is missing: give at");
    refuse(op == Diff && arguments.to.is_none(), "/to", "the other date or time is missing: give to");
    refuse(op != Diff && arguments.to.is_some(), "/to", "only diff takes to");
    refuse(op == Add && arguments.amount.is_none(), "/amount", "what to add is missing: give amount, such as 3 days");
    refuse(op != Add && arguments.amount.is_some(), "/amount", "only add takes amount");
    refuse(op != Add && arguments.count.is_some(), "/count", "only add takes count");
    refuse(op != Diff && arguments.unit.is_some(), "/unit", "only diff takes unit");
    refuse(
        op != Format && arguments.format.is_some(),
        "/format",
        "only format takes format; input_format is for reading",
    );
    refuse(op != Tz && !arguments.zones.is_empty(), "/zones", "only tz takes zones; zone is for the others");
    let mut problems = problems.into_iter();
    match problems.next() {
        None => Ok(()),
        Some((pointer, message)) => {
            let first = ToolError::invalid(pointer, message);
            Err(problems.fold(first, |error, (pointer, message)| error.and(pointer, message)))
        }
    }
}
