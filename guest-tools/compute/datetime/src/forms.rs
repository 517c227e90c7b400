//! Dates as people write them: 10 March 2024, Mar 10, 2024 2:30 pm, 10.03.2024, 31/12/2024.

use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::TimeZone;

use crate::Order;
use crate::read::Found;
use crate::when::When;
use crate::zone;

const ADVICE: &str = "write for example 2024-03-10, 2024-03-10T14:30[Europe/Berlin] or 10 March 2024 2:30 pm, \
                      or say with input_format how it is written";
/// Words that say nothing.
const FILLERS: &[&str] = &["at", "of", "on", "the", "um", "uhr"];
/// Words for a time that only a clock can place.
const RELATIVE: &[&str] = &["now", "today", "tomorrow", "yesterday", "ago", "next", "last", "this", "tonight"];
/// Dates of several words or of one.
const DATES: &[&str] = &[
    "%d %B %Y", "%d %b %Y", "%B %d %Y", "%b %d %Y", "%Y %B %d", "%Y %b %d", "%Y/%m/%d", "%Y.%m.%d", "%d-%b-%Y",
    "%d/%b/%Y", "%d.%m.%Y", "%Y-%m-%d", "%Y-%j",
];
const TIMES: &[&str] = &["%H:%M", "%H:%M:%S", "%H:%M:%S%.f", "%I:%M %p", "%I:%M:%S %p", "%I %p"];

/// Reads a date with or without a time and a zone. The error says what is wrong.
pub(crate) fn read(text: &str, order: Option<Order>, notes: &mut Vec<String>) -> Result<Found, String> {
    let words = words(text);
    if words.iter().any(|word| RELATIVE.contains(&word.as_str())) {
        return Err("it depends on the present time; ask op=now first and count from there with op=add".to_owned());
    }
    let said_weekday = words.first().and_then(|word| weekday(word));
    let words = if said_weekday.is_some() { words.get(1..).unwrap_or_default() } else { &words };
    // The date comes first, or last after a time.
    let mut refusal = None;
    for length in (1..=3_usize.min(words.len())).rev() {
        for (date, rest) in [
            words.split_at_checked(length),
            words.split_at_checked(words.len() - length).map(|(rest, date)| (date, rest)),
        ]
        .into_iter()
        .flatten()
        {
            match self::date(&date.join(" "), order) {
                Some(Ok(date)) => {
                    if let Some(said) = said_weekday.filter(|said| *said != date.weekday()) {
                        notes.push(format!("{date} is a {:?}, not a {said:?}", date.weekday()));
                    }
                    return with_time(date, rest);
                }
                Some(Err(reason)) => refusal = refusal.or(Some(reason)),
                None => {}
            }
        }
    }
    if words.len() <= 2 && time(words).is_some() {
        return Err(format!("it has a time but no date; {ADVICE}"));
    }
    Err(refusal.unwrap_or_else(|| ADVICE.to_owned()))
}

/// The words of a text: commas are spaces, ordinals are numbers, `2:30pm` and `2 p.m.` are two words each.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(',', " ").replace("a.m.", " am").replace("p.m.", " pm");
    let mut words = Vec::new();
    for word in lower.split_whitespace() {
        let word = word.trim_end_matches('.');
        let numeric = |stem: &str| stem.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
        if FILLERS.contains(&word) || word.is_empty() {
            continue;
        }
        let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
        let half = ["am", "pm"].iter().find_map(|end| word.strip_suffix(end).map(|stem| (stem, *end)));
        match (ordinal, half) {
            (Some(stem), _) if !stem.is_empty() && numeric(stem) => words.push(stem.to_owned()),
            (_, Some((stem, end))) if !stem.is_empty() && numeric(stem) => {
                words.extend([stem.to_owned(), end.to_owned()])
            }
            _ if word == "sept" => words.push("sep".to_owned()),
            _ => words.push(word.to_owned()),
        }
    }
    words
}

