//! Time zones by name or offset, and what may be meant by a name that is none.

use jiff::tz::{Offset, TimeZone};
use toolhost_sdk::prelude::*;

/// Abbreviations that people use as if they were zones. Each stands for several offsets or none for all of a year, so
/// that they are suggested and not taken.
const ABBREVIATIONS: &[(&str, &str)] = &[
    ("PST", "America/Los_Angeles"),
    ("PDT", "America/Los_Angeles"),
    ("PT", "America/Los_Angeles"),
    ("MDT", "America/Denver"),
    ("MT", "America/Denver"),
    ("CST", "America/Chicago or Asia/Shanghai"),
    ("CDT", "America/Chicago"),
    ("CT", "America/Chicago"),
    ("EDT", "America/New_York"),
    ("ET", "America/New_York"),
    ("AKST", "America/Anchorage"),
    ("AST", "America/Halifax or Asia/Riyadh"),
    ("BRT", "America/Sao_Paulo"),
    ("BST", "Europe/London"),
    ("IST", "Asia/Kolkata, Asia/Jerusalem or Europe/Dublin"),
    ("CEST", "Europe/Berlin"),
    ("MESZ", "Europe/Berlin"),
    ("MEZ", "Europe/Berlin"),
    ("EEST", "Europe/Athens"),
    ("WEST", "Europe/Lisbon"),
    ("MSK", "Europe/Moscow"),
    ("GST", "Asia/Dubai"),
    ("PKT", "Asia/Karachi"),
    ("SGT", "Asia/Singapore"),
    ("HKT", "Asia/Hong_Kong"),
    ("JST", "Asia/Tokyo"),
    ("KST", "Asia/Seoul"),
    ("AEST", "Australia/Sydney"),
    ("AEDT", "Australia/Sydney"),
    ("ACST", "Australia/Adelaide"),
    ("AWST", "Australia/Perth"),
    ("NZST", "Pacific/Auckland"),
    ("NZDT", "Pacific/Auckland"),
];
/// How many names are suggested.
const SUGGESTED: usize = 4;
/// How alike a name has to be, from 0 to 1.
const ALIKE: f64 = 0.75;
/// A longer text is no name.
const LONGEST: usize = 64;

/// The zone that a text names; None if it names none.
pub(crate) fn zone(text: &str) -> Option<TimeZone> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    if matches!(text, "Z" | "z") || ["UTC", "GMT"].iter().any(|name| text.eq_ignore_ascii_case(name)) {
        return Some(TimeZone::UTC);
    }
    let bare = ["UTC", "GMT", "utc", "gmt"].iter().find_map(|name| text.strip_prefix(name)).unwrap_or(text);
    if bare.starts_with(['+', '-']) {
        return offset(bare).map(TimeZone::fixed);
    }
    TimeZone::get(text).ok()
}

/// +2, +02, +0200, +02:00.
fn offset(text: &str) -> Option<Offset> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match (digits.split_once(':'), digits.len()) {
        (Some(parts), _) => parts,
        (None, 1 | 2) => (digits, "0"),
        (None, 4) => digits.split_at_checked(2)?,
        _ => return None,
    };
    let number = |text: &str| {
        (text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse::<i32>().ok()).flatten()
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    if hours > 18 || minutes > 59 {
        return None;
    }
    Offset::from_seconds(sign * (hours * 3_600 + minutes * 60)).ok()
}

/// The zone that an argument names.
pub(crate) fn named(text: &str, pointer: &str) -> Result<TimeZone, ToolError> {
    zone(text).ok_or_else(|| {
        let shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
        let near = near(text);
        let advice = if near.is_empty() {
            "give a name such as Europe/Berlin or an offset such as +02:00".to_owned()
        } else {
            format!("did you mean {near}?")
        };
        ToolError::invalid(pointer, format!("`{shown}` is no time zone; {advice}"))
    })
}

/// Names that may be meant.
fn near(text: &str) -> String {
    let text = text.trim();
    if text.len() > LONGEST {
        return String::new();
    }
    if let Some((_, meant)) = ABBREVIATIONS.iter().find(|(short, _)| short.eq_ignore_ascii_case(text)) {
        return (*meant).to_owned();
    }
    let plain = |name: &str| name.to_lowercase().replace([' ', '_', '-'], "");
    let wanted = plain(text);
    let wanted_city = wanted.rsplit('/').next().unwrap_or_default().to_owned();
    let mut alike: Vec<(u64, String)> = Vec::new();
    for name in jiff::tz::db().available() {
        let other = plain(name.as_str());
        let city = other.rsplit('/').next().unwrap_or_default();
        let is_short = wanted_city.len() < 3;
        let distance = if other == wanted || city == wanted {
            0
        } else if city == wanted_city {
            1
        } else if is_short {
            continue;
        } else if city.starts_with(&wanted_city) {
            2
        } else {
            let likeness = strsim::normalized_damerau_levenshtein(city, &wanted_city);
            if likeness < ALIKE {
                continue;
            }
            3 + ((1.0 - likeness) * 100.0) as u64
        };
        alike.push((distance, name.as_str().to_owned()));
    }
    alike.sort();
    // Zones of an exact name hide those that are only like it.
    let best = alike.first().map_or(0, |(distance, _)| *distance);
    let names: Vec<String> = alike
        .into_iter()
        .filter(|(distance, _)| best > 1 || *distance <= 1)
        .take(SUGGESTED)
        .map(|(_, name)| name)
        .collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn offsets_are_read_in_every_usual_form() {
        for text in ["+02:00", "+0200", "+02", "+2", "UTC+2", "GMT+02:00"] {
            assert_eq!(zone(text), Some(TimeZone::fixed(jiff::tz::offset(2))), "{text}");
        }
        for text in ["Z", "utc", "GMT"] {
            assert_eq!(zone(text), Some(TimeZone::UTC), "{text}");
        }
        assert!(zone("-09:30").is_some() && zone("Europe/Berlin").is_some() && zone("europe/berlin").is_some());
        for text in ["", "+", "+99", "+1:2:3", "+02:60", "+٢", "Berlin", "../etc/passwd"] {
            assert_eq!(zone(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_that_is_none_leads_to_one() {
        let said = |text: &str| named(text, "/zone").expect_err("no zone").message().to_owned();
        assert_eq!(said("Berlin"), "`Berlin` is no time zone; did you mean Europe/Berlin?");
        assert!(said("new york").contains("America/New_York"));
        assert!(said("PST").contains("America/Los_Angeles"));
        assert!(said("America/Tornto").contains("America/Toronto"), "{}", said("America/Tornto"));
        assert!(said("nowhere at all").contains("such as Europe/Berlin"));
    }

    proptest! {
        #[test]
        fn any_text_is_a_zone_or_not(text in ".{0,80}") {
            let _ = named(&text, "/zone");
        }
    }
}
