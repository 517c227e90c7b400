//! Calls that show how the tool is used, with their answers.

use toolhost_sdk::prelude::*;

const STOCK: &str = "id,name,price\n007,Tea,12.50\n012,\"Salt, fine\",\n";

pub(crate) fn all() -> Vec<Example> {
    vec![
        Example::new("CSV as JSON", json!({"path": "stock.csv", "to": "json"})).file("stock.csv", STOCK).expect(
            "[\n{\"id\":\"007\",\"name\":\"Tea\",\"price\":12.50},\n{\"id\":\"012\",\"name\":\"Salt, fine\",\"price\":null}\n]\n",
        ),
        Example::new("A table for an answer", json!({"path": "stock.csv", "to": "md"}))
            .file("stock.csv", STOCK)
            .expect("| id | name | price |\n| --- | --- | --- |\n| 007 | Tea | 12.50 |\n| 012 | Salt, fine |  |\n"),
        Example::new("JSON Lines as a CSV file", json!({"path": "log.jsonl", "to": "csv", "out": "log.csv"}))
            .file("log.jsonl", "{\"at\": 1, \"what\": \"start\"}\n{\"at\": 2, \"tags\": [\"a\"]}\n")
            .expect_json(json!({"path": "log.csv", "rows": 2, "columns": 3, "bytes": 35})),
    ]
}
