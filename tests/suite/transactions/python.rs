//! The same script in the interpreter's chat and under this machine's own Python: file behaviour is file behaviour.

use std::process::Command;

use serde_json::json;
use toolhost_tests::json_of;

use crate::TOOLS;

const SCRIPT: &str = include_str!("conformance.py");

#[test]
fn files_behave_as_under_a_python_of_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("conformance.py");
    std::fs::write(&script, SCRIPT).unwrap();
    let work = folder.path().join("work");
    std::fs::create_dir(&work).unwrap();
    let native = Command::new("python3").arg(&script).arg(&work).output().expect("python3 is installed");
    assert!(native.status.success(), "{}", String::from_utf8_lossy(&native.stderr));
    let expected = String::from_utf8(native.stdout).unwrap();

    let chat = TOOLS.chat();
    let code = SCRIPT.replace("sys.argv[1]", "'/chat'");
    let outcome = chat.call("code_interpreter", json!({ "code": code }));
    assert!(!outcome.is_error(), "{outcome:?}");
    let printed = json_of(&outcome).unwrap()["stdout"].as_str().unwrap().to_owned();
    assert_eq!(printed, expected);
    assert!(printed.lines().count() > 60, "the script was cut short");
}
