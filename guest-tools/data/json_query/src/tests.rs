//! Whole calls, and the promise that no text and no query makes the tool panic.

use proptest::prelude::*;
use toolhost_sdk::prelude::*;

use crate::query::{Input, Query, run};
use crate::results::Results;
use crate::{Arguments, json_query};

fn call(arguments: Value) -> ToolResult {
    let arguments: Arguments = serde_json::from_value(arguments).unwrap();
    json_query(arguments, &Call::for_tests(2_000))
}

fn answer(json: &str, query: &str) -> String {
    call(json!({"json": json, "query": query})).unwrap_or_else(|error| panic!("{error}")).shown()
}

fn refused(json: &str, query: &str) -> String {
    let error = call(json!({"json": json, "query": query})).expect_err("must be refused");
    format!("{} {}", error.kind(), error.message())
}

#[test]
fn results_are_lines_and_notes_follow() {
    assert_eq!(answer("{\"a\":[1,2.50,\"x\"]}", ".a[]"), "1\n2.50\n\"x\"");
    assert_eq!(answer("[]", ".[]"), "no results");
    assert_eq!(
        answer("{\"a\":1,\"a\":2}", ".a"),
        "2\nNote: repeated name in an object: \"a\" in line 1; the last value was taken"
    );
    assert_eq!(answer("[1]", "range(200)").lines().last(), Some("Note: 100 more results; continue with offset=100"));
    assert_eq!(answer("1 2\n3", ". * 2"), "2\n4\n6");
    assert_eq!(answer("[NaN, -Infinity]", ".[]"), "null\n-1.7976931348623157e308");
}

#[test]
fn generators_without_end_are_bounded() {
    let text = answer("null", "repeat(\"x\")");
    assert!(text.contains("at least 10000 more results"), "{text}");
}

#[test]
fn failures_name_the_place() {
    assert!(refused("[1,]", ".").starts_with("invalid_arguments not JSON at line 1, column 4"));
    assert!(refused("", ".").contains("the text is empty"));
    assert_eq!(
        refused("{\"a\":1}\n{\"a\":[2]}", ".a | .[0]?, .b"),
        "failed for the value in line 1: cannot index 1 with \"b\"; to skip values that do not fit, put ? after the path or select them by type first"
    );
    assert!(refused("[\"xx\"]", "[limit(3000; repeat(.[0]))]").contains("one result has more than"));
    assert!(refused(&"[".repeat(100_000), ".").contains("more than 256 deep"));
    assert!(refused("1", "reduce range(3000) as $i (0; [.])").contains("1000 deep"));
    assert!(refused("1", &"1+".repeat(10_000)).contains("more than 3000"));
    assert!(call(json!({"query": "."})).is_err_and(|error| error.message() == "give either path or json"));
    assert!(call(json!({"query": ".", "json": "1", "path": "a"})).is_err());
}

fn attempt(query: &str, text: &[u8]) {
    if let Ok(query) = Query::new(query) {
        let (text, _) = crate::source::decode(text.to_vec());
        let mut results = Results::new(0, 10, 1_000);
        let _ = run(&query, &Input { name: "", text: &text, first_line: 1 }, false, &mut results);
    }
}

const WORDS: &[&str] = &[
    ".",
    ".a",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "|",
    "$x",
    " as ",
    "if ",
    " then ",
    " else ",
    " end",
    "reduce ",
    "foreach ",
    "..",
    "?",
    "//",
    "\"x\"",
    "1",
    "-",
    "*",
    "+",
    "%",
    "/",
    "limit(",
    "1;",
    "def f:",
    ";",
    "f",
    "try ",
    " catch ",
    ":",
    ",",
    "=",
    "|=",
    "==",
    "<",
    "and",
    "label $x |",
    "break $x",
    "keys",
    "tojson",
    "fromjson",
    "sort",
    "group_by(",
    "test(",
    "splits(",
    "implode",
    "explode",
    "nan",
    "infinite",
    "range(",
    "tostring",
    "@csv",
    "strftime(",
    "todate",
    "mktime",
    "gmtime",
    "strptime(",
    "getpath(",
    "paths",
    "del(",
    "to_entries",
    "\"\\(",
    "\"",
    "tobytes",
    "indices(",
    "bsearch(",
    "ldexp(",
    "pow(",
    "frexp",
    "99999999999999999999",
    "@base64d",
    "combinations",
    "flatten(",
    "walk(",
    "transpose",
    "tostream",
    "INDEX(",
    "1e1000",
    "$",
    "$.",
    "[?@.a",
    ">",
    "length(",
];

proptest! {
    #[test]
    fn no_query_makes_it_panic(query in "[ -~]{0,30}") {
        attempt(&query, b"{\"a\":[1,2,{\"b\":null}]} [1] \"x\" 5");
    }

    #[test]
    fn no_words_in_any_order_make_it_panic(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..12)) {
        attempt(&words.concat(), b"{\"a\":[1,2,{\"b\":null}]} [1] \"x\" 5");
    }

    #[test]
    fn no_path_makes_it_panic(path in "\\$[\\[\\].@?*'a-c0-9:,<>=!&|() -]{0,20}") {
        attempt(&path, b"{\"a\":[1,2,{\"b\":null}]}");
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        attempt(".. | length?", &bytes);
    }

    #[test]
    fn what_is_read_is_written_the_same(numbers in proptest::collection::vec("-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,5})?", 0..5)) {
        let text = format!("[{}]", numbers.join(","));
        prop_assert_eq!(answer(&text, "."), text);
    }
}
