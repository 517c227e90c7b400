//! A date or a time, as exact as it was given.

use jiff::civil::{Date, DateTime};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Timestamp, Zoned};
use toolhost_sdk::prelude::*;

use crate::Ambiguous;

/// A date or a time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum When {
    /// A day without a time.
    Date(Date),
    /// A time on somebody's clock, nobody knows where.
    Local(DateTime),
    /// A moment.
    Moment(Zoned),
}

impl When {
    /// The day.
    pub(crate) fn date(&self) -> Date {
        match self {
            Self::Date(date) => *date,
            Self::Local(local) => local.date(),
            Self::Moment(moment) => moment.date(),
        }
    }

    /// The day and time; midnight if there is no time.
    pub(crate) fn datetime(&self) -> DateTime {
        match self {
            Self::Date(date) => date.at(0, 0, 0, 0),
            Self::Local(local) => *local,
            Self::Moment(moment) => moment.datetime(),
        }
    }

    /// The moment, if it is known which one it is.
    pub(crate) fn timestamp(&self) -> Option<Timestamp> {
        match self {
            Self::Moment(moment) => Some(moment.timestamp()),
            Self::Date(_) | Self::Local(_) => None,
        }
    }

    /// As RFC 9557 writes it, the zone only if it has a name.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Date(date) => date.to_string(),
            Self::Local(local) => local.to_string(),
            Self::Moment(moment) => shown(moment),
        }
    }
}

/// A moment as RFC 9557 writes it, the zone only if it has a name and UTC as Z.
pub(crate) fn shown(moment: &Zoned) -> String {
    match moment.time_zone().iana_name() {
        Some("UTC") => moment.timestamp().to_string(),
        Some(_) => moment.to_string(),
        None => moment.timestamp().display_with_offset(moment.offset()).to_string(),
    }
}

/// A local time in a zone. Adds a note if there is none or more than one such time there.
pub(crate) fn in_zone(
    local: DateTime,
    zone: &TimeZone,
    ambiguous: Ambiguous,
    notes: &mut Vec<String>,
) -> Result<Zoned, ToolError> {
    let possible = zone.to_ambiguous_zoned(local);
    let place = zone.iana_name().unwrap_or("the zone").to_owned();
    let offset = possible.offset();
    let refused = |problem: String| {
        let advice = "give ambiguous=earlier or later, or the offset in the time itself";
        ToolError::invalid("/ambiguous", format!("{problem}; {advice}"))
    };
    let problem = match offset {
        AmbiguousOffset::Unambiguous { .. } => None,
        AmbiguousOffset::Gap { before, after } => {
            Some(format!("{local} does not exist in {place}: clocks go forward there from {before} to {after}"))
        }
        AmbiguousOffset::Fold { before, after } => {
            Some(format!("{local} comes twice in {place}: with the offset {before} and then with {after}"))
        }
    };
    let chosen = match (ambiguous, &problem) {
        (Ambiguous::Reject, Some(problem)) => return Err(refused(problem.clone())),
        (Ambiguous::Earlier, _) => possible.earlier(),
        (Ambiguous::Later, _) => possible.later(),
        (Ambiguous::Compatible | Ambiguous::Reject, _) => possible.compatible(),
    };
    let moment = chosen.map_err(|error| ToolError::invalid("", format!("{local} in {place}: {error}")))?;
    if let Some(problem) = problem {
        notes.push(format!("{problem}; taken as {}", shown(&moment)));
    }
    Ok(moment)
}
