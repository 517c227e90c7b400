use std::fs;

use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

const EXECUTED: &str = include_str!("../fixtures/executed.ipynb");
const COMPACT: &str = include_str!("../fixtures/compact-4.4.json");

/// A folder with one notebook.
struct Chat(TempDir);

impl Chat {
    fn of(notebook: impl AsRef<[u8]>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("n.ipynb"), notebook).expect("a file");
        Self(folder)
    }

    fn call(&self, arguments: Value) -> ToolResult {
        let mut arguments = arguments;
        if arguments.get("path").is_none() {
            arguments["path"] = json!("n.ipynb");
        }
        let arguments = serde_json::from_value(arguments).expect("arguments that fit");
        with_root(self.0.path(), || super::notebook_edit(arguments, &Call::for_tests(64_000)))
    }

    fn done(&self, arguments: Value) -> String {
        self.call(arguments.clone()).unwrap_or_else(|error| panic!("{arguments}: {error}")).shown()
    }

    fn refused(&self, arguments: Value) -> (&'static str, String) {
        let before = self.text();
        let error = self.call(arguments).expect_err("a refusal");
        assert_eq!(self.text(), before);
        (error.kind(), error.message().to_owned())
    }

    fn text(&self) -> Vec<u8> {
        fs::read(self.0.path().join("n.ipynb")).expect("the notebook")
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.text()).expect("JSON")
    }
}

/// How Jupyter writes it.
fn cells(chat: &Chat) -> Vec<Value> {
    chat.json()["cells"].as_array().expect("a list").clone()
}

#[test]
fn examples_give_what_they_say() {
    for example in super::examples::examples() {
        let chat = Chat::of(&example.files()[0].1);
        let mut arguments = example.arguments().clone();
        arguments["path"] = json!("n.ipynb");
        let expected = example.expected().expect("an expectation").replace("sales.ipynb", "n.ipynb");
        assert_eq!(chat.done(arguments), expected, "{}", example.title());
    }
}

#[test]
fn what_is_not_changed_keeps_every_byte() {
    let chat = Chat::of(EXECUTED);
    chat.done(json!({"op": "replace", "cell_id": "boom", "source": "x = 1e-05\n1/0", "cell_type": "code"}));
    assert_eq!(chat.text(), EXECUTED.as_bytes(), "the same source is no change");
    chat.done(json!({"op": "insert", "index": 1, "source": "new"}));
    chat.done(json!({"op": "delete", "index": 1}));
    chat.done(json!({"op": "insert", "source": "ä\nnew\n"}));
    assert_eq!(cells(&chat)[4]["source"], json!(["ä\n", "new\n"]));
    chat.done(json!({"op": "delete", "index": 4}));
    assert_eq!(chat.text(), EXECUTED.as_bytes());
    // Numbers that a reader of JSON would write otherwise are in the metadata of this cell.
    let replaced = json!({"op": "replace", "cell_id": "half", "source": "import matplotlib\nprint('hi')\n1/4", "keep_outputs": true});
    chat.done(replaced);
    assert_eq!(chat.text(), EXECUTED.replace("\"1/2\"", "\"1/4\"").as_bytes());
}

#[test]
fn a_new_source_takes_the_outputs_with_it() {
    let chat = Chat::of(EXECUTED);
    let answer = chat.done(json!({"op": "replace", "cell_id": "half", "source": "2"}));
    assert_eq!(answer, "replaced code cell 1 (id half) of n.ipynb: 3 -> 1 line, outputs removed\n");
    let cell = &cells(&chat)[1];
    assert_eq!(
        (&cell["outputs"], &cell["execution_count"], &cell["source"]),
        (&json!([]), &Value::Null, &json!(["2"]))
    );
    assert_eq!(cell["metadata"]["custom"]["z"], json!(1.0));
}

