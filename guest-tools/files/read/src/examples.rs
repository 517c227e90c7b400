//! Calls that show how the tool is used.

use toolhost_sdk::prelude::*;

pub(crate) fn examples() -> Vec<Example> {
    vec![
        Example::new("Read a file", json!({"path": "notes.txt"}))
            .file("notes.txt", "milk\nbread\n")
            .expect("1\tmilk\n2\tbread\n"),
        Example::new("Read some lines of a long file", json!({"path": "log.txt", "offset": 1, "limit": 2}))
            .file("log.txt", "start\nload\nrun\nstop\n")
            .expect("2\tload\n3\trun\n[lines 2-3 of 4; continue with offset=3]\n"),
        Example::new("Search in a file", json!({"path": "log.txt", "search": "run", "ctx": 1}))
            .file("log.txt", "start\nload\nrun\nstop\n")
            .expect("2-load\n3:run\n4-stop\n[1 matching line]\n"),
        Example::new(
            "Search with a regular expression",
            json!({"path": "a.csv", "search": "^[ab],", "regex": true, "ctx": 0}),
        )
        .file("a.csv", "key,value\na,1\nb,2\nc,3\n")
        .expect("2:a,1\n3:b,2\n[2 matching lines]\n"),
    ]
}
