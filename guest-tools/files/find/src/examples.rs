//! Calls that show how the tool is used.

use toolhost_sdk::prelude::*;

pub(crate) fn examples() -> Vec<Example> {
    let with_files = |title: &str, arguments| {
        Example::new(title, arguments)
            .file("src/main.rs", "fn main() {}\n")
            .file("src/net/http.rs", "// http\n")
            .file("README.md", "# Read me\n")
    };
    vec![
        with_files("Find all Rust files", json!({"name": "*.rs"})).expect("src/main.rs\t13 B\nsrc/net/http.rs\t8 B\n"),
        with_files("Find by path", json!({"name": "src/**/h*"})).expect("src/net/http.rs\t8 B\n"),
        with_files("Find files from a size on", json!({"name": "*", "type": "file", "min_size": 11}))
            .expect("src/main.rs\t13 B\n"),
        with_files("Case matters", json!({"name": "readme*"}))
            .expect("[nothing of 5 entries matches `readme*`; with ignore_case=true there is README.md]\n"),
    ]
}
