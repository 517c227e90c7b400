//! Calls that show how the tool is used.

use toolhost_sdk::prelude::*;

pub(crate) fn examples() -> Vec<Example> {
    let with_files = |title: &str, arguments| {
        Example::new(title, arguments)
            .file("src/main.py", "import io\n# TODO: close\nopen('x')\n")
            .file("src/test.py", "# todo\n")
            .file("notes.txt", "TODO buy milk\n")
    };
    vec![
        with_files("Find a word in all files", json!({"pattern": "TODO"}))
            .expect("notes.txt:1:TODO buy milk\nsrc/main.py:2:# TODO: close\n[2 matching lines in 2 of 3 files]\n"),
        with_files("Only in Python files, with lines around", json!({"pattern": "todo:", "glob": "*.py", "ctx": 1, "ignore_case": true}))
            .expect("src/main.py-1-import io\nsrc/main.py:2:# TODO: close\nsrc/main.py-3-open('x')\n[1 matching line in 1 of 2 files]\n"),
        with_files("Search for plain text", json!({"pattern": "open('", "regex": false}))
            .expect("src/main.py:3:open('x')\n[1 matching line in 1 of 3 files]\n"),
        with_files("Nothing found", json!({"pattern": "FIXME", "path": "src"}))
            .expect("[no line matches in 2 files]\n"),
    ]
}
