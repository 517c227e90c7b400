//! Calls that show how the tool is used, with their answers.

use toolhost_sdk::prelude::*;

const SALES: &str = "\
region,product,amount,date
North,Tea,12.50,2024-01-05
South,Coffee,7.25,2024-01-06
North,Coffee,3.00,2024-02-01
South,Tea,,2024-02-03
";

const CLIENTS: &str = "\
id;name;balance
007;\"Rossi; Anna\";1.234,50
012;Bianchi;-99,00
";

pub(crate) fn all() -> Vec<Example> {
    vec![
        Example::new(
            "Total and average per group, largest first",
            json!({"path": "sales.csv", "group_by": ["region"], "agg": ["sum(amount) as total", "avg(amount) as mean"], "order_by": ["-total"]}),
        )
        .file("sales.csv", SALES)
        .expect_json(json!({
            "columns": ["region", "total", "mean"],
            "rows": [["North", 15.5, 7.75], ["South", 7.25, 7.25]],
            "row_count": 2,
            "groups": 2,
            "total_rows": 4
        })),
        Example::new(
            "Some columns of the rows that fulfil a condition",
            json!({
                "path": "sales.csv",
                "select": ["date", "amount"],
                "where": [{"column": "product", "op": "=", "value": "Tea"}, "date >= '2024-01-01'"],
                "order_by": ["-date"]
            }),
        )
        .file("sales.csv", SALES)
        .expect_json(json!({
            "columns": ["date", "amount"],
            "rows": [["2024-02-03", null], ["2024-01-05", 12.5]],
            "row_count": 2,
            "matched": 2,
            "total_rows": 4
        })),
        Example::new("Semicolons, decimal commas and identifiers with zeros are recognised", json!({"path": "clients.csv"}))
            .file("clients.csv", CLIENTS)
            .expect_json(json!({
                "columns": ["id", "name", "balance"],
                "rows": [["007", "Rossi; Anna", 1234.5], ["012", "Bianchi", -99.0]],
                "row_count": 2,
                "matched": 2,
                "total_rows": 2,
                "notes": ["decimal comma (1.234,5 = 1234.5) in balance; pass decimal \".\" if that is wrong"]
            })),
        Example::new("How many rows fulfil a condition", json!({"path": "sales.csv", "where": ["amount is null or amount > 10"], "limit": 0}))
            .file("sales.csv", SALES)
            .expect_json(json!({
                "columns": ["region", "product", "amount", "date"],
                "rows": [],
                "row_count": 0,
                "matched": 2,
                "total_rows": 4
            })),
    ]
}
