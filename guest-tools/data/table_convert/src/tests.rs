use std::fs;
use std::path::Path;

use proptest::prelude::*;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

fn call(root: &Path, arguments: Value) -> ToolResult {
    let arguments = serde_json::from_value(arguments).unwrap();
    with_root(root, || crate::table_convert(arguments, &Call::for_tests(64_000)))
}

/// The answer to a conversion of a file with this content.
fn converted(name: &str, content: impl AsRef<[u8]>, mut arguments: Value) -> ToolResult {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), content).unwrap();
    arguments["path"] = json!(name);
    call(folder.path(), arguments)
}

fn text(name: &str, content: impl AsRef<[u8]>, to: &str) -> String {
    converted(name, content, json!({"to": to})).unwrap_or_else(|error| panic!("{error}")).shown()
}

fn refused(name: &str, content: impl AsRef<[u8]>, arguments: Value) -> String {
    let error = converted(name, content, arguments).expect_err("must be refused");
    format!("{}: {}", error.kind(), error.message())
}

#[test]
fn numbers_keep_their_digits_and_identifiers_their_zeros() {
    assert_eq!(
        text("a.csv", "id,n,d\n007,1.10,2024-03-01\n012,12345678901234567890.5,\n", "jsonl"),
        "{\"id\":\"007\",\"n\":1.10,\"d\":\"2024-03-01\"}\n{\"id\":\"012\",\"n\":\"12345678901234567890.5\",\"d\":null}\n"
    );
    assert_eq!(
        text("a.json", "[{\"n\": 12345678901234567890.50}, {\"n\": 1e400}]", "csv"),
        "n\n12345678901234567890.50\n1e400\n"
    );
    // A decimal comma is a number in JSON and stays as it is elsewhere.
    assert!(text("a.csv", "a;b\n1,5;x\n2,5;y\n", "json").starts_with("[\n{\"a\":1.5,"));
    assert!(text("a.csv", "a;b\n1,5;x\n2,5;y\n", "csv").starts_with("a,b\n\"1,5\",x\n"));
}

#[test]
fn json_of_many_shapes_is_a_table() {
    assert_eq!(
        text("a.json", "[{\"a\": 1}, {\"b\": [1,\n 2], \"a\": null}, {\"a\": \"x,\\\"y\"}]", "csv"),
        "a,b\n1,\n,\"[1,2]\"\n\"x,\"\"y\",\n"
    );
    assert_eq!(text("a.json", "[[1, 2], [3]]", "csv"), "c1,c2\n1,2\n3,\n");
    assert_eq!(text("a.json", "{\"a\": [1, 2], \"b\": [\"x\", \"y\"]}", "csv"), "a,b\n1,x\n2,y\n");
    assert_eq!(
        text("a.json", "{\"total\": 2, \"data\": [{\"a\": 1}]}", "csv"),
        "a\n1\n\n[the rows are those of \"data\"]"
    );
    assert_eq!(text("a.json", "{\"a\": 1, \"b\": {\"c\": 2}}", "csv"), "a,b\n1,\"{\"\"c\"\": 2}\"\n");
    assert_eq!(text("a.json", "[true, \"x\"]", "csv"), "value\ntrue\nx\n");
    assert_eq!(text("a.txt", "{\"a\":1}\n\n{\"a\":2}\n", "md"), "| a |\n| --- |\n| 1 |\n| 2 |\n");
    assert_eq!(text("a.json", "[]", "json"), "[]\n");
    assert!(refused("a.json", "{\"a\": [{}], \"b\": [{}]}", json!({"to": "csv"})).contains("several tables"));
    assert!(refused("a.jsonl", "{\"a\":1}\n{\"a\":", json!({"to": "csv"})).contains("not valid JSON (the value 2)"));
    assert!(refused("a.json", "[".repeat(100_000), json!({"to": "csv"})).contains("not valid JSON"));
    let deep = "[".repeat(100_000) + "\n" + &"]".repeat(100_000);
    assert!(refused("a.json", deep, json!({"to": "jsonl"})).contains("more than an answer has room for"));
    assert!(refused("a.json", "", json!({"to": "csv"})).contains("no JSON"));
}

#[test]
fn what_would_break_a_format_is_escaped() {
    let table = "a,b\n\"x|y\nz\",\"<b>&\"\"\"\n";
    assert_eq!(text("a.csv", table, "md"), "| a | b |\n| --- | --- |\n| x\\|y<br>z | <b>&\" |\n");
    assert!(text("a.csv", table, "html").contains("<tr><td>x|y\nz</td><td>&lt;b&gt;&amp;&quot;</td></tr>"));
    assert!(text("a.csv", table, "jsonl").contains("\"x|y\\nz\""));
    assert_eq!(text("a.csv", table, "csv"), table);
}

#[test]
fn formulas_are_told_and_guarded_but_numbers_are_not() {
    let table = "a,b\n=1+1,-5\n@x,-6\nplain,-7\n";
    let open = text("a.csv", table, "csv");
    assert!(open.starts_with(table) && open.contains("2 texts begin with ="), "{open}");
    let guarded =
        converted("a.csv", table, json!({"to": "csv", "formula_guard": true, "to_delimiter": "tab"})).unwrap();
    assert_eq!(guarded.shown(), "a\tb\n'=1+1\t-5\n'@x\t-6\nplain\t-7\n");
}

