//! Calls that show how the tool is used, with their answers.

use toolhost_sdk::prelude::*;

pub(crate) fn examples() -> Vec<Example> {
    vec![
        Example::new("The present time in Tokyo", json!({"op": "now", "zone": "Asia/Tokyo"})),
        Example::new("Days between two dates", json!({"op": "diff", "at": "2024-02-01", "to": "10 March 2024"})).expect_json(
            json!({"value": "1 month 9 days", "iso": "P1M9D", "days": 38, "workdays": 27}),
        ),
        Example::new("A month after the last of January", json!({"op": "add", "at": "2024-01-31", "amount": "1 month"}))
            .expect_json(json!({
                "value": "2024-02-29", "weekday": "Thursday", "week": "2024-W09", "day_of_year": 60,
                "note": "2024-02 has no day 31; its last day is taken"
            })),
        Example::new(
            "A meeting in other zones",
            json!({
                "op": "tz", "at": "2024-03-12 09:00", "zone": "America/New_York", "zones": ["Europe/Berlin", "Asia/Kolkata"]
            }),
        )
        .expect_json(json!({
            "value": "2024-03-12T14:00:00+01:00[Europe/Berlin]",
            "weekday": "Tuesday", "week": "2024-W11", "day_of_year": 72,
            "utc": "2024-03-12T13:00:00Z", "unix": 1_710_248_400,
            "values": ["2024-03-12T14:00:00+01:00[Europe/Berlin]", "2024-03-12T18:30:00+05:30[Asia/Kolkata]"],
            "zones": [
                {
                    "zone": "Europe/Berlin", "offset": "+01", "abbreviation": "CET", "daylight_saving": false,
                    "next_change": "2024-03-31T03:00:00+02:00[Europe/Berlin]"
                },
                {"zone": "Asia/Kolkata", "offset": "+05:30", "abbreviation": "IST", "daylight_saving": false}
            ]
        })),
        Example::new("Write a date out", json!({"op": "format", "at": "2024-03-10", "format": "%A, %-d %B %Y"}))
            .expect_json(json!({"value": "Sunday, 10 March 2024"})),
        Example::new("Five working days later", json!({"op": "add", "at": "Fri, 8 Mar 2024", "amount": "5 workdays"}))
            .expect_json(json!({
                "value": "2024-03-15", "weekday": "Friday", "week": "2024-W11", "day_of_year": 75
            })),
        Example::new(
            "A time that clocks leave out",
            json!({"op": "parse", "at": "2024-03-31T02:30", "zone": "Europe/Berlin"}),
        )
        .expect_json(json!({
            "value": "2024-03-31T03:30:00+02:00[Europe/Berlin]",
            "weekday": "Sunday", "week": "2024-W13", "day_of_year": 91,
            "utc": "2024-03-31T01:30:00Z", "unix": 1_711_848_600,
            "note": "2024-03-31T02:30:00 does not exist in Europe/Berlin: clocks go forward there from +01 to +02; \
                     taken as 2024-03-31T03:30:00+02:00[Europe/Berlin]"
        })),
    ]
}
