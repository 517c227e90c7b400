use std::path::Path;

use proptest::prelude::*;
use rusqlite::Connection;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

fn call(root: &Path, mut arguments: Value) -> ToolResult {
    if arguments.get("action").is_none() {
        arguments["action"] = json!("query");
    }
    let arguments = serde_json::from_value(arguments).unwrap();
    with_root(root, || crate::db(arguments, &Call::for_tests(64_000)))
}

fn answer(root: &Path, arguments: Value) -> Value {
    let answer = call(root, arguments).unwrap_or_else(|error| panic!("{error}"));
    serde_json::from_str(&answer.shown()).unwrap()
}

fn refused(root: &Path, arguments: Value) -> String {
    let error = call(root, arguments).expect_err("must be refused");
    format!("{}: {}", error.kind(), error.message())
}

/// A folder with a data base `a.db`.
fn shop() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(folder.path().join("a.db")).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, price REAL);
             CREATE INDEX by_price ON items(price);
             CREATE VIEW dear AS SELECT name AS what, price FROM items WHERE price > 2;
             CREATE TABLE log(message TEXT);
             CREATE TRIGGER logged AFTER DELETE ON items BEGIN INSERT INTO log VALUES ('gone ' || old.name); END;
             INSERT INTO items(name, price) VALUES ('tea', 2.5), ('salt', 0.5), ('oil', 7.0), ('air', NULL);",
        )
        .unwrap();
    folder
}

fn query(root: &Path, sql: &str) -> Value {
    answer(root, json!({"path": "a.db", "sql": sql}))["rows"].clone()
}

#[test]
fn rows_are_read_with_parameters_and_pages() {
    let shop = shop();
    let root = shop.path();
    assert_eq!(
        query(root, "SELECT name FROM items ORDER BY price DESC NULLS LAST"),
        json!([["oil"], ["tea"], ["salt"], ["air"]])
    );
    let page =
        answer(root, json!({"path": "a.db", "sql": "SELECT id FROM items ORDER BY id", "limit": 2, "offset": 1}));
    assert_eq!(page, json!({"columns": ["id"], "rows": [[2], [3]], "row_count": 2, "next_offset": 3}));
    let last = answer(root, json!({"path": "a.db", "sql": "SELECT id FROM items", "limit": 2, "offset": 2}));
    assert_eq!((&last["row_count"], last.get("next_offset")), (&json!(2), None));
    let named = json!({"path": "a.db", "sql": "SELECT name FROM items WHERE price > :low AND name <> $not", "params": {"low": 1, "not": "oil"}});
    assert_eq!(answer(root, named)["rows"], json!([["tea"]]));
    let list = json!({"path": "a.db", "sql": "SELECT ?, ?, ?, ?, ?", "params": [1, 2.5, "'; DROP TABLE items; --", null, true]});
    assert_eq!(answer(root, list)["rows"], json!([[1, 2.5, "'; DROP TABLE items; --", null, 1]]));
    for (params, word) in [
        (json!([1]), "has 2 parameters, and params has 1 value"),
        (json!([1, [2]]), "json_each"),
        (json!([1, u64::MAX]), "beyond SQLite's integers"),
        (json!({"a": 1}), "has no name"),
    ] {
        let message = refused(root, json!({"path": "a.db", "sql": "SELECT ?, ?", "params": params}));
        assert!(message.contains(word), "{message}");
    }
    let message = refused(root, json!({"path": "a.db", "sql": "SELECT :a", "params": {"a": 1, "b": 2}}));
    assert!(message.contains("no parameter :b"), "{message}");
}

#[test]
fn values_keep_their_kind() {
    let shop = shop();
    let rows = query(
        shop.path(),
        "SELECT 9223372036854775807, 1e400, -1e400, x'00ff', zeroblob(100), 'a' || char(0) || 'b', 1.0, NULL",
    );
    assert_eq!(rows[0][0].to_string(), "9223372036854775807");
    assert_eq!(rows[0][1], "Infinity");
    assert_eq!(rows[0][3], "x'00ff'");
    assert!(rows[0][4].as_str().unwrap().ends_with("…' (100 B)"));
    assert_eq!(rows[0][5], "a\0b");
    let long = answer(shop.path(), json!({"path": "a.db", "sql": "SELECT printf('%.*c', 20000, 'x')"}));
    assert!(long["notes"].to_string().contains("1 long value is cut"), "{long}");
}

