use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, content) in files {
        fs::write(folder.path().join(path), content).expect("a file");
    }
    folder
}

fn call(root: &Path, arguments: Value) -> ToolResult {
    let arguments = serde_json::from_value(arguments).expect("arguments that fit");
    with_root(root, || super::read(arguments, &Call::for_tests(4_000)))
}

fn shown(content: &[u8], mut arguments: Value) -> String {
    let folder = folder(&[("f", content)]);
    arguments["path"] = json!("f");
    call(folder.path(), arguments).expect("an answer").shown()
}

fn refusal(name: &str, content: &[u8], mut arguments: Value) -> (String, String) {
    let folder = folder(&[(name, content)]);
    arguments["path"] = json!(name);
    let error = call(folder.path(), arguments).expect_err("a refusal");
    (error.kind().to_owned(), error.message().to_owned())
}

#[test]
fn a_short_file_is_shown_whole_and_without_a_note() {
    assert_eq!(shown(b"a\n\nb", json!({})), "1\ta\n2\t\n3\tb\n");
    assert_eq!(shown(b"", json!({})), "`f` is empty (0 B).\n");
    assert_eq!(shown(b"\n", json!({})), "1\t\n");
}

#[test]
fn pages_follow_each_other_to_the_end() {
    let text: String = (1..=1_000).map(|number| format!("line {number}\n")).collect();
    let folder = folder(&[("f", text.as_bytes())]);
    let (mut offset, mut seen) = (0, String::new());
    loop {
        let answer = call(folder.path(), json!({"path": "f", "offset": offset})).expect("a page").shown();
        assert!(answer.len() <= 4_000, "{}", answer.len());
        let (lines, note) = answer.trim_end().rsplit_once('\n').expect("lines and a note");
        seen.extend(lines.lines().map(|line| format!("{}\n", line.split_once('\t').map_or("", |parts| parts.1))));
        match note.split_once("continue with offset=") {
            Some((_, next)) => offset = next.trim_end_matches(']').parse().expect("a number"),
            None => break,
        }
    }
    assert_eq!(seen, text);
}

#[test]
fn offsets_count_from_zero_and_line_numbers_from_one() {
    assert_eq!(
        shown(b"a\nb\nc\n", json!({"offset": 1, "limit": 1})),
        "2\tb\n[lines 2-2 of 3; continue with offset=2]\n"
    );
    assert_eq!(shown(b"a\nb\nc", json!({"offset": 2})), "3\tc\n[lines 3-3 of 3]\n");
    let (kind, message) = refusal("f", b"a\n", json!({"offset": 1}));
    assert_eq!(
        (kind.as_str(), message.as_str()),
        ("invalid_arguments", "`f` has 1 line, so offset 1 is behind its end")
    );
}

#[test]
fn line_ends_are_said_and_not_shown() {
    assert_eq!(shown(b"a\r\nb\r\n", json!({})), "1\ta\n2\tb\n[CRLF line ends]\n");
    assert_eq!(
        shown(b"a\r\nb\nc\n", json!({"limit": 2})),
        "1\ta\n2\tb\n[lines 1-2 of 3; mixed CRLF and LF line ends; continue with offset=2]\n"
    );
}

#[test]
fn one_gigantic_line_is_bounded() {
    let answer = shown(&vec![b'x'; 3_000_000], json!({}));
    assert!(answer.len() <= 4_000 && answer.contains("of 3000000 B shown"), "{}", answer.len());
}

