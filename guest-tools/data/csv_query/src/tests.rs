//! Whole queries over small files, and the promise that no file and no query makes the tool panic.

use proptest::prelude::*;
use toolhost_sdk::prelude::*;

use crate::arguments::Arguments;
use crate::query::Budget;

fn query_within(content: &[u8], arguments: Value, answer_bytes: usize) -> Result<Value, ToolError> {
    let mut arguments = arguments;
    arguments["path"] = Value::from("t.csv");
    let arguments: Arguments = serde_json::from_value(arguments).unwrap();
    let budget = Budget { answer_bytes, file_bytes: content.len() as u64, is_late: &|| false };
    crate::answer(&arguments, content, &budget).map(|text| {
        assert!(text.len() <= answer_bytes, "{} bytes", text.len());
        serde_json::from_str(&text).unwrap()
    })
}

fn query(content: &str, arguments: Value) -> Value {
    query_within(content.as_bytes(), arguments, 50_000).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(content: &str, arguments: Value) -> String {
    let error = query_within(content.as_bytes(), arguments, 50_000).expect_err("must be refused");
    let pointers: Vec<&str> = error.violations().iter().map(|(pointer, _)| pointer.as_str()).collect();
    format!("{} {}", pointers.join(" "), error.message())
}

fn rows(content: &str, arguments: Value) -> Value {
    query(content, arguments)["rows"].clone()
}

const PEOPLE: &str = "name,age,city,joined\nAnn,31,Rome,2020-05-01\nBob,,Oslo,2021-01-15\nCem,19,Rome,2019-12-31\n\"Dee, Jr.\",45,,2022-02-02\n";

#[test]
fn conditions_select_rows() {
    let names = |condition: Value| rows(PEOPLE, json!({"select": ["name"], "where": [condition]}));
    assert_eq!(names(json!("age > 20")), json!([["Ann"], ["Dee, Jr."]]));
    assert_eq!(names(json!({"column": "age", "op": "between", "value": [19, 31]})), json!([["Ann"], ["Cem"]]));
    assert_eq!(names(json!("age is null or city = 'Rome' and not age < 20")), json!([["Ann"], ["Bob"]]));
    assert_eq!(
        names(json!({"any": ["age = 19", {"column": "city", "op": "is_null"}]})),
        json!([["Cem"], ["Dee, Jr."]])
    );
    assert_eq!(names(json!("city not in ('Rome', 'Paris')")), json!([["Bob"]]));
    assert_eq!(
        names(json!({"not": {"column": "city", "op": "in", "value": ["Rome"]}})),
        json!([["Bob"], ["Dee, Jr."]])
    );
    assert_eq!(names(json!("joined >= 2021-01-01")), json!([["Bob"], ["Dee, Jr."]]));
    assert_eq!(names(json!("name like '%e%' and name contains ','")), json!([["Dee, Jr."]]));
    assert_eq!(names(json!("NAME matches '^[AB]'")), json!([["Ann"], ["Bob"]]));
    assert_eq!(names(json!("city != Rome")), json!([["Bob"]]));
    assert_eq!(names(json!({"column": "age", "op": "=", "value": null})), json!([["Bob"]]));
    assert_eq!(names(json!({"column": "name", "op": "ends_with", "value": "Jr."})), json!([["Dee, Jr."]]));
}

#[test]
fn columns_with_any_name_can_be_named_in_text() {
    let table = "Body Mass (g),order,ü\n10,a,1\n20,b,2\n";
    assert_eq!(rows(table, json!({"where": ["Body Mass (g) > 10 and order = 'b'"]})), json!([[20, "b", 2]]));
    assert_eq!(rows(table, json!({"where": ["\"Body Mass (g)\" = 10", "`ü` = 1"]})), json!([[10, "a", 1]]));
    assert_eq!(rows("a,a b\n1,2\n", json!({"where": ["a b = 2 and a = 1"]})), json!([[1, 2]]));
}

#[test]
fn wrong_conditions_say_what_would_be_right() {
    let wrong = |condition: Value| refused(PEOPLE, json!({"where": [condition]}));
    assert!(wrong(json!("agee > 1")).starts_with("/where/0 no column \"agee\". Did you mean \"age\"?"));
    assert!(wrong(json!("age >")).contains("at the end: expected a value"));
    assert!(wrong(json!("age > 1 city")).contains("put texts in single quotes"));
    assert!(wrong(json!({"column": "age", "op": "=>", "value": 1})).contains("/where/0/op no operator"));
    assert!(wrong(json!({"column": "age", "op": "between", "value": 1})).contains("[lowest, highest]"));
    assert!(
        wrong(json!({"column": "name", "op": "matches", "value": "("}))
            .contains("/where/0/value not a regular expression")
    );
    assert!(wrong(json!({"col": "age"})).contains("a condition is"));
    assert!(wrong(json!("(".repeat(100_000))).contains("nested more than 32 deep"));
    assert!(refused(PEOPLE, json!({"select": ["nam"]})).contains("/select/0 no column"));
}

#[test]
fn groups_come_in_the_files_order_or_the_one_asked_for() {
    let answer = query(PEOPLE, json!({"group_by": ["city"], "agg": ["count(*)", "avg(age) as mean", "max(joined)"]}));
    assert_eq!(answer["columns"], json!(["city", "count", "mean", "max(joined)"]));
    assert_eq!(
        answer["rows"],
        json!([["Rome", 2, 25, "2020-05-01"], ["Oslo", 1, null, "2021-01-15"], [null, 1, 45, "2022-02-02"]])
    );
    let ordered = rows(
        PEOPLE,
        json!({"group_by": ["city"], "select": ["city", "sum(age)"], "order_by": ["-sum(age)"], "limit": 2}),
    );
    assert_eq!(ordered, json!([["Rome", 50], [null, 45]]));
    assert_eq!(rows(PEOPLE, json!({"agg": ["count(age)", "sum(age)"], "where": ["age > 100"]})), json!([[0, null]]));
    assert!(refused(PEOPLE, json!({"group_by": ["city"], "select": ["name"]})).contains("max(name)"));
    assert!(
        refused(PEOPLE, json!({"group_by": ["city"], "order_by": ["total"]})).contains("no result column \"total\"")
    );
}

#[test]
fn equal_numbers_are_one_group() {
    assert_eq!(rows("k,v\n1.0,1\n1,2\n1.50,3\n", json!({"group_by": ["k"]})), json!([[1, 2], [1.5, 1]]));
    assert_eq!(rows("k\n007\n7\n", json!({"group_by": ["k"]})), json!([["007", 1], ["7", 1]]));
}

#[test]
fn what_is_wrong_with_the_file_is_said() {
    let answer = query("a,b,a,\n1,2,3,4\n1,2\n1,2,3,4,5\n1,2,3,4,\n", json!({}));
    assert_eq!(answer["columns"], json!(["a", "b", "a_2", "c4"]));
    assert_eq!(answer["rows"][1], json!([1, 2, null, null]));
    let notes = answer["notes"].to_string();
    assert!(notes.contains("rows with fewer than 4 fields: 1 (first in line 3)"), "{notes}");
    assert!(notes.contains("rows with more than 4 fields: 1 (first in line 4)"), "{notes}");
    let sums = query(
        "v\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\nunknown\n",
        json!({"agg": ["sum(v)"]}),
    );
    assert_eq!(sums["rows"], json!([[210]]));
    assert_eq!(
        sums["notes"],
        json!(["cells of v that are not numbers, left out of sum(v): 1 (first \"unknown\" in line 22)"])
    );
}

#[test]
fn a_quote_that_is_never_closed_is_noticed() {
    let notes = |content: &str| query(content, json!({})).get("notes").map(Value::to_string).unwrap_or_default();
    assert!(notes("a,b\n1,2\n\"open,1\n2,3\n").contains("the row that starts in line 3 goes on to the end"));
    assert_eq!(notes("a,b\n1,\"x\ny\"\n"), "");
    assert_eq!(notes("a,b\n\"x\ny\",2\n\n\n"), "");
    assert_eq!(notes("a,b\n1,\"x\ny\"\n3,4\n"), "");
}

#[test]
fn other_marks_and_other_formats_are_suggested() {
    let answer = query("id;price\n1;1.234,50\n2;99,90\n3;abc\n", json!({"agg": ["sum(price)"]}));
    assert!(answer["notes"][0].as_str().is_some_and(|note| note.ends_with("pass decimal \",\"")), "{answer}");
    assert_eq!(
        rows("id;price\n1;1.234,50\n2;99,90\n3;abc\n", json!({"agg": ["sum(price)"], "decimal": ","})),
        json!([[1334.4]])
    );
    assert!(query("{\"a\": 1,\n\"b\": 2}", json!({}))["notes"].to_string().contains("json_query"));
}

#[test]
fn tables_of_many_columns_are_answered_in_part() {
    let wide = format!("{}\n{}\n", vec!["same"; 20_000].join(","), vec!["1"; 20_000].join(","));
    assert!(refused(&wide, json!({})).contains("the names of 20000 columns alone fill the answer"));
    assert_eq!(rows(&wide, json!({"select": ["same_20000", "same"]})), json!([[1, 1]]));
}

#[test]
fn files_without_a_header_or_with_a_preamble_are_read() {
    assert_eq!(query("Ann,3\nBob,4\n", json!({}))["columns"], json!(["c1", "c2"]));
    assert_eq!(query("Ann,3\nBob,4\n", json!({"header": true}))["columns"], json!(["Ann", "3"]));
    assert_eq!(rows("Report\nof today\na,b\n1,2\n", json!({"skip": 2})), json!([[1, 2]]));
    assert_eq!(rows("sep=;\r\na;b\r\n1;2\r\n", json!({"where": ["b = 2"]})), json!([[1, 2]]));
    assert!(refused("", json!({})).contains("t.csv has no rows"));
    assert_eq!(query("a,b\n", json!({}))["total_rows"], json!(0));
}

#[test]
fn line_ends_quotes_and_zero_bytes_are_kept_apart() {
    assert_eq!(
        rows("a,b\r\n1,\"x\r\ny\"\r\n2,\"say \"\"hi\"\"\"\r\n", json!({})),
        json!([[1, "x\r\ny"], [2, "say \"hi\""]])
    );
    assert_eq!(rows("a,b\n1,x\u{0}y\n2,z\n3,z\n4,z\n5,z\n", json!({"limit": 1})), json!([[1, "x\u{0}y"]]));
    assert_eq!(rows("a\rb\rc\r", json!({"header": false})), json!([["a"], ["b"], ["c"]]));
}

#[test]
fn pages_follow_each_other_and_fit_the_answer() {
    let table: String = std::iter::once("n\n".to_owned()).chain((0..1000).map(|n| format!("{n}\n"))).collect();
    let first = query(&table, json!({"limit": 2, "where": ["n >= 10"]}));
    assert_eq!(
        (&first["rows"], &first["next_offset"], &first["matched"]),
        (&json!([[10], [11]]), &json!(2), &json!(990))
    );
    let last = query(&table, json!({"limit": 2, "where": ["n >= 10"], "offset": 989}));
    assert_eq!((&last["rows"], last.get("next_offset")), (&json!([[999]]), None));
    assert_eq!(query(&table, json!({"order_by": ["-n"], "limit": 2, "offset": 1}))["rows"], json!([[998], [997]]));
    let full = query_within(table.as_bytes(), json!({"limit": 1000}), 1_000).unwrap();
    assert!(full["next_offset"].as_u64().is_some_and(|next| next > 50 && next < 200));
    assert_eq!(query(&table, json!({"limit": 0}))["matched"], json!(1000));
    assert!(query(&table, json!({"offset": 5000}))["notes"].to_string().contains("beyond the last row"));
}

#[test]
fn rows_and_groups_without_end_are_refused() {
    let endless = format!("a,b\n1,\"{}", "x\n".repeat(3 << 20));
    assert!(refused(&endless, json!({})).contains("the row that starts in line 2 is longer than 4 MiB"));
    let many: String = std::iter::once("k\n".to_owned()).chain((0..400_000).map(|n| format!("{n}\n"))).collect();
    assert!(refused(&many, json!({"group_by": ["k"], "agg": ["median(k)"]})).contains("narrow with where"));
    assert!(refused("a\n1\n", json!({"order_by": ["a"], "offset": 10_000_000_000u64})).contains("at most 1000000"));
    assert!(refused("a\n1\n", json!({"limit": 20_000})).contains("/limit at most 10000"));
}

fn any_item() -> impl Strategy<Value = Value> {
    const WORDS: &[&str] = &[
        "a",
        "b",
        "a > 1",
        "count",
        "sum(a) as s",
        "-a",
        "s",
        "a in (1, 2)",
        "not a = ''",
        "min(b)",
        "a between",
        "(((",
        "*",
        "\"",
        "a like '%",
    ];
    prop_oneof![
        proptest::sample::select(WORDS).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        (
            "[a-c]",
            proptest::sample::select(&["=", "<", "in", "between", "matches", "like", "is_null", "?"][..]),
            any::<i32>()
        )
            .prop_map(|(column, op, value)| json!({"column": column, "op": op, "value": value})),
        proptest::sample::select(&["sum", "median", "stddev", "count_distinct", "x"][..])
            .prop_map(|function| json!({"fn": function, "column": "a"})),
        Just(json!([1])),
        Just(Value::Null),
    ]
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), limit in 0u64..20) {
        let _ = query_within(&bytes, json!({"limit": limit, "order_by": ["c1"]}), 2_000);
        let _ = query_within(&bytes, json!({"agg": ["count_distinct(c1)", "sum(c1)"], "header": false}), 2_000);
    }

    #[test]
    fn no_table_and_query_make_it_panic(
        table in "([ab0-9,;\"\\n\\t. -]|NA|1,5){0,80}",
        select in proptest::collection::vec("[abc*]|sum\\(a\\)|c1", 0..3),
        conditions in proptest::collection::vec(any_item(), 0..3),
        groups in proptest::collection::vec("[abc]|c1", 0..2),
        aggregates in proptest::collection::vec(any_item(), 0..3),
        orders in proptest::collection::vec(any_item(), 0..3),
        offset in 0u64..4,
    ) {
        let table = format!("a,b\n{table}");
        let arguments = json!({"select": select, "where": conditions, "group_by": groups, "agg": aggregates, "order_by": orders, "offset": offset});
        let _ = query_within(table.as_bytes(), arguments, 3_000);
    }
}