fn weekday(word: &str) -> Option<Weekday> {
    let days = [
        ("monday", Weekday::Monday),
        ("tuesday", Weekday::Tuesday),
        ("wednesday", Weekday::Wednesday),
        ("thursday", Weekday::Thursday),
        ("friday", Weekday::Friday),
        ("saturday", Weekday::Saturday),
        ("sunday", Weekday::Sunday),
    ];
    days.into_iter().find(|(name, _)| word.len() >= 3 && name.starts_with(word)).map(|(_, day)| day)
}

/// A date. None if the text is none, the reason if it could be several or its year is short.
fn date(text: &str, order: Option<Order>) -> Option<Result<Date, String>> {
    if let Some(numbers) = numbers(text) {
        return Some(by_numbers(numbers, order));
    }
    let parts = DATES.iter().find_map(|form| BrokenDownTime::parse(form, text).ok())?;
    match parts.to_date() {
        Ok(date) if date.year() < 1000 => Some(Err(format!("write the year with four digits; {ADVICE}"))),
        Ok(date) => Some(Ok(date)),
        Err(error) => Some(Err(error.to_string())),
    }
}

/// Three numbers with slashes or hyphens between them, the year last.
fn numbers(text: &str) -> Option<[i16; 3]> {
    let mut parts = text.split(['/', '-']);
    let mut number = |most: usize| {
        let part = parts.next()?;
        (!part.is_empty() && part.len() <= most && part.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| part.parse::<i16>().ok())
            .flatten()
    };
    let found = [number(2)?, number(2)?, number(4)?];
    parts.next().is_none().then_some(found)
}

fn by_numbers([first, second, year]: [i16; 3], order: Option<Order>) -> Result<Date, String> {
    if year < 1000 {
        return Err(format!("write the year with four digits; {ADVICE}"));
    }
    let (day, month) = match order {
        Some(Order::Day) => (first, second),
        Some(Order::Month) => (second, first),
        None if first == second || first > 12 => (first, second),
        None if second > 12 => (second, first),
        None => {
            return Err(format!(
                "it is {year}-{second:02}-{first:02} with the day first and {year}-{first:02}-{second:02} with \
                 the month first; give order=day or order=month"
            ));
        }
    };
    let narrow = |number: i16| i8::try_from(number).unwrap_or(i8::MAX);
    Date::new(year, narrow(month), narrow(day)).map_err(|error| error.to_string())
}

/// What follows a date: nothing, a time, a time and a zone.
fn with_time(date: Date, rest: &[String]) -> Result<Found, String> {
    if rest.is_empty() {
        return Ok(Found::When(When::Date(date)));
    }
    if let Some(time) = time(rest) {
        return Ok(Found::When(When::Local(date.to_datetime(time))));
    }
    // An offset may stick to the time, a zone is a word of its own.
    let Some((last, before)) = rest.split_last() else { return Ok(Found::When(When::Date(date))) };
    let in_zone = |time: Time, zone: TimeZone| Found::In(DateTime::from_parts(date, time), zone);
    if let Some(at) = last.find(['+', '-']).filter(|at| *at > 0)
        && let Some((stem, offset)) = last.split_at_checked(at)
        && let Some(zone) = zone::zone(offset)
    {
        let words: Vec<String> = before.iter().cloned().chain([stem.to_owned()]).collect();
        if let Some(time) = time(&words) {
            return Ok(in_zone(time, zone));
        }
    }
    match time(before) {
        Some(time) => zone::named(last, "").map(|zone| in_zone(time, zone)).map_err(|error| error.message().to_owned()),
        None => Err(format!("what is beside the date {date} is no time; {ADVICE}")),
    }
}

fn time(words: &[String]) -> Option<Time> {
    let text = words.join(" ");
    match text.as_str() {
        "noon" => Time::new(12, 0, 0, 0).ok(),
        "midnight" => Time::new(0, 0, 0, 0).ok(),
        _ => TIMES.iter().find_map(|form| BrokenDownTime::parse(form, &text).ok()?.to_time().ok()),
    }
}