#[test]
fn a_cell_of_another_type_has_what_the_format_wants() {
    let chat = Chat::of(EXECUTED);
    chat.done(json!({"op": "replace", "cell_id": "half", "cell_type": "markdown"}));
    let names = |index: usize| cells(&chat)[index].as_object().expect("a cell").keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(1), ["cell_type", "id", "metadata", "source"]);
    chat.done(json!({"op": "replace", "index": 1, "cell_type": "code", "keep_outputs": true}));
    assert_eq!(names(1), ["cell_type", "execution_count", "id", "metadata", "outputs", "source"]);
    let attached =
        EXECUTED.replacen("\"cell_type\": \"markdown\"", "\"attachments\": {}, \"cell_type\": \"markdown\"", 1);
    let chat = Chat::of(attached);
    assert!(chat.done(json!({"op": "replace", "index": 0, "source": "still"})).ends_with("2 -> 1 line\n"));
    assert_eq!(cells(&chat)[0]["attachments"], json!({}));
    assert!(chat.done(json!({"op": "replace", "index": 0, "cell_type": "code"})).contains("attachments removed"));
    assert_eq!(cells(&chat)[0].get("attachments"), None);
}

#[test]
fn cells_have_ids_from_format_4_5_on() {
    let chat = Chat::of(EXECUTED);
    chat.done(json!({"op": "insert", "cell_id": "title", "source": "same"}));
    chat.done(json!({"op": "insert", "cell_id": "title", "source": "same"}));
    let (one, other) = (cells(&chat)[1]["id"].clone(), cells(&chat)[2]["id"].clone());
    assert_ne!(one, other);
    assert_eq!(one.as_str().map(str::len), Some(8));
    let old = Chat::of(COMPACT);
    old.done(json!({"op": "insert", "index": 0, "source": "ä\nb"}));
    let whole = r#"{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":"\u00e4\nb"},"#;
    assert_eq!(String::from_utf8(old.text()).expect("text"), COMPACT.replacen('[', &format!("[{whole}"), 1));
    let (kind, message) = old.refused(json!({"op": "delete", "cell_id": "half"}));
    assert_eq!((kind, message.contains("use index")), ("not_found", true), "{message}");
}

#[test]
fn the_last_cell_can_go_and_come_back() {
    let chat = Chat::of(COMPACT);
    for _ in 0..4 {
        chat.done(json!({"op": "delete", "index": 0}));
    }
    assert_eq!(chat.json()["cells"], json!([]));
    assert!(chat.done(json!({"op": "list"})).starts_with("[nbformat 4.4, python, 0 cells]"));
    assert_eq!(chat.refused(json!({"op": "delete", "index": 0})).0, "not_found");
    chat.done(json!({"op": "insert", "source": "x"}));
    chat.done(json!({"op": "insert", "cell_type": "raw", "source": "y"}));
    assert_eq!(cells(&chat).len(), 2);
}

#[test]
fn a_cell_is_shown_with_its_outputs() {
    let chat = Chat::of(EXECUTED);
    let list = chat.done(json!({"op": "list"}));
    assert!(
        list.contains("[1] code, id half, In [1], outputs: stdout 1 line, text/plain\n    import matplotlib\n"),
        "{list}"
    );
    assert!(list.contains("error ZeroDivisionError: division by zero"), "{list}");
    let one = chat.done(json!({"op": "list", "cell_id": "boom"}));
    assert!(one.contains("----> 2 1/0") && !one.contains('\u{1b}'), "{one}");
    let page = chat.done(json!({"op": "list", "cell_id": "boom", "offset": 1, "limit": 2}));
    assert!(page.contains("\n1/0\n--- output: error") && page.ends_with("continue with offset=3]\n"), "{page}");
    let second = chat.done(json!({"op": "list", "offset": 3}));
    assert!(second.starts_with("[3] raw") && second.contains("cells 4-4 of 4"), "{second}");
    assert_eq!(chat.refused(json!({"op": "list", "offset": 4})).0, "invalid_arguments");
    assert_eq!(chat.refused(json!({"op": "list", "index": 3, "offset": 9})).0, "invalid_arguments");
}

