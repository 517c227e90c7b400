//! Calls that show how the tool is used.

use toolhost_sdk::prelude::*;

pub(crate) fn examples() -> Vec<Example> {
    let with_files = |title: &str, arguments| {
        Example::new(title, arguments)
            .file("data/2024.csv", "a,b\n1,2\n")
            .file("data/2025.csv", "a,b\n")
            .file("notes.txt", "milk\n")
    };
    vec![
        with_files("List everything at the top", json!({})).expect("data/\t2 entries\nnotes.txt\t5 B\n"),
        with_files("List two levels", json!({"depth": 2}))
            .expect("data/\t2 entries\ndata/2024.csv\t8 B\ndata/2025.csv\t4 B\nnotes.txt\t5 B\n"),
        with_files("List the tables of a folder", json!({"path": "data", "pattern": "*.csv", "limit": 1}))
            .expect("data/2024.csv\t8 B\n[entries 1-1 of 2; continue with offset=1]\n"),
    ]
}
