//! Calls that show how the tool is used, with their answers.

use toolhost_sdk::prelude::*;

const ORDERS: &str = r#"{
  "orders": [
    {"id": 9007199254740993, "customer": "Ann", "items": [{"sku": "tea", "price": 4.50}, {"sku": "cup", "price": 9.00}]},
    {"id": 9007199254740994, "customer": "Bob", "items": []}
  ]
}
"#;

const LOG: &str = r#"{"level": "info", "ms": 12, "path": "/a"}
{"level": "error", "ms": 250, "path": "/b"}
{"level": "info", "ms": 8, "path": "/a"}
"#;

pub(crate) fn all() -> Vec<Example> {
    vec![
        Example::new(
            "Filter and reshape with jq; large integers keep every digit",
            json!({"path": "orders.json", "query": ".orders[] | select(.items != []) | {id, customer, total: (.items | map(.price) | add)}"}),
        )
        .file("orders.json", ORDERS)
        .expect(r#"{"id":9007199254740993,"customer":"Ann","total":13.5}"#),
        Example::new("The same file by JSONPath", json!({"path": "orders.json", "query": "$.orders[*].items[?@.price > 5].sku"}))
            .file("orders.json", ORDERS)
            .expect("\"cup\""),
        Example::new("Lines of a log one by one", json!({"path": "log.jsonl", "query": "select(.level == \"error\") | .path"}))
            .file("log.jsonl", LOG)
            .expect("\"/b\""),
        Example::new(
            "Statistics over all lines of a log",
            json!({"path": "log.jsonl", "slurp": true, "query": "group_by(.path)[] | {path: .[0].path, count: length, slowest: (map(.ms) | max)}"}),
        )
        .file("log.jsonl", LOG)
        .expect("{\"path\":\"/a\",\"count\":2,\"slowest\":12}\n{\"path\":\"/b\",\"count\":1,\"slowest\":250}"),
        Example::new("What an unknown document is made of", json!({"json": "{\"a\": [1, 2], \"b\": {\"c\": null}}", "query": "map_values(type)"}))
            .expect(r#"{"a":"array","b":"object"}"#),
    ]
}