#[test]
fn long_sources_are_shown_in_pages() {
    let chat = Chat::of(COMPACT);
    let source: String = (0..9_000).map(|line| format!("line {line}\n")).collect();
    chat.done(json!({"op": "insert", "index": 0, "source": source}));
    assert!(chat.done(json!({"op": "list"})).contains("… 8988 more lines; index=0 shows all"));
    let mut shown = String::new();
    let mut offset = Some(0);
    while let Some(from) = offset {
        let page = chat.done(json!({"op": "list", "index": 0, "offset": from}));
        assert!(page.len() <= 64_000);
        let (_, rest) = page.split_once('\n').expect("a heading");
        let body = rest.split("[lines ").next().expect("a body");
        shown.push_str(body);
        offset = page
            .rsplit_once("offset=")
            .map(|(_, number)| number.trim_end_matches("]\n").parse::<u64>().expect("a number"));
    }
    assert_eq!(shown, source);
}

#[test]
fn a_new_notebook_is_one() {
    let chat = Chat::of("");
    let created = json!({"op": "create", "path": "new/a.ipynb", "cell_type": "markdown", "source": "# Hi"});
    assert!(
        chat.done(created.clone())
            .starts_with("created new/a.ipynb, a Python 3 notebook; its first cell is markdown, id ")
    );
    assert_eq!(chat.refused(created).0, "conflict");
    assert!(chat.done(json!({"op": "list", "path": "new/a.ipynb"})).contains("# Hi\n[nbformat 4.5, python, 1 cell]"));
    chat.done(json!({"op": "create", "path": "b.ipynb"}));
    chat.done(json!({"op": "insert", "path": "b.ipynb", "source": "1"}));
    assert_eq!(chat.refused(json!({"op": "create", "path": "new"})).0, "invalid_arguments");
}

#[test]
fn line_breaks_and_the_mark_of_the_file_stay() {
    let text = format!("\u{feff}{}", EXECUTED.replace('\n', "\r\n"));
    let chat = Chat::of(&text);
    chat.done(json!({"op": "insert", "index": 0, "source": "x"}));
    let new = String::from_utf8(chat.text()).expect("text");
    assert!(new.starts_with("\u{feff}{\r\n \"cells\": [\r\n  {\r\n   \"cell_type\": \"code\",\r\n"));
    assert!(!new.replace("\r\n", "").contains('\n'));
    chat.done(json!({"op": "delete", "index": 0}));
    assert_eq!(chat.text(), text.as_bytes());
}

#[test]
fn what_is_no_notebook_is_said() {
    for (text, word) in [
        ("", "empty"),
        ("{", "EOF"),
        ("[1]", "expected an object"),
        ("{}", "no number nbformat"),
        ("{\"nbformat\": 3, \"worksheets\": []}", "old format 3"),
        ("{\"nbformat\": 5, \"cells\": []}", "format 5"),
        ("{\"nbformat\": 4}", "no list cells"),
        ("{\"nbformat\": 4, \"cells\": {}}", "in cells"),
        ("{\"nbformat\": 4, \"cells\": [], \"cells\": []}", "twice"),
        ("{\"nbformat\": 4, \"cells\": [7]}", "cell 0"),
        ("{\"nbformat\": 4, \"cells\": [{\"source\": \"\"}]}", "no text cell_type"),
        ("PK\u{3}\u{4}", "no notebook"),
    ] {
        let (_, message) = Chat::of(text).refused(json!({"op": "list"}));
        assert!(message.contains(word) && message.contains("n.ipynb"), "{text}: {message}");
    }
    let (_, message) = Chat::of([b'{', 0xff]).refused(json!({"op": "list"}));
    assert!(message.contains("byte 1 is not UTF-8"), "{message}");
    let chat = Chat::of("{}");
    assert_eq!(chat.refused(json!({"op": "list", "path": "m.ipynb"})).0, "not_found");
    assert_eq!(chat.refused(json!({"op": "list", "path": "."})).0, "invalid_arguments");
}

