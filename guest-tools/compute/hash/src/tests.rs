//! The tool as a model calls it, on files of a temporary folder.

use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

use crate::{Arguments, request};

const ROOM: u32 = 4096;

fn call(arguments: Value) -> ToolResult {
    let arguments: Arguments = serde_json::from_value(arguments).unwrap();
    request::answer(&arguments, &Call::for_tests(ROOM))
}

fn shown(arguments: Value) -> Value {
    let answer = call(arguments).unwrap();
    serde_json::from_str(&answer.shown()).unwrap()
}

fn refused(arguments: Value) -> Vec<String> {
    let error = call(arguments).expect_err("must be refused");
    assert_eq!(error.kind(), "invalid_arguments");
    error.violations().iter().map(|(pointer, _)| pointer.clone()).collect()
}

/// Published values: RFC 1321, FIPS 180, the BLAKE3 paper's test vectors, RFC 4231, RFC 2202, ISO 3309.
#[test]
fn published_values_are_met() {
    for (op, data, expected) in [
        ("md5", "abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("sha1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("sha256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("sha256", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            "sha512",
            "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
             2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        ),
        ("blake3", "", "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"),
        ("crc32", "123456789", "cbf43926"),
        ("crc32", "", "00000000"),
    ] {
        assert_eq!(shown(json!({"op": op, "data": data}))["value"], expected, "{op} of {data:?}");
    }
    for (algorithm, expected) in [
        ("md5", "750c783e6ab0b503eaa86e310a5db738"),
        ("sha1", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        ("sha256", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    ] {
        let arguments = json!({
            "op": "hmac", "algorithm": algorithm, "key": "4a656665", "key_format": "hex",
            "data": "what do ya want for nothing?"
        });
        assert_eq!(shown(arguments)["value"], expected, "{algorithm}");
    }
}

#[test]
fn a_file_gives_what_its_content_gives() {
    let folder = tempfile::tempdir().unwrap();
    let content = "0123456789".repeat(50_000);
    std::fs::write(folder.path().join("large.txt"), &content).unwrap();
    with_root(folder.path(), || {
        for op in ["sha256", "sha512", "sha1", "md5", "blake3", "crc32"] {
            assert_eq!(
                shown(json!({"op": op, "path": "large.txt"})),
                shown(json!({"op": op, "data": content})),
                "{op}"
            );
            let part = json!({"op": op, "path": "large.txt", "offset": 3, "limit": 200_001});
            assert_eq!(shown(part), shown(json!({"op": op, "data": &content[3..200_004]})), "{op}");
        }
    });
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    with_root(folder.path(), || {
        assert_eq!(refused(json!({"op": "sha256", "path": "sub"})), ["/path"]);
        assert_eq!(refused(json!({"op": "sha256", "path": "../x"})), ["/path"]);
        assert_eq!(call(json!({"op": "sha256", "path": "missing"})).unwrap_err().kind(), "not_found");
    });
}

#[test]
fn insecure_algorithms_are_marked() {
    for op in ["md5", "sha1", "crc32"] {
        assert!(shown(json!({"op": op, "data": ""}))["note"].as_str().unwrap().contains("not secure"), "{op}");
    }
    for op in ["sha256", "sha512", "blake3"] {
        assert_eq!(shown(json!({"op": op, "data": ""})).get("note"), None, "{op}");
    }
}

#[test]
fn a_key_is_never_shown() {
    let secret = "hunter2-hunter2";
    for arguments in [
        json!({"op": "hmac", "data": "a", "key": secret}),
        json!({"op": "hmac", "data": "a", "key": secret, "key_format": "hex"}),
        json!({"op": "hmac", "data": "a", "key": secret, "key_format": "base64"}),
        json!({"op": "hmac", "data": "a", "path": "b", "key": secret}),
        json!({"op": "sha256", "data": "a", "key": secret}),
        json!({"op": "hmac", "path": "/etc/passwd", "key": secret}),
    ] {
        let said = format!("{:?}", call(arguments));
        assert!(!said.contains("hunter2"), "{said}");
    }
    let arguments: Arguments = serde_json::from_value(json!({"op": "hmac", "data": "a", "key": secret})).unwrap();
    assert!(!format!("{arguments:?}").contains("hunter2"));
    for key in [json!(31337), json!([31337]), json!({"31337": 1})] {
        let error = serde_json::from_value::<Arguments>(json!({"op": "hmac", "data": "a", "key": key})).unwrap_err();
        assert!(!error.to_string().contains("31337"), "{error}");
    }
}

#[test]
fn a_published_checksum_is_compared_in_the_forms_it_is_published_in() {
    let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    for expected in [
        sum.to_owned(),
        sum.to_uppercase(),
        format!("  {sum}  file.zip\n"),
        format!("sha256:{sum}"),
        "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=".to_owned(),
    ] {
        let answer = shown(json!({"op": "sha256", "data": "abc", "expected": expected}));
        assert_eq!(answer["matches"], true, "{expected}");
    }
    assert_eq!(shown(json!({"op": "sha256", "data": "abd", "expected": sum}))["matches"], false);
    for expected in ["", "abc", "900150983cd24fb0d6963f7d28e17f72", "no checksum"] {
        assert_eq!(refused(json!({"op": "sha256", "data": "abc", "expected": expected})), ["/expected"], "{expected}");
    }
}

#[test]
fn a_long_encoding_comes_in_parts_that_can_be_joined() {
    let folder = tempfile::tempdir().unwrap();
    let content: Vec<u8> = (0..10_000_u32).map(|number| (number % 251) as u8).collect();
    std::fs::write(folder.path().join("bytes"), &content).unwrap();
    with_root(folder.path(), || {
        for op in ["base64", "hex"] {
            let (mut joined, mut offset, mut calls) = (String::new(), 0, 0);
            loop {
                let answer = shown(json!({"op": op, "path": "bytes", "offset": offset}));
                assert!(answer.to_string().len() <= ROOM as usize);
                joined.push_str(answer["value"].as_str().unwrap());
                calls += 1;
                match answer.get("next_offset") {
                    Some(next) => offset = next.as_u64().unwrap(),
                    None => break,
                }
            }
            assert!(calls > 1);
            std::fs::write(folder.path().join("text"), &joined).unwrap();
            assert_eq!(shown(json!({"op": "sha256", "data": joined, "data_format": op}))["bytes"], 10_000);
            let error = call(json!({"op": op, "path": "text", "decode": true})).unwrap_err();
            assert_eq!(error.kind(), "unsupported", "too long to be shown");
        }
    });
}

#[test]
fn what_was_decoded_is_text_or_hex() {
    assert_eq!(
        shown(json!({"op": "hex", "data": "68 69 0a", "decode": true})),
        json!({"value": "hi\n", "format": "text", "bytes": 3})
    );
    let binary = shown(json!({"op": "base64", "data": "/wA=", "decode": true}));
    assert_eq!((&binary["value"], &binary["format"]), (&json!("ff00"), &json!("hex")));
    let wanted = shown(json!({"op": "hex", "data": "6869", "decode": true, "format": "base64"}));
    assert_eq!((&wanted["value"], &wanted["format"]), (&json!("aGk="), &json!("base64")));
    assert_eq!(refused(json!({"op": "base64", "data": "a*b", "decode": true})), [""]);
}

#[test]
fn random_values_differ_and_have_their_form() {
    let one = shown(json!({"op": "uuid"}));
    let uuid = one["value"].as_str().unwrap();
    assert_eq!((uuid.len(), uuid.as_bytes()[14]), (36, b'4'));
    let many = shown(json!({"op": "uuid", "count": 100}));
    let mut uuids: Vec<&str> = many["values"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    uuids.sort_unstable();
    uuids.dedup();
    assert_eq!(uuids.len(), 100);
    assert_ne!(shown(json!({"op": "random"})), shown(json!({"op": "random"})));
    assert_eq!(shown(json!({"op": "random", "count": 5}))["value"].as_str().unwrap().len(), 10);
}

#[test]
fn every_argument_out_of_place_is_named() {
    assert_eq!(refused(json!({"op": "sha256"})), [""]);
    assert_eq!(refused(json!({"op": "sha256", "data": "a", "path": "b"})), ["/path"]);
    assert_eq!(refused(json!({"op": "hmac", "data": "a"})), ["/key"]);
    assert_eq!(
        refused(json!({"op": "uuid", "data": "a", "count": 101, "format": "hex", "offset": 1})),
        ["/data", "/offset", "/count", "/format"]
    );
    assert_eq!(
        refused(json!({"op": "sha1", "data": "a", "algorithm": "md5", "decode": true, "count": 1})),
        ["/count", "/algorithm", "/decode"]
    );
    assert_eq!(refused(json!({"op": "hex", "data": "a", "format": "base64"})), ["/format"]);
    assert_eq!(refused(json!({"op": "sha256", "data": "abc", "offset": 4})), ["/offset"]);
    assert_eq!(refused(json!({"op": "sha256", "data": "xyz", "data_format": "hex"})), ["/data"]);
}

#[test]
fn examples_give_what_they_say() {
    for example in crate::examples::examples() {
        let folder = tempfile::tempdir().unwrap();
        for (path, content) in example.files() {
            std::fs::write(folder.path().join(path), content).unwrap();
        }
        let answer = with_root(folder.path(), || shown(example.arguments().clone()));
        if let Some(expected) = example.expected() {
            assert_eq!(answer, serde_json::from_str::<Value>(expected).unwrap(), "{}", example.title());
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_answered_or_refused(op in 0..11_usize, data in any::<String>(), decode: bool, offset in 0..50_u64) {
        let ops =
            ["sha256", "sha512", "sha1", "md5", "blake3", "crc32", "hmac", "base64", "hex", "uuid", "random"];
        let mut arguments = json!({"op": ops[op], "data": data, "decode": decode, "offset": offset});
        if ops[op] == "hmac" {
            arguments["key"] = json!("k");
        }
        if let Ok(answer) = call(arguments) {
            prop_assert!(answer.shown().len() <= ROOM as usize);
        }
    }

    #[test]
    fn pieces_of_any_size_give_the_same_bytes(content in any::<Vec<u8>>(), limit in 1..20_u64) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bytes"), &content).unwrap();
        let (mut joined, mut offset) = (String::new(), 0);
        while offset < content.len() as u64 {
            let arguments = json!({"op": "hex", "path": "bytes", "offset": offset, "limit": limit});
            joined.push_str(with_root(folder.path(), || shown(arguments))["value"].as_str().unwrap());
            offset += limit;
        }
        prop_assert_eq!(joined, crate::notation::Format::Hex.write(&content));
    }
}
