//! What the attribute refuses, and what it writes.

use super::*;

const WHOLE: &str = "title = \"T\", category = files, tier = low, access = read, danger = safe, class = small, \
    idempotent, concurrency_safe = false, files = none, keywords = [\"k\"], use_cases = [\"u\"]";
const FUNCTION: &str = "/// Does something.\nfn act(arguments: Arguments, call: &Call) -> ToolResult { todo() }";

fn expanded(attribute: &str, function: &str) -> std::result::Result<String, String> {
    let attribute = syn::parse_str(attribute).map_err(|error| error.to_string())?;
    let function = syn::parse_str(function).map_err(|error| error.to_string())?;
    expand(attribute, &function).map(|tokens| tokens.to_string()).map_err(|error| error.to_string())
}

fn refused(attribute: &str, function: &str) -> String {
    expanded(attribute, function).expect_err("must be refused")
}

#[test]
fn whatever_is_missing_is_named_with_an_example() {
    for (key, example) in [
        ("title", "title = \""),
        ("category", "category = files"),
        ("tier", "tier = low"),
        ("access", "access = read"),
        ("danger", "danger = safe"),
        ("class", "class = small"),
        ("idempotent", "idempotent = false"),
        ("concurrency_safe", "concurrency_safe = false"),
        ("files", "files = none"),
        ("keywords", "keywords = ["),
        ("use_cases", "use_cases = ["),
    ] {
        let others: Vec<&str> =
            WHOLE.split(", ").map(str::trim).filter(|entry| !entry.trim_start().starts_with(key)).collect();
        let error = refused(&others.join(", "), FUNCTION);
        assert!(error.contains(&format!("`tool` misses `{key}`")) && error.contains(example), "{key}: {error}");
    }
}

#[test]
fn what_is_written_wrongly_is_explained() {
    let with = |more: &str| format!("{WHOLE}, {more}");
    assert!(refused(&with("colour = 1"), FUNCTION).contains("`colour` is not a key"));
    assert!(refused(&with("title = \"again\""), FUNCTION).contains("stands twice"));
    assert!(refused(&with("aliases = \"one\""), FUNCTION).contains("takes a list"));
    assert!(refused(&with("hints = [(\"*\",)]"), FUNCTION).contains("tuple of 2"));
    assert!(refused(&with("narrower = [(parameter = \"op\",)]"), FUNCTION).contains("misses `values"));
    assert!(refused(&with("cache_seconds"), FUNCTION).contains("takes a value"));
    assert!(refused(WHOLE, "fn act(arguments: Arguments) {}").contains("needs documentation"));
    assert!(refused(WHOLE, "/// Acts.\nfn act() {}").contains("takes its arguments"));
    assert!(refused(WHOLE, "/// Acts.\nfn act(a: A, b: &Call, c: u8) {}").contains("nothing else"));
}

#[test]
fn documentation_keeps_its_paragraphs() {
    let function = "/// One line\n/// and the next.\n///\n/// - an item\n/// - another\nfn act(arguments: A) {}";
    let function = syn::parse_str(function).expect("a function");
    let text = documentation(&function).expect("documentation");
    assert_eq!(text, "One line and the next.\n\n- an item\n- another");
}

#[test]
fn words_become_cases_and_flags() {
    let attribute = format!("{}, services = [chat_state, clock]", WHOLE.replace("files = none", "files = read_write"));
    let tokens = expanded(&attribute, FUNCTION).expect("a tool");
    for expected in ["FileAccess :: ReadWrite", "ServiceNeeds :: CHAT_STATE", "concurrency_safe : false", "\"act\""] {
        assert!(tokens.contains(expected), "{expected}: {tokens}");
    }
}
