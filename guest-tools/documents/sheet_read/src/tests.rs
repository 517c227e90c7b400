use std::path::{Path, PathBuf};

use proptest::prelude::*;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/sheets/fixtures")
}

fn call(root: &Path, arguments: Value) -> ToolResult {
    let arguments = serde_json::from_value(arguments).unwrap();
    with_root(root, || crate::sheet_read(arguments, &Call::for_tests(64_000)))
}

fn read(arguments: Value) -> Value {
    let answer = call(&fixtures(), arguments).unwrap_or_else(|error| panic!("{error}"));
    serde_json::from_str(&answer.shown()).unwrap()
}

#[test]
fn a_sheet_is_read_with_dates_formulas_and_merged_cells() {
    assert_eq!(
        read(json!({"path": "openpyxl.xlsx", "formulas": true})),
        json!({
            "sheet": "Sales 2024",
            "sheets": ["Sales 2024", "Hidden (hidden)", "Empty", "Chart (no cells)"],
            "used": "A1:E6",
            "columns": ["Region", "Date", "Amount", "Paid", "Note"],
            "rows": [
                ["North", "2024-03-01", 12.5, true, "=not a formula?"],
                ["South", "2024-03-02T13:30:00", 7, false, "two\nlines"],
                ["Total", null, null, null, null],
                [null, null, null, null, null],
                ["Merged | cell", null, null, null, null]
            ],
            "row_count": 5, "total_rows": 5, "first_row": 2,
            "merged": ["A6:C6"],
            "formulas": {"C4": "=SUM(C2:C3)"},
            "notes": ["1 cell has a formula whose value the program that wrote the file did not save"]
        })
    );
    let ods = read(json!({"path": "odfpy.ods", "formulas": true}));
    assert_eq!(
        (&ods["rows"][1], &ods["formulas"]),
        (&json!(["sum", "2024-03-02", 5]), &json!({"C3": "=SUM([.C2:.C2])"}))
    );
    assert_eq!(read(json!({"path": "xlwt.xls"}))["rows"][0], json!(["Zoë", "2024-03-01", 1_234_567]));
}

#[test]
fn a_sheet_that_reaches_to_its_last_corner_is_read_in_parts() {
    let page = read(json!({"path": "xlsxwriter.xlsx", "limit": 1}));
    assert_eq!(page["used"], "A1:XFD1048576");
    assert_eq!((&page["total_rows"], &page["next_offset"]), (&json!(1_048_575), &json!(1)));
    assert!(page["notes"].to_string().contains("400 of 16384 columns"), "{}", page["notes"]);
    let part = read(json!({"path": "xlsxwriter.xlsx", "range": "A1:E2"}));
    assert_eq!(part["rows"], json!([["2024-03-01", "13:30:00", "26:15:00", 3, "#DIV/0!"]]));
    let corner = read(json!({"path": "xlsxwriter.xlsx", "range": "XFC1048575:XFD1048576", "header": false}));
    assert_eq!(corner["columns"], json!(["XFD"]));
    assert_eq!((&corner["rows"], &corner["first_row"]), (&json!([[null], ["far away"]]), &json!(1_048_575)));
    let middle = read(json!({"path": "xlsxwriter.xlsx", "range": "C:D", "header": false}));
    assert_eq!(middle["rows"], json!([["span", "sum"], ["26:15:00", 3]]));
    assert_eq!(
        read(json!({"path": "xlsxwriter.xlsx", "range": "C10:D20"}))["notes"],
        json!(["the range C10:D20 is empty; used is A1:XFD1048576"])
    );
}

#[test]
fn pages_follow_each_other() {
    let page = |offset: u64| read(json!({"path": "openpyxl.xlsx", "limit": 2, "offset": offset}));
    assert_eq!((&page(0)["next_offset"], &page(0)["first_row"]), (&json!(2), &json!(2)));
    assert_eq!((&page(2)["rows"][0][0], &page(2)["first_row"]), (&json!("Total"), &json!(4)));
    assert_eq!((page(4)["rows"].as_array().unwrap().len(), page(4).get("next_offset")), (1, None));
    assert!(page(9)["notes"].to_string().contains("beyond the last of 5 rows"));
}

