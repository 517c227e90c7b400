//! Calls that show how the tool is used, with their answers.

use toolhost_sdk::prelude::*;

/// A workbook. The files of examples are text, so its parts are not compressed, and spaces at their ends see to it that
/// no checksum has a byte beyond ASCII.
const PRICES: &str = include_str!("prices.xlsx");

pub(crate) fn all() -> Vec<Example> {
    let with_file = |title: &str, arguments| Example::new(title, arguments).file("prices.xlsx", PRICES);
    vec![
        with_file("Read a sheet", json!({"path": "prices.xlsx"})).expect_json(json!({
            "sheet": "Prices", "sheets": ["Prices"], "used": "A1:B4",
            "columns": ["item", "price"],
            "rows": [["tea", 2.5], ["salt", 1], ["all", 3.5]],
            "row_count": 3, "total_rows": 3, "first_row": 2
        })),
        with_file(
            "Some cells with their formulas",
            json!({"path": "prices.xlsx", "sheet": "Prices", "range": "B3:B4", "header": false, "formulas": true}),
        )
        .expect_json(json!({
            "sheet": "Prices", "sheets": ["Prices"], "used": "A1:B4",
            "columns": ["B"],
            "rows": [[1], [3.5]],
            "row_count": 2, "total_rows": 2, "first_row": 3,
            "formulas": {"B4": "=SUM(B2:B3)"}
        })),
    ]
}
