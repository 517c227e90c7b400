//! Model answers in, messages out: a folder per case in `cases/`.
//!
//! `answer.json` is what the model said, `files/` (if there) what the chat holds before, `expected.json` the messages to
//! append, or `{"error": …}` if the answer cannot be taken. `BLESS=1` writes `expected.json` anew.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use toolhost::protocol;
use toolhost_tests::{repository, snapshot};

use crate::{TOOLS, bless};

fn answer(case: &Path) -> Value {
    let chat = TOOLS.chat();
    for (path, content) in snapshot(&case.join("files")) {
        if !path.to_string_lossy().ends_with('/') {
            chat.put(&path.to_string_lossy(), content);
        }
    }
    let text = fs::read_to_string(case.join("answer.json")).unwrap();
    match protocol::decode(&text) {
        Err(error) => json!({"error": error.to_string()}),
        Ok(step) => {
            let outcomes = chat.run(step.calls.clone());
            assert_eq!(outcomes.len(), step.calls.len(), "{}", case.display());
            protocol::encode(&step, &outcomes)
        }
    }
}

#[test]
fn every_case_is_answered_as_expected() {
    let cases = repository().join("tests/suite/protocol/cases");
    let mut folders: Vec<_> =
        fs::read_dir(&cases).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    assert!(folders.len() >= 3, "there are no cases in {}", cases.display());
    let mut wrong = Vec::new();
    for case in folders {
        let answered = answer(&case);
        let expected = case.join("expected.json");
        if bless() {
            fs::write(&expected, format!("{}\n", serde_json::to_string_pretty(&answered).unwrap())).unwrap();
            continue;
        }
        let text = fs::read_to_string(&expected).unwrap_or_default();
        if serde_json::from_str::<Value>(&text).ok().as_ref() != Some(&answered) {
            wrong.push(format!("{}:\n{}", case.display(), serde_json::to_string_pretty(&answered).unwrap()));
        }
    }
    assert!(wrong.is_empty(), "not as in expected.json (BLESS=1 rewrites it):\n{}", wrong.join("\n\n"));
}