#[test]
fn a_query_changes_nothing_whatever_it_says() {
    let shop = shop();
    let root = shop.path();
    let before = std::fs::read(root.join("a.db")).unwrap();
    for sql in [
        "DELETE FROM items",
        "INSERT INTO items(name) VALUES ('x')",
        "UPDATE items SET price = 1",
        "UPDATE items SET price = 1 RETURNING id",
        "WITH x AS (SELECT 1) INSERT INTO log SELECT * FROM x",
        "REPLACE INTO items(id, name) VALUES (1, 'x')",
        "DROP TABLE items",
        "CREATE TABLE y(a)",
        "CREATE TEMP TABLE y(a)",
        "CREATE TABLE x_node(a)",
        "INSERT INTO sqlite_schema VALUES (1, 2, 3, 4, 5)",
        "ALTER TABLE items ADD COLUMN z",
        "ATTACH 'b.db' AS b",
        "ATTACH ':memory:' AS b",
        "DETACH main",
        "VACUUM",
        "VACUUM INTO 'b.db'",
        "PRAGMA journal_mode = WAL",
        "PRAGMA user_version = 7",
        "PRAGMA writable_schema = ON",
        "SELECT * FROM pragma_journal_mode",
        "SELECT load_extension('x')",
        "BEGIN",
        "SAVEPOINT a",
        "REINDEX",
        "ANALYZE",
        "EXPLAIN DELETE FROM items",
        "SELECT 1; SELECT 2",
        "SELECT 1; DELETE FROM items",
        "SELECT 1; nonsense",
        "/* nothing */",
        "",
        "SELECT writefile('x', 'y')",
        "SELECT readfile('/etc/passwd')",
    ] {
        let message = refused(root, json!({"path": "a.db", "sql": sql}));
        assert!(message.starts_with("invalid_arguments: "), "{sql}: {message}");
    }
    assert_eq!(std::fs::read(root.join("a.db")).unwrap(), before);
    assert_eq!(std::fs::read_dir(root).unwrap().count(), 1);
    let message = refused(root, json!({"path": "a.db", "sql": "DELETE FROM items"}));
    assert_eq!(
        message,
        "invalid_arguments: the statement writes the table \"items\", and action=query only reads; to change the data base use \
         action=exec with allow_write=true"
    );
    // What only looks is not mistaken for what writes.
    assert_eq!(
        query(root, "SELECT 'DELETE FROM items', \"name\" FROM items ORDER BY id LIMIT 1"),
        json!([["DELETE FROM items", "tea"]])
    );
    assert_eq!(query(root, "PRAGMA table_info(log)"), json!([[0, "message", "TEXT", 0, null, 0]]));
    assert_eq!(query(root, "SELECT 1; -- that is all\n ;"), json!([[1]]));
}

#[test]
fn a_statement_that_may_write_says_what_it_changed() {
    let shop = shop();
    let root = shop.path();
    let exec = |sql: &str| json!({"path": "a.db", "action": "exec", "allow_write": true, "sql": sql});
    assert!(
        refused(root, json!({"path": "a.db", "action": "exec", "sql": "DELETE FROM log"})).contains("allow_write=true")
    );
    assert_eq!(
        answer(root, exec("INSERT INTO items(name, price) VALUES ('rye', 1), ('fig', 2)")),
        json!({"changes": 2, "last_insert_rowid": 6})
    );
    // A trigger's changes count too.
    assert_eq!(answer(root, exec("DELETE FROM items WHERE id = 6"))["changes"], 2);
    assert_eq!(
        answer(root, exec("UPDATE items SET price = price * 2 WHERE price < 2 RETURNING name, price"))["rows"],
        json!([["salt", 1.0], ["rye", 2.0]])
    );
    let mut few = exec("UPDATE items SET price = 0 RETURNING id");
    few["limit"] = json!(1);
    let few = answer(root, few);
    assert_eq!((&few["changes"], &few["rows"]), (&json!(5), &json!([[1]])));
    assert!(few["notes"].to_string().contains("returned 5 rows, of which 1 are shown"), "{few}");
    assert_eq!(query(root, "SELECT count(*) FROM items WHERE price = 0"), json!([[5]]));
    let message = refused(root, exec("INSERT INTO items(name) VALUES ('a1'), ('tea')"));
    assert_eq!(message, "conflict: UNIQUE constraint failed: items.name; nothing was changed");
    assert_eq!(query(root, "SELECT count(*) FROM items"), json!([[5]]));
    for sql in [
        "ATTACH 'b.db' AS b",
        "VACUUM INTO 'b.db'",
        "PRAGMA journal_mode = OFF",
        "BEGIN",
        "COMMIT",
        "DELETE FROM log; DELETE FROM items",
    ] {
        assert!(refused(root, exec(sql)).starts_with("invalid_arguments"), "{sql}");
    }
    assert_eq!(std::fs::read_dir(root).unwrap().count(), 1, "nothing is left beside the file");
}

