//! What a statement may do, decided by SQLite's authorizer while it compiles the statement: never by its text.

use std::sync::{Arc, Mutex};

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};

/// Whether the data base may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Read,
    Write,
}

/// PRAGMAs that only look, which SQLite's own extensions and many people use.
const LOOKING: [&str; 10] = [
    "table_info",
    "table_xinfo",
    "table_list",
    "index_list",
    "index_info",
    "index_xinfo",
    "foreign_key_list",
    "foreign_key_check",
    "integrity_check",
    "data_version",
];

/// Endings of the tables that an R-tree keeps its data in. It prepares statements that would write them as soon as it
/// is opened. That a person's statement does not write them is up to SQLite's defensive mode and to the check that a
/// query is read-only.
const TREE_TABLES: [&str; 3] = ["_node", "_rowid", "_parent"];

/// Why the last statement was refused.
#[derive(Debug, Clone, Default)]
pub(crate) struct Refusal(Arc<Mutex<Option<String>>>);

impl Refusal {
    pub(crate) fn take(&self) -> Option<String> {
        self.0.lock().ok().and_then(|mut reason| reason.take())
    }
}

/// The authorizer for a mode. It notes the reason of a refusal.
pub(crate) fn authorizer(
    mode: Mode,
    refusal: &Refusal,
) -> impl for<'r> FnMut(AuthContext<'r>) -> Authorization + Send + 'static {
    let refusal = refusal.clone();
    move |context: AuthContext<'_>| match refused(mode, &context.action) {
        None => Authorization::Allow,
        Some(reason) => {
            if let Ok(mut first) = refusal.0.lock() {
                first.get_or_insert(reason);
            }
            Authorization::Deny
        }
    }
}

/// The reason why something is refused.
fn refused(mode: Mode, action: &AuthAction<'_>) -> Option<String> {
    use AuthAction::{
        Attach, Delete, Detach, Function, Insert, Pragma, Read, Recursive, Savepoint, Select, Transaction, Unknown,
        Update,
    };
    match action {
        Select | Read { .. } | Recursive => None,
        Function { function_name } if function_name.eq_ignore_ascii_case("load_extension") => {
            Some("extensions cannot be loaded".to_owned())
        }
        Function { .. } => None,
        Pragma { pragma_name, .. } if LOOKING.iter().any(|name| pragma_name.eq_ignore_ascii_case(name)) => None,
        Pragma { pragma_name, .. } => {
            Some(format!("PRAGMA {pragma_name} is off; use action=tables or action=schema to see what there is"))
        }
        Attach { .. } | Detach { .. } => Some(
            "ATTACH, DETACH and VACUUM are off: a call works on one file; query each file by itself, or use \
             code_interpreter with sqlite3"
                .to_owned(),
        ),
        Transaction { .. } | Savepoint { .. } => {
            Some("BEGIN, COMMIT and SAVEPOINT are off: each call is one statement and one transaction".to_owned())
        }
        Unknown { .. } => Some("this statement is of a kind that is not known here".to_owned()),
        _ if mode == Mode::Write => None,
        Insert { table_name } | Delete { table_name } | Update { table_name, .. }
            if TREE_TABLES.iter().any(|ending| table_name.ends_with(ending)) =>
        {
            None
        }
        Insert { table_name } | Delete { table_name } | Update { table_name, .. }
            if !table_name.starts_with("sqlite_") =>
        {
            Some(format!("the statement writes the table {table_name:?}, and {READS}"))
        }
        _ => Some(format!("the statement changes the schema, and {READS}")),
    }
}

/// What is said of a statement that writes.
pub(crate) const READS: &str = "action=query only reads; to change the data base use action=exec with allow_write=true";
