//! What the tool answers.

use toolhost_sdk::prelude::*;

use crate::when::When;

/// The result and what there is to know about it.
#[derive(Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answered {
    /// The result: a date, a time with its offset and zone, a difference in words, or the formatted text.
    pub(crate) value: String,
    /// The day of the week.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) weekday: Option<&'static str>,
    /// The ISO 8601 week, such as 2024-W10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) week: Option<String>,
    /// The day of the year, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) day_of_year: Option<i16>,
    /// The same time in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) utc: Option<String>,
    /// Seconds since 1970-01-01T00:00:00Z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unix: Option<i64>,
    /// add with count: the times, in order. tz: the time in each zone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(crate) values: Vec<String>,
    /// tz: each zone, in the order of values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(crate) zones: Vec<ZoneFacts>,
    /// diff: the difference as an ISO 8601 duration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) iso: Option<String>,
    /// diff: whole calendar days from the first date to the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) days: Option<i64>,
    /// diff: Mondays to Fridays among these days, counting the earlier date but not the later one. Holidays count too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) workdays: Option<i64>,
    /// diff of times: seconds that pass, less a fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<i64>,
    /// diff with unit: the whole difference in that unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) total: Option<f64>,
    /// What to know about the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
}

/// A time zone at the time that was asked about.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ZoneFacts {
    /// The zone's name.
    pub(crate) zone: String,
    /// Its difference from UTC.
    pub(crate) offset: String,
    /// What the time is called there, such as CEST.
    pub(crate) abbreviation: String,
    /// Whether daylight saving time is in force.
    pub(crate) daylight_saving: bool,
    /// When clocks change next, and the offset from then on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_change: Option<String>,
}

impl Answered {
    /// A date or time, with what is known of it.
    pub(crate) fn of(when: &When) -> Self {
        let date = when.date();
        let week = date.iso_week_date();
        Self {
            value: when.shown(),
            weekday: Some(weekday(date.weekday())),
            week: Some(format!("{:04}-W{:02}", week.year(), week.week())),
            day_of_year: Some(date.day_of_year()),
            utc: when.timestamp().map(|timestamp| timestamp.to_string()),
            unix: when.timestamp().map(|timestamp| timestamp.as_nanosecond().div_euclid(1_000_000_000) as i64),
            ..Self::default()
        }
    }

    /// Adds notes.
    pub(crate) fn noted(mut self, notes: Vec<String>) -> Self {
        if !notes.is_empty() {
            self.note = Some(notes.join("; "));
        }
        self
    }
}

fn weekday(day: jiff::civil::Weekday) -> &'static str {
    use jiff::civil::Weekday;
    match day {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}