#[test]
fn a_new_file_is_made_only_for_a_statement_that_works() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let exec = |sql: &str| json!({"path": "new/b c?#%.db", "action": "exec", "allow_write": true, "sql": sql});
    refused(root, exec("CREATE TABLE"));
    assert!(!root.join("new/b c?#%.db").exists());
    answer(root, exec("CREATE TABLE t(a INT)"));
    answer(root, exec("INSERT INTO t VALUES (1)"));
    let read = json!({"path": "new/b c?#%.db", "sql": "SELECT a FROM t"});
    assert_eq!(answer(root, read)["rows"], json!([[1]]));
}

#[test]
fn tables_and_schema_say_what_there_is() {
    let shop = shop();
    let tables = answer(shop.path(), json!({"path": "a.db", "action": "tables"}));
    assert_eq!(
        tables["tables"],
        json!([
            {"name": "dear", "type": "view", "columns": ["what TEXT", "price REAL"]},
            {"name": "items", "type": "table", "columns": ["id INTEGER PRIMARY KEY", "name TEXT", "price REAL"], "rows": 4},
            {"name": "log", "type": "table", "columns": ["message TEXT"], "rows": 0}
        ])
    );
    let schema = |arguments: Value| call(shop.path(), arguments).unwrap().shown();
    let all = schema(json!({"path": "a.db", "action": "schema"}));
    let starts: Vec<&str> =
        all.lines().map(|line| line.split('(').next().unwrap()).map(|line| line.get(..20).unwrap_or(line)).collect();
    assert_eq!(
        starts,
        [
            "CREATE TABLE items",
            "CREATE INDEX by_pric",
            "CREATE TRIGGER logge",
            "CREATE VIEW dear AS ",
            "-- columns: what, pri",
            "CREATE TABLE log"
        ]
        .map(|s| s.get(..20).unwrap_or(s))
    );
    assert_eq!(
        schema(json!({"path": "a.db", "action": "schema", "table": "LOG"})),
        "CREATE TABLE log(message TEXT);\n"
    );
    let page = schema(json!({"path": "a.db", "action": "schema", "limit": 1}));
    assert!(page.ends_with("[objects 1-1 of 5; continue with offset=1]\n"), "{page}");
    assert!(
        refused(shop.path(), json!({"path": "a.db", "action": "schema", "table": "x"}))
            .contains("there is dear, items, log")
    );
}

#[test]
fn errors_name_what_was_probably_meant() {
    let shop = shop();
    let wrong = |sql: &str| refused(shop.path(), json!({"path": "a.db", "sql": sql}));
    assert!(
        wrong("SELECT * FROM item").contains("no such table: item. Did you mean \"items\"?"),
        "{}",
        wrong("SELECT * FROM item")
    );
    assert!(wrong("SELECT * FROM zzz").contains("There is dear, items, log"));
    assert!(wrong("SELECT pric FROM items").contains("Did you mean \"price\"?"));
    assert!(wrong("SELECT * FROM items WHERE name = \"tea leaves\"").contains("single quotes"));
    assert!(wrong("SELEC 1").contains("near \"SELEC\": syntax error"));
}

#[test]
fn what_is_no_data_base_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for (name, bytes, word) in [
        ("t.db", &b"a,b\n1,2\n"[..], "csv_query"),
        ("z.db", b"PK\x03\x04\x14\0", "sheet_read"),
        ("e.db", &[7, 0, 255, 3, 90, 1], "encrypted"),
    ] {
        std::fs::write(root.join(name), bytes).unwrap();
        let message = refused(root, json!({"path": name, "action": "tables"}));
        assert!(message.starts_with("unsupported") && message.contains(word), "{message}");
    }
    std::fs::create_dir(root.join("d")).unwrap();
    assert!(refused(root, json!({"path": "d", "action": "tables"})).contains("is a folder"));
    assert!(refused(root, json!({"path": "no.db", "action": "tables"})).starts_with("not_found"));
    assert!(refused(root, json!({"path": "../x.db", "action": "tables"})).starts_with("invalid_arguments"));
    std::fs::write(root.join("empty.db"), "").unwrap();
    assert_eq!(answer(root, json!({"path": "empty.db", "action": "tables"}))["tables"], json!([]));
}

