//! The tool as a model calls it.

use proptest::prelude::{any, proptest};
use toolhost_sdk::prelude::*;

use crate::{Arguments, operate};

fn call(arguments: Value) -> Result<Value, ToolError> {
    let arguments: Arguments = serde_json::from_value(arguments).expect("arguments that fit");
    operate::operate(&arguments, None).map(|answered| serde_json::to_value(&answered).expect("JSON"))
}

fn answered(arguments: Value) -> Value {
    call(arguments.clone()).unwrap_or_else(|error| panic!("{arguments}: {error}"))
}

fn value(arguments: Value) -> String {
    answered(arguments)["value"].as_str().expect("a text").to_owned()
}

fn parsed(at: &str) -> String {
    value(json!({"op": "parse", "at": at}))
}

fn refused(arguments: Value) -> (String, String) {
    let error = call(arguments.clone()).expect_err(&arguments.to_string());
    assert_eq!(error.kind(), "invalid_arguments");
    let (pointer, message) = error.violations().first().expect("a violation").clone();
    (pointer, message)
}

#[test]
fn examples_give_what_they_say() {
    for example in crate::examples::examples() {
        let answer = answered(example.arguments().clone());
        if let Some(expected) = example.expected() {
            let expected: Value = serde_json::from_str(expected).expect("JSON");
            assert_eq!(answer, expected, "{}", example.title());
        }
    }
}

#[test]
fn dates_are_read_in_every_usual_form() {
    for text in [
        "2024-03-10",
        "20240310",
        "10 March 2024",
        "10 Mar 2024",
        "March 10, 2024",
        "mar 10th, 2024",
        "Sunday, March 10, 2024",
        "10.03.2024",
        "10.3.2024",
        "2024/03/10",
        "10-Mar-2024",
        "10th of March 2024",
        "2024-W10-7",
        "2024-070",
        "sun 10 mar 2024",
    ] {
        assert_eq!(parsed(text), "2024-03-10", "{text}");
    }
    for text in [
        "2024-03-10T14:30",
        "2024-03-10 14:30:00",
        "10 March 2024 2:30 pm",
        "March 10, 2024 at 2:30PM",
        "10.03.2024 14:30 Uhr",
        "2:30 p.m. on 10 March 2024",
        "2024/03/10 14:30:00",
    ] {
        assert_eq!(parsed(text), "2024-03-10T14:30:00", "{text}");
    }
    for text in [
        "2024-03-10T14:30:00Z",
        "2024-03-10T14:30:00+00:00",
        "10 March 2024 14:30 UTC",
        "1710081000",
        "@1710081000",
        "1710081000000",
        "Sun, 10 Mar 2024 14:30:00 +0000",
        "2024/03/10 14:30+00:00",
    ] {
        assert_eq!(parsed(text), "2024-03-10T14:30:00Z", "{text}");
    }
    assert_eq!(parsed("2024-03-10T14:30:00+05:30"), "2024-03-10T14:30:00+05:30");
    assert_eq!(parsed("2024-03-10T14:30[Europe/Berlin]"), "2024-03-10T14:30:00+01:00[Europe/Berlin]");
    assert_eq!(parsed("10 March 2024 14:30 Europe/Berlin"), "2024-03-10T14:30:00+01:00[Europe/Berlin]");
    assert_eq!(parsed("31/12/2024"), "2024-12-31");
    assert_eq!(parsed("12/31/2024"), "2024-12-31");
    assert_eq!(parsed("10 March 2024 noon"), "2024-03-10T12:00:00");
    assert_eq!(parsed("1710081000.25"), "2024-03-10T14:30:00.25Z");
}

#[test]
fn what_is_not_clear_is_refused_with_a_way_out() {
    let (pointer, message) = refused(json!({"op": "parse", "at": "03/04/2024"}));
    assert_eq!(pointer, "/at");
    assert!(
        message.contains("2024-04-03") && message.contains("2024-03-04") && message.contains("order=day"),
        "{message}"
    );
    assert_eq!(value(json!({"op": "parse", "at": "03/04/2024", "order": "day"})), "2024-04-03");
    assert_eq!(value(json!({"op": "parse", "at": "03/04/2024", "order": "month"})), "2024-03-04");
    for (at, reason) in [
        ("2023-02-29", "2023-02-29"),
        ("31 February 2024", "day"),
        ("2024-13-01", "month"),
        ("10 March 24", "four digits"),
        ("01/02/24", "four digits"),
        ("tomorrow", "op=now"),
        ("3 days ago", "op=now"),
        ("14:30", "no date"),
        ("March 2024", "write for example"),
        ("10 March 2024 half past", "no time"),
        ("10 March 2024 14:30 PST", "America/Los_Angeles"),
        ("2024-03-10T14:30[Mars/Base]", "Mars"),
        ("2024-03-10T14:30:00+02:00[Europe/Berlin]", "offset"),
        ("", "empty"),
    ] {
        let (_, message) = refused(json!({"op": "parse", "at": at}));
        assert!(message.contains(reason), "{at}: {message}");
    }
    let note = &answered(json!({"op": "parse", "at": "Monday 10 March 2024"}))["note"];
    assert_eq!(note, "2024-03-10 is a Sunday, not a Monday");
}