#[test]
fn encodings_are_decoded_or_named() {
    let utf16: Vec<u8> = "\u{feff}hé\r\nß\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(shown(&utf16, json!({})), "1\thé\n2\tß\n[mixed CRLF and LF line ends]\n");
    let utf16: Vec<u8> = "\u{feff}hé".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(shown(&utf16, json!({})), "1\thé\n");
    assert_eq!(shown(b"\xEF\xBB\xBFa\n", json!({})), "1\ta\n");
    assert_eq!(shown(b"caf\xe9\n", json!({"encoding": "windows-1252"})), "1\tcafé\n");
    assert_eq!(shown(b"a\0b\0", json!({"encoding": "utf-16le"})), "1\tab\n");
    let (kind, message) = refusal("f", b"ok\ncaf\xe9\n", json!({}));
    assert_eq!(kind, "unsupported");
    assert!(message.contains("line 2 has the byte 0xE9") && message.contains("encoding=windows-1252"), "{message}");
    assert!(refusal("f", b"a\0b\0c\0", json!({})).1.contains("encoding=utf-16le"));
    assert!(refusal("f", b"\xFF\xFE\0\0a\0\0\0", json!({})).1.contains("UTF-32"));
    assert!(refusal("f", b"x", json!({"encoding": "klingon"})).1.contains("no encoding"));
}

#[test]
fn lines_before_a_broken_one_can_be_read() {
    assert_eq!(shown(b"ok\ncaf\xe9\n", json!({"limit": 1})), "1\tok\n[lines 1-1 of 2; continue with offset=1]\n");
}

#[test]
fn binary_files_are_named_with_their_tool() {
    let (kind, message) = refusal("notes.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", json!({}));
    assert_eq!(kind, "unsupported");
    assert_eq!(message, "`notes.txt` is not text but image/png, 16 B. Use `image`.");
    assert!(refusal("r.txt", b"%PDF-1.4\n", json!({})).1.ends_with("Use `doc_read`."));
}

#[test]
fn a_folder_is_refused_with_some_of_its_entries() {
    let folder = folder(&[("b.txt", b""), ("a.txt", b"")]);
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    let error = call(folder.path(), json!({"path": "."})).expect_err("a refusal");
    assert_eq!(error.kind(), "invalid_arguments");
    assert!(error.message().contains("holds a.txt, b.txt, sub/."), "{error}");
    assert!(call(folder.path(), json!({"path": "sub"})).expect_err("a refusal").message().contains("is empty"));
    assert_eq!(call(folder.path(), json!({"path": "c"})).expect_err("a refusal").kind(), "not_found");
}

#[test]
fn search_shows_matching_lines_with_those_around_them() {
    let text = b"a\nb\nNeedle\nc\nd\ne\nf\nneedle\n";
    assert_eq!(shown(text, json!({"search": "needle"})), "6-e\n7-f\n8:needle\n[1 matching line]\n");
    assert_eq!(
        shown(text, json!({"search": "needle", "ignore_case": true, "ctx": 0})),
        "3:Needle\n8:needle\n[2 matching lines]\n"
    );
    assert_eq!(shown(text, json!({"search": "^[bd]$", "regex": true, "ctx": 0})), "2:b\n5:d\n[2 matching lines]\n");
    assert_eq!(shown(text, json!({"search": "."})), "[no line of `f` matches]\n");
    assert_eq!(
        shown(text, json!({"search": "needle", "ignore_case": true, "ctx": 0, "limit": 1})),
        "3:Needle\n[1 of 2 matching lines; continue with offset=7]\n"
    );
    assert_eq!(shown(text, json!({"search": "needle", "ctx": 0, "offset": 7})), "8:needle\n[1 matching line]\n");
    assert!(refusal("f", text, json!({"search": "a(", "regex": true})).1.contains("unclosed group"));
}

#[test]
fn search_finds_its_way_into_long_lines_and_other_encodings() {
    let text = [vec![b'x'; 1_000_000], b"needle".to_vec(), vec![b'y'; 1_000_000]].concat();
    let answer = shown(&text, json!({"search": "needle"}));
    assert!(answer.contains("xneedley") && answer.len() < 600, "{answer}");
    let utf16: Vec<u8> = "\u{feff}one\r\ntwo\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(shown(&utf16, json!({"search": "two$", "regex": true, "ctx": 1})), "1-one\n2:two\n[1 matching line]\n");
}
