//! Calls that show how the tool is used.

use toolhost_sdk::prelude::*;

const TWO_LINES: &str = "c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8";

pub(crate) fn examples() -> Vec<Example> {
    let written = |path: &str, done: &str, bytes: u64, lines: u64, sha256: &str| json!({"path": path, "done": done, "bytes": bytes, "lines": lines, "sha256": sha256});
    vec![
        Example::new("Create a file in a new folder", json!({"path": "out/a.txt", "content": "one\ntwo\n"}))
            .expect_json(written("out/a.txt", "created", 8, 2, TWO_LINES)),
        Example::new("Add a line", json!({"path": "a.txt", "content": "two\n", "mode": "append"}))
            .file("a.txt", "one\n")
            .expect_json(written("a.txt", "appended", 8, 2, TWO_LINES)),
        Example::new(
            "Replace a file that has not changed since it was read",
            json!({
                "path": "a.txt",
                "content": "one\ntwo\n",
                "mode": "overwrite",
                "expect_hash": "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"
            }),
        )
        .file("a.txt", "one\n")
        .expect_json(written("a.txt", "overwritten", 8, 2, TWO_LINES)),
    ]
}