#[test]
fn a_time_that_comes_twice_or_never_is_settled_as_asked() {
    let berlin = |at: &str, ambiguous: &str| {
        value(json!({"op": "parse", "at": at, "zone": "Europe/Berlin", "ambiguous": ambiguous}))
    };
    assert_eq!(berlin("2024-10-27T02:30", "compatible"), "2024-10-27T02:30:00+02:00[Europe/Berlin]");
    assert_eq!(berlin("2024-10-27T02:30", "later"), "2024-10-27T02:30:00+01:00[Europe/Berlin]");
    assert_eq!(berlin("2024-03-31T02:30", "earlier"), "2024-03-31T01:30:00+01:00[Europe/Berlin]");
    let (pointer, message) =
        refused(json!({"op": "parse", "at": "2024-10-27T02:30", "zone": "Europe/Berlin", "ambiguous": "reject"}));
    assert_eq!(pointer, "/ambiguous");
    assert!(message.contains("comes twice"), "{message}");
    let exact = answered(json!({"op": "parse", "at": "2024-10-27T02:30+01:00[Europe/Berlin]"}));
    assert_eq!((&exact["value"], &exact["note"]), (&json!("2024-10-27T02:30:00+01:00[Europe/Berlin]"), &Value::Null));
}

#[test]
fn months_end_where_they_end_and_series_do_not_drift() {
    let add = |at: &str, amount: &str| value(json!({"op": "add", "at": at, "amount": amount}));
    assert_eq!(add("2023-01-31", "1 month"), "2023-02-28");
    assert_eq!(add("2024-02-29", "1 year"), "2025-02-28");
    assert_eq!(add("2024-03-31", "-1 month"), "2024-02-29");
    assert_eq!(add("2024-12-31", "1 day"), "2025-01-01");
    assert_eq!(add("2024-03-10", "90 minutes"), "2024-03-10T01:30:00");
    let series = answered(json!({"op": "add", "at": "2024-01-31", "amount": "1 month", "count": 3}));
    assert_eq!(series["values"], json!(["2024-02-29", "2024-03-31", "2024-04-30"]));
    assert_eq!(refused(json!({"op": "add", "at": "9999-12-31", "amount": "1 day"})).0, "/amount");
}

#[test]
fn days_keep_the_time_of_day_and_hours_are_hours() {
    let add = |amount: &str| value(json!({"op": "add", "at": "2024-03-30T12:00[Europe/Berlin]", "amount": amount}));
    assert_eq!(add("1 day"), "2024-03-31T12:00:00+02:00[Europe/Berlin]");
    assert_eq!(add("24 hours"), "2024-03-31T13:00:00+02:00[Europe/Berlin]");
    let moved = answered(json!({"op": "add", "at": "2024-03-30T02:30[Europe/Berlin]", "amount": "1 day"}));
    assert_eq!(moved["value"], "2024-03-31T03:30:00+02:00[Europe/Berlin]");
    assert!(moved["note"].as_str().is_some_and(|note| note.contains("does not exist")), "{moved}");
}

#[test]
fn differences_are_exact_over_clock_changes_and_leap_years() {
    let diff = |at: &str, to: &str| answered(json!({"op": "diff", "at": at, "to": to}));
    let day = diff("2024-03-31T00:00[Europe/Berlin]", "2024-04-01T00:00[Europe/Berlin]");
    assert_eq!((&day["value"], &day["seconds"], &day["days"]), (&json!("1 day"), &json!(82_800), &json!(1)));
    let zones = diff("2024-03-10T12:00[Europe/Berlin]", "2024-03-10T12:00[America/New_York]");
    assert_eq!((&zones["value"], &zones["seconds"]), (&json!("5 hours"), &json!(18_000)));
    let back = diff("2024-03-10", "2023-03-09");
    assert_eq!(
        (&back["value"], &back["iso"], &back["days"]),
        (&json!("1 year 1 day ago"), &json!("-P1Y1D"), &json!(-367))
    );
    assert_eq!(diff("2024-03-10", "2024-03-10")["value"], "0 days");
    let age = answered(json!({"op": "diff", "at": "1990-06-15", "to": "2024-03-10", "unit": "days"}));
    assert_eq!((&age["value"], &age["total"]), (&json!("33 years 8 months 24 days"), &json!(12_322.0)));
    let hours = answered(json!({"op": "diff", "at": "2024-03-10T08:00", "to": "2024-03-10T16:30", "unit": "hours"}));
    assert_eq!(hours["total"], 8.5);
    assert_eq!(refused(json!({"op": "diff", "at": "2024-03-10T08:00Z", "to": "2024-03-10T16:30"})).0, "/to");
}