#[test]
fn a_broken_source_is_shown_as_broken_and_can_be_replaced() {
    let chat =
        Chat::of(r#"{"nbformat": 4, "cells": [{"cell_type": "code", "source": "\ud800"}, {"cell_type": "x\ny"}]}"#);
    let list = chat.done(json!({"op": "list"}));
    assert!(list.contains("neither a text") && list.contains("[1] x\\ny\n    (the cell has no source)"), "{list}");
    chat.done(json!({"op": "replace", "index": 0, "source": "1"}));
    chat.done(json!({"op": "replace", "index": 1, "source": "2", "cell_type": "code"}));
    assert_eq!((&cells(&chat)[0]["source"], &cells(&chat)[1]["source"]), (&json!("1"), &json!(["2"])));
}

#[test]
fn parameters_that_do_not_go_together_are_refused_at_once() {
    let chat = Chat::of(EXECUTED);
    for (arguments, words) in [
        (json!({"op": "insert"}), "needs source"),
        (json!({"op": "insert", "source": "", "index": 0, "cell_id": "half"}), "not both"),
        (json!({"op": "replace", "index": 0}), "needs source"),
        (json!({"op": "delete"}), "needs index or cell_id"),
        (json!({"op": "delete", "index": 0, "source": ""}), "does not take source"),
        (json!({"op": "delete", "index": 1, "cell_id": "boom"}), "cell_id names cell 2"),
        (json!({"op": "delete", "index": 4}), "from 0 to 3"),
        (json!({"op": "insert", "index": 5, "source": ""}), "0 to 4"),
        (json!({"op": "delete", "cell_id": "nope"}), "title, half, boom, raw-1"),
        (json!({"op": "list", "keep_outputs": true}), "does not take keep_outputs"),
    ] {
        let (_, message) = chat.refused(arguments.clone());
        assert!(message.contains(words), "{arguments}: {message}");
    }
    let twice = Chat::of(EXECUTED.replace("\"boom\"", "\"half\""));
    assert!(twice.refused(json!({"op": "delete", "cell_id": "half"})).1.contains("1 and 2"));
}

#[test]
fn depth_and_number_are_no_trap() {
    let deep =
        format!("{{\"nbformat\": 4, \"metadata\": {}{}, \"cells\": []}}", "[".repeat(200_000), "]".repeat(200_000));
    let chat = Chat::of(&deep);
    chat.done(json!({"op": "insert", "source": "x"}));
    assert_eq!(chat.text().len(), deep.len() + "{\"cell_type\": \"code\", \"execution_count\": null, \"metadata\": {}, \"outputs\": [], \"source\": [\"x\"]}".len());
    let many = format!("{{\"nbformat\": 4, \"cells\": [{}0]}}", "0,".repeat(300_000));
    assert!(Chat::of(many).refused(json!({"op": "list"})).1.contains("more than 20000"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arbitrary_bytes_are_refused(bytes in any::<Vec<u8>>()) {
        let _ = Chat::of(bytes).call(json!({"op": "list"}));
    }

    #[test]
    fn a_notebook_cut_or_changed_anywhere_is_read_or_refused(place in 0..EXECUTED.len(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = EXECUTED.as_bytes().to_vec();
        if cut { bytes.truncate(place) } else { bytes[place] = byte }
        let chat = Chat::of(bytes);
        let _ = chat.call(json!({"op": "list"}));
        let _ = chat.call(json!({"op": "list", "index": 2}));
        let _ = chat.call(json!({"op": "replace", "index": 1, "source": "x", "cell_type": "markdown"}));
        let _ = chat.call(json!({"op": "delete", "index": 0}));
    }

    #[test]
    fn any_source_comes_back(source in any::<String>(), index in 0..5_u32, compact in any::<bool>()) {
        let chat = Chat::of(if compact { COMPACT } else { EXECUTED });
        chat.done(json!({"op": "insert", "index": index, "source": source}));
        let written = match &cells(&chat)[index as usize]["source"] {
            Value::String(text) => text.clone(),
            Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
            other => panic!("{other}"),
        };
        prop_assert_eq!(written, source);
    }
}
