//! Calls that show how the tool is used.

use toolhost_sdk::prelude::*;

pub(crate) fn examples() -> Vec<Example> {
    vec![
        Example::new(
            "Replace a line",
            json!({"ops": [
                {"op": "replace", "path": "conf.ini", "old_str": "port = 80\n", "new_str": "port = 8080\n"}
            ]}),
        )
        .file("conf.ini", "host = a\nport = 80\n")
        .expect("1 replace conf.ini: line 2\n"),
        Example::new(
            "Preview an insertion",
            json!({"preview": true, "ops": [
                {"op": "insert_lines", "path": "list.txt", "line": 1, "content": "bread"}
            ]}),
        )
        .file("list.txt", "milk\neggs\n")
        .expect(
            "1 insert_lines list.txt: line 2\n--- a/list.txt\n+++ b/list.txt\n@@ -1,2 +1,3 @@\n milk\n+bread\n eggs\n",
        ),
        Example::new(
            "Change several files",
            json!({"ops": [
                {"op": "create", "path": "docs/new.md", "content": "# New\n"},
                {"op": "rename", "path": "old.md", "to": "docs/old.md"},
                {"op": "delete", "path": "draft.md"}
            ]}),
        )
        .file("old.md", "# Old\n")
        .file("draft.md", "?\n")
        .expect("1 create docs/new.md: 1 line, 6 B\n2 rename old.md to docs/old.md\n3 delete draft.md\n"),
    ]
}
