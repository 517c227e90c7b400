//! Calls that show how the tool is used, with their answers.

use toolhost_sdk::prelude::*;

pub(crate) fn examples() -> Vec<Example> {
    vec![
        Example::new("The checksum of a file", json!({"op": "sha256", "path": "notes.txt"}))
            .file("notes.txt", "hello\n")
            .expect_json(json!({
                "value": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
                "format": "hex",
                "bytes": 6
            })),
        Example::new(
            "Check a download against its published checksum",
            json!({
                "op": "md5",
                "path": "notes.txt",
                "expected": "b1946ac92492d2347c6235b4d2611184  notes.txt"
            }),
        )
        .file("notes.txt", "hello\n")
        .expect_json(json!({
            "value": "b1946ac92492d2347c6235b4d2611184",
            "format": "hex",
            "bytes": 6,
            "matches": true,
            "note": "md5 is not secure: different contents with the same md5 are easily made. Use sha256 where it matters."
        })),
        Example::new(
            "Sign a text",
            json!({"op": "hmac", "data": "what do ya want for nothing?", "key": "Jefe", "format": "base64"}),
        )
        .expect_json(json!({"value": "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=", "format": "base64", "bytes": 28})),
        Example::new("Decode base64", json!({"op": "base64", "data": "Z3LDvMOfZQ==", "decode": true}))
            .expect_json(json!({"value": "grüße", "format": "text", "bytes": 7})),
        Example::new("Encode for a URL", json!({"op": "base64", "data": "a?b>c~", "format": "base64url"}))
            .expect_json(json!({"value": "YT9iPmN-", "format": "base64url", "bytes": 6})),
        Example::new("Two UUIDs", json!({"op": "uuid", "count": 2})),
        Example::new("A token of 16 random bytes", json!({"op": "random", "count": 16, "format": "base64url"})),
    ]
}