#[test]
fn every_format_is_written() {
    let format =
        |format: &str| value(json!({"op": "format", "at": "2024-03-10T14:30:05[Europe/Berlin]", "format": format}));
    assert_eq!(format("iso"), "2024-03-10T14:30:05+01:00");
    assert_eq!(format("rfc9557"), "2024-03-10T14:30:05+01:00[Europe/Berlin]");
    assert_eq!(format("rfc2822"), "Sun, 10 Mar 2024 14:30:05 +0100");
    assert_eq!(format("unix"), "1710077405");
    assert_eq!(format("unix_ms"), "1710077405000");
    assert_eq!(format("%d.%m.%y %I:%M %p %Z, week %V"), "10.03.24 02:30 PM CET, week 10");
    for (arguments, pointer) in [
        (json!({"op": "format", "at": "2024-03-10", "format": "%H:%M"}), "/format"),
        (json!({"op": "format", "at": "2024-03-10", "format": "unix"}), "/zone"),
        (json!({"op": "format", "at": "2024-03-10", "format": "YYYY-MM-DD"}), "/format"),
        (json!({"op": "format", "at": "2024-03-10", "format": "%!"}), "/format"),
    ] {
        assert_eq!(refused(arguments.clone()).0, pointer, "{arguments}");
    }
    let read = |at: &str, format: &str| value(json!({"op": "parse", "at": at, "input_format": format}));
    assert_eq!(read("10/Oct/2023:13:55:36 -0700", "%d/%b/%Y:%H:%M:%S %z"), "2023-10-10T13:55:36-07:00");
    assert_eq!(read("1/2/24", "%m/%d/%y"), "2024-01-02");
    assert_eq!(refused(json!({"op": "parse", "at": "x", "input_format": "%Y"})).0, "/at");
}

#[test]
fn arguments_out_of_place_are_named_all_at_once() {
    let pointers = |arguments: Value| -> Vec<String> {
        let error = call(arguments).expect_err("must be refused");
        error.violations().iter().map(|(pointer, _)| pointer.clone()).collect()
    };
    assert_eq!(pointers(json!({"op": "now", "at": "2024-01-01", "amount": "1 day"})), ["/at", "/amount"]);
    assert_eq!(pointers(json!({"op": "diff", "zones": ["UTC"]})), ["/at", "/to", "/zones"]);
    assert_eq!(pointers(json!({"op": "tz", "at": "2024-01-01T10:00"})), ["/zone"]);
    assert_eq!(pointers(json!({"op": "tz", "at": "2024-01-01T10:00Z", "zones": ["UTC", "Berlin"]})), ["/zones/1"]);
}

#[test]
fn the_present_time_is_in_the_zone_of_the_person() {
    let now: Arguments = serde_json::from_value(json!({"op": "now"})).expect("arguments");
    let at = |home: Option<&str>| operate::operate(&now, home).expect("the time").value;
    assert!(at(None).ends_with('Z') && at(Some("nonsense")).ends_with('Z'));
    assert!(at(Some("Asia/Tokyo")).ends_with("+09:00[Asia/Tokyo]"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(at in any::<String>(), amount in any::<String>(), format in any::<String>()) {
        let _ = call(json!({"op": "parse", "at": at, "zone": "Europe/Berlin"}));
        let _ = call(json!({"op": "parse", "at": at, "input_format": format}));
        let _ = call(json!({"op": "add", "at": "2024-03-10", "amount": amount}));
        let _ = call(json!({"op": "format", "at": "2024-03-10T10:00Z", "format": format}));
    }

    #[test]
    fn any_text_like_a_date_is_read_or_refused(
        at in r"[0-9]{1,4}[-/. ]([0-9]{1,3}|mar|W1)[-/. ][0-9]{1,4}([T ][0-9]{1,3}:[0-9]{2}(:[0-9]{2})?( ?pm|Z|\+[0-9]{2}:?[0-9]{2})?)?",
        zone in "Europe/Berlin|America/New_York|Australia/Lord_Howe|Pacific/Apia",
        amount in r"-?[0-9]{1,9} (years|months|days|hours|workdays|s)",
        format in r"(%[-_0^#]?[0-9]{0,4}[a-zA-Z%:.+]){1,4}",
    ) {
        let _ = call(json!({"op": "tz", "at": at, "zone": zone, "order": "day", "zones": ["UTC", "Asia/Kolkata"]}));
        let _ = call(json!({"op": "add", "at": at, "zone": zone, "order": "month", "amount": amount, "count": 3}));
        let _ = call(json!({"op": "diff", "at": at, "to": "2024-03-10T10:00Z", "zone": zone, "unit": "months"}));
        let _ = call(json!({"op": "format", "at": at, "zone": zone, "format": format}));
    }
}