#[test]
fn sheets_of_other_programs_are_converted() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/sheets/fixtures");
    let shown = |arguments: Value| call(&fixtures, arguments).unwrap_or_else(|error| panic!("{error}")).shown();
    let csv = shown(json!({"path": "openpyxl.xlsx", "to": "csv"}));
    assert!(
        csv.starts_with(
            "Region,Date,Amount,Paid,Note\nNorth,2024-03-01,12.5,true,=not a formula?\n\
             South,2024-03-02T13:30:00,7,false,\"two\nlines\"\nTotal,,,,\nMerged | cell,,,,\n"
        ),
        "{csv}"
    );
    assert!(csv.contains("1 empty row is left out") && csv.contains("others are \"Hidden\""), "{csv}");
    assert_eq!(
        shown(json!({"path": "openpyxl.xlsx", "to": "jsonl", "sheet": "hidden", "header": false})),
        "{\"A\":\"secret\"}\n"
    );
    assert!(
        shown(json!({"path": "odfpy.ods", "to": "jsonl"}))
            .contains("{\"name\":\"Zoë\",\"when\":\"2024-03-01\",\"n\":5}\n")
    );
    // A cell in the last corner of a sheet makes it wide, and no more.
    let wide = call(&fixtures, json!({"path": "xlsxwriter.xlsx", "to": "jsonl"})).expect_err("too wide for an answer");
    assert!(wide.message().contains("give out to write a file"), "{wide}");
    assert_eq!(
        call(&fixtures, json!({"path": "openpyxl.xlsx", "to": "csv", "sheet": "Empty"})).unwrap_err().kind(),
        "failed"
    );
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.csv"), "a,b\n1,x\n2,y\n").unwrap();
    let out = |arguments: Value| call(root, arguments);
    let answer = out(json!({"path": "a.csv", "to": "json", "out": "new/a.json"})).unwrap().shown();
    assert_eq!(answer, "{\"path\":\"new/a.json\",\"rows\":2,\"columns\":2,\"bytes\":37}");
    assert_eq!(
        fs::read_to_string(root.join("new/a.json")).unwrap(),
        "[\n{\"a\":1,\"b\":\"x\"},\n{\"a\":2,\"b\":\"y\"}\n]\n"
    );
    assert_eq!(out(json!({"path": "a.csv", "to": "md", "out": "new/a.json"})).unwrap_err().kind(), "conflict");
    out(json!({"path": "a.csv", "to": "md", "out": "new/a.json", "overwrite": true})).unwrap();
    for wrong in ["a.csv", "new", ".", "b/", "../x"] {
        let error = out(json!({"path": "a.csv", "to": "md", "out": wrong, "overwrite": true})).unwrap_err();
        assert_eq!(error.kind(), "invalid_arguments", "{wrong}");
    }
    fs::write(root.join("long.csv"), format!("a,b\n1,2\n\"{}", "x".repeat(9 << 20))).unwrap();
    assert!(out(json!({"path": "long.csv", "to": "json", "out": "c/long.json"})).is_err());
    assert!(!root.join("c").exists());
}

#[test]
fn answers_are_pages() {
    let table: String =
        std::iter::once("n,t\n".to_owned()).chain((0..5_000).map(|n| format!("{n},text {n}\n"))).collect();
    let page = converted("a.csv", &table, json!({"to": "json", "limit": 2, "offset": 1})).unwrap().shown();
    assert_eq!(
        page,
        "[\n{\"n\":1,\"t\":\"text 1\"},\n{\"n\":2,\"t\":\"text 2\"}\n]\n\n\
         [rows 2-3; continue with offset=3, or give out to convert all]"
    );
    let full = converted("a.csv", &table, json!({"to": "csv", "limit": 10_000})).unwrap().shown();
    assert!(full.len() < 60_000 && full.contains("continue with offset="));
    let beyond = converted("a.csv", &table, json!({"to": "csv", "offset": 9_000})).unwrap().shown();
    assert!(beyond.contains("beyond the last of 5000 rows"), "{beyond}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_bytes_are_a_table_or_an_error(
        start in prop::sample::select(vec!["", "[", "{\"a\":[", "a,b\n", "PK\x03\x04", "[{\"a\":\"\\ud800\"}]"]),
        rest in prop::collection::vec(any::<u8>(), 0..300),
        name in prop::sample::select(vec!["a.csv", "a.json", "a.jsonl", "a.xlsx"]),
        to in prop::sample::select(vec!["csv", "json", "jsonl", "md", "html"]),
    ) {
        let _ = converted(name, [start.as_bytes(), &rest].concat(), json!({"to": to}));
    }

    #[test]
    fn json_written_is_json(cells in prop::collection::vec(prop::collection::vec("[^\\x00-\\x08]{0,8}", 2), 1..6)) {
        let table: String = cells.iter().map(|row| {
            let row: Vec<String> = row.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
            row.join(",") + "\n"
        }).collect();
        if let Ok(answer) = converted("a.csv", table, json!({"to": "jsonl", "header": false})) {
            let shown = answer.shown();
            for line in shown.lines().filter(|line| line.starts_with('{')) {
                prop_assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}");
            }
        }
    }
}