#[test]
fn wrong_arguments_and_files_are_named() {
    let refused = |arguments: Value| call(&fixtures(), arguments).expect_err("must be refused");
    assert_eq!(refused(json!({"path": "openpyxl.xlsx", "range": "Sales!A1"})).kind(), "invalid_arguments");
    assert_eq!(refused(json!({"path": "openpyxl.xlsx", "sheet": "Sale"})).kind(), "not_found");
    assert_eq!(refused(json!({"path": "openpyxl.xlsx", "limit": 0})).kind(), "invalid_arguments");
    assert_eq!(refused(json!({"path": "none.xlsx"})).kind(), "not_found");
    assert!(refused(json!({"path": "encrypted.xlsx"})).message().contains("password"));
    let empty = read(json!({"path": "openpyxl.xlsx", "sheet": "Empty"}));
    assert_eq!(empty["notes"], json!(["the sheet is empty"]));
}

/// A workbook whose one sheet has these cells.
fn made(sheet: &str) -> Vec<u8> {
    use std::io::Write as _;
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, content) in [
        (
            "_rels/.rels",
            "<Relationships><Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
        ),
        (
            "xl/workbook.xml",
            "<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
        ),
        ("xl/worksheets/sheet1.xml", sheet),
    ] {
        writer.start_file(name, options).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn entities_are_not_expanded_and_bombs_do_not_go_off() {
    let folder = tempfile::tempdir().unwrap();
    let entities = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]>\
        <worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"str\"><v>&b;&f;</v></c></row></sheetData></worksheet>";
    std::fs::write(folder.path().join("a.xlsx"), made(entities)).unwrap();
    let shown = match call(folder.path(), json!({"path": "a.xlsx", "header": false})) {
        Ok(answer) => answer.shown(),
        Err(error) => error.message().to_owned(),
    };
    assert!(!shown.contains("aaaa") && !shown.contains("root:"), "{shown}");
    // A million cells, which are few bytes when compressed.
    let cells: String =
        (1..=100_000).map(|row| format!("<row r=\"{row}\"><c r=\"A{row}\"><v>1</v></c></row>")).collect();
    std::fs::write(
        folder.path().join("b.xlsx"),
        made(&format!("<worksheet><sheetData>{cells}</sheetData></worksheet>")),
    )
    .unwrap();
    let page: Value = serde_json::from_str(
        &call(folder.path(), json!({"path": "b.xlsx", "header": false, "limit": 10_000})).unwrap().shown(),
    )
    .unwrap();
    assert_eq!((&page["total_rows"], &page["row_count"]), (&json!(100_000), &json!(10_000)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_bytes_are_refused_at_most(start in prop::sample::select(vec![&b""[..], b"PK\x03\x04", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"]),
                                     rest in prop::collection::vec(any::<u8>(), 0..2_000)) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.xlsx"), [start, &rest].concat()).unwrap();
        let _ = call(folder.path(), json!({"path": "a.xlsx"}));
    }

    #[test]
    fn any_cells_have_an_answer(cells in prop::collection::vec((0..2_000_000_u64, "[A-Z]{1,4}", "[ -~]{0,9}"), 0..12), range in "[A-C]?[0-9]{0,3}:?[A-C]?[0-9]{0,3}",
                                offset in 0..9_u64, header: bool) {
        let folder = tempfile::tempdir().unwrap();
        let cells: String = cells.iter().map(|(row, column, value)| format!("<row r=\"{row}\"><c r=\"{column}{row}\"><f>{}</f><v>{}</v></c></row>", value.replace(['<', '&'], ""), row)).collect();
        std::fs::write(folder.path().join("a.xlsx"), made(&format!("<worksheet><sheetData>{cells}</sheetData></worksheet>"))).unwrap();
        let mut arguments = json!({"path": "a.xlsx", "offset": offset, "header": header, "formulas": true});
        if !range.is_empty() {
            arguments["range"] = json!(range);
        }
        if let Ok(answer) = call(folder.path(), arguments) {
            prop_assert!(serde_json::from_str::<Value>(&answer.shown()).is_ok(), "{}", answer.shown());
        }
    }
}
