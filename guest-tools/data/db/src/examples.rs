//! Calls that show how the tool is used, with their answers.

use toolhost_sdk::prelude::*;

pub(crate) fn all() -> Vec<Example> {
    vec![
        Example::new(
            "Values are given apart from the statement",
            json!({
                "path": ":memory:", "action": "query",
                "sql": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT i, i * i AS square FROM n WHERE i > :least",
                "params": {"least": 8}
            }),
        )
        .expect_json(json!({"columns": ["i", "square"], "rows": [[9, 81], [10, 100]], "row_count": 2})),
        Example::new("The tables of a file that is still empty", json!({"path": "new.db", "action": "tables"}))
            .file("new.db", "")
            .expect_json(json!({"tables": [], "notes": ["the data base has no tables"]})),
        Example::new(
            "Make a table",
            json!({
                "path": "shop.db", "action": "exec", "allow_write": true,
                "sql": "CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL)"
            }),
        )
        .expect_json(json!({"changes": 0})),
    ]
}