#[test]
fn extensions_of_sqlite_can_be_read_and_a_log_is_part_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for name in ["geo.db", "wal.db", "wal.db-wal"] {
        std::fs::copy(fixtures.join(name), root.join(name)).unwrap();
    }
    let rows = |path: &str, sql: &str| answer(root, json!({"path": path, "sql": sql}))["rows"].clone();
    assert_eq!(rows("geo.db", "SELECT id FROM places WHERE minx > 2"), json!([[2]]));
    assert_eq!(rows("geo.db", "SELECT body FROM notes WHERE notes MATCH 'quick'"), json!([["the quick fox"]]));
    let tables = answer(root, json!({"path": "geo.db", "action": "tables"}));
    let names: Vec<_> =
        tables["tables"].as_array().unwrap().iter().map(|table| (&table["name"], &table["rows"])).collect();
    assert_eq!(names, [(&json!("notes"), &json!(2)), (&json!("places"), &json!(2))]);
    // Neither the gate for what R-trees prepare nor anything else lets a query write there.
    for sql in ["UPDATE places_node SET data = NULL", "DELETE FROM places", "INSERT INTO places_rowid VALUES (9, 9)"] {
        refused(root, json!({"path": "geo.db", "sql": sql}));
    }
    assert_eq!(rows("wal.db", "SELECT x FROM t"), json!([["in the file"], ["in the log"]]));
    assert_eq!(std::fs::read(root.join("wal.db")).unwrap(), std::fs::read(fixtures.join("wal.db")).unwrap());
    let exec = json!({"path": "wal.db", "action": "exec", "allow_write": true, "sql": "INSERT INTO t VALUES ('new')"});
    answer(root, exec);
    assert!(!root.join("wal.db-wal").exists());
    assert_eq!(rows("wal.db", "SELECT count(*) FROM t"), json!([[3]]));
}

#[test]
fn what_would_not_end_or_fit_fails_alone() {
    let shop = shop();
    let root = shop.path();
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
    let page = answer(root, json!({"path": ":memory:", "sql": endless, "limit": 3}));
    assert_eq!((&page["rows"], &page["next_offset"]), (&json!([[1], [2], [3]]), &json!(3)));
    assert!(refused(root, json!({"path": ":memory:", "sql": "SELECT zeroblob(1000000000)"})).contains("too big"));
    assert!(
        refused(root, json!({"path": ":memory:", "sql": format!("SELECT {}1{}", "abs(".repeat(500), ")".repeat(500))}))
            .starts_with("invalid")
    );
    let wide =
        json!({"path": ":memory:", "sql": format!("SELECT {}", vec!["printf('%.*c', 7000, 'x')"; 20].join(","))});
    assert!(refused(root, wide).contains("name fewer columns"));
    let many = answer(root, json!({"path": ":memory:", "sql": format!("{endless} LIMIT 1000000"), "limit": 10_000}));
    assert!(many["next_offset"].as_u64().unwrap() > 1_000 && many.to_string().len() < 64_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_file_and_no_statement_crashes(bytes in prop::collection::vec(any::<u8>(), 0..400), at in 0..12_000_usize, sql in ".{0,60}") {
        let shop = shop();
        let path = shop.path().join("a.db");
        let mut content = std::fs::read(&path).unwrap();
        for (place, byte) in content.iter_mut().skip(at.max(16)).zip(&bytes) {
            *place = *byte;
        }
        std::fs::write(&path, content).unwrap();
        for arguments in [
            json!({"path": "a.db", "action": "tables"}),
            json!({"path": "a.db", "action": "schema"}),
            json!({"path": "a.db", "sql": "SELECT * FROM items JOIN log"}),
            json!({"path": "a.db", "sql": sql}),
            json!({"path": "a.db", "sql": "PRAGMA integrity_check"}),
            json!({"path": "a.db", "action": "exec", "allow_write": true, "sql": "INSERT INTO items(name) VALUES ('new')"}),
        ] {
            let _ = call(shop.path(), arguments);
        }
    }
}
