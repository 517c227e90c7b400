//! What stands in a cell.

use calamine::{CellErrorType, Data, DataRef, ExcelDateTime};
use toolhost_sdk::prelude::*;

/// The value of a cell. A cell with a formula has the value that the program computed when it saved the file.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A date as `2024-03-01`, a time as `13:30:00`, both as `2024-03-01T13:30:00`, a duration as `26:15:00`.
    Moment(String),
    /// An error such as `#DIV/0!`.
    Error(String),
}

impl Cell {
    /// As JSON. A whole number has no fraction.
    pub fn json(&self) -> Value {
        match self {
            Self::Empty => Value::Null,
            Self::Bool(value) => Value::from(*value),
            Self::Number(number) => match whole(*number) {
                Some(whole) => Value::from(whole),
                None => Value::from(*number),
            },
            Self::Text(text) | Self::Moment(text) | Self::Error(text) => Value::from(text.as_str()),
        }
    }

    /// As a text; empty for an empty cell.
    pub fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) | Self::Moment(text) | Self::Error(text) => text.clone(),
            Self::Bool(_) | Self::Number(_) => self.json().to_string(),
        }
    }
}

/// A number that is whole, and that a double holds exactly.
fn whole(number: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
    (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64)
}

impl From<DataRef<'_>> for Cell {
    fn from(data: DataRef<'_>) -> Self {
        match data {
            DataRef::SharedString(text) => text_cell(text.to_owned()),
            other => Data::from(other).into(),
        }
    }
}

impl From<Data> for Cell {
    fn from(data: Data) -> Self {
        match data {
            Data::Empty => Self::Empty,
            Data::Bool(value) => Self::Bool(value),
            #[expect(clippy::cast_precision_loss, reason = "spreadsheets compute with doubles")]
            Data::Int(number) => Self::Number(number as f64),
            Data::Float(number) if number.is_finite() => Self::Number(number),
            Data::Float(_) => Self::Error("#NUM!".to_owned()),
            Data::String(text) => text_cell(text),
            Data::DateTime(moment) => Self::Moment(moment_text(moment)),
            Data::DateTimeIso(text) => Self::Moment(text),
            Data::DurationIso(text) => Self::Moment(text),
            Data::Error(error) => Self::Error(error_text(&error)),
            // Kinds that a later version of the reader may add.
            #[expect(unreachable_patterns, reason = "the list may grow")]
            other => Self::Text(format!("{other:?}")),
        }
    }
}

fn text_cell(text: String) -> Cell {
    // A program that writes an empty text means an empty cell, more often than not.
    if text.is_empty() { Cell::Empty } else { Cell::Text(text) }
}

fn error_text(error: &CellErrorType) -> String {
    error.to_string()
}

/// A date or time the way it is usually written, whichever epoch the workbook counts from.
fn moment_text(moment: ExcelDateTime) -> String {
    let days = moment.as_f64();
    if moment.is_duration() {
        let seconds = (days.abs() * 86_400.0).round();
        let (hours, rest) = ((seconds / 3_600.0).floor(), seconds % 3_600.0);
        let sign = if days < 0.0 { "-" } else { "" };
        return format!("{sign}{hours:.0}:{:02.0}:{:02.0}", (rest / 60.0).floor(), rest % 60.0);
    }
    let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
    let fraction = if milli == 0 { String::new() } else { format!(".{milli:03}") };
    let time = format!("{hour:02}:{minute:02}:{second:02}{fraction}");
    if (0.0..1.0).contains(&days) {
        return time;
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second, milli) == (0, 0, 0, 0) { date } else { format!("{date}T{time}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calamine::ExcelDateTimeType::{DateTime, TimeDelta};

    #[test]
    fn moments_are_written_the_usual_way_in_both_epochs() {
        let text = |days, kind, is_1904| moment_text(ExcelDateTime::new(days, kind, is_1904));
        assert_eq!(text(45_352.0, DateTime, false), "2024-03-01");
        assert_eq!(text(45_352.0 - 1_462.0, DateTime, true), "2024-03-01");
        assert_eq!(text(45352.5625, DateTime, false), "2024-03-01T13:30:00");
        assert_eq!(text(0.5625, DateTime, false), "13:30:00");
        assert_eq!(text(1.09375, TimeDelta, false), "26:15:00");
        assert_eq!(text(-0.5, TimeDelta, false), "-12:00:00");
        assert_eq!(text(60.0, DateTime, false), "1900-02-29");
        for strange in [f64::NAN, f64::INFINITY, -1e300, 1e300] {
            text(strange, DateTime, false);
            text(strange, TimeDelta, true);
        }
    }

    #[test]
    fn whole_numbers_have_no_fraction() {
        assert_eq!(Cell::Number(3.0).json().to_string(), "3");
        assert_eq!(Cell::Number(-0.5).text(), "-0.5");
        assert_eq!(Cell::Number(1e300).json().to_string(), "1e+300");
        assert_eq!(Cell::from(Data::Float(f64::NAN)), Cell::Error("#NUM!".to_owned()));
    }
}
