//! The tool `db`.
//!
//! A file is opened so that nothing can be changed unless that was asked for (`open`), every statement passes SQLite's
//! authorizer (`gate`), one statement is run and its rows are fetched one by one (`statement`, `cell`), and `look` says
//! what the data base consists of. `wrong` puts SQLite's errors into words for a model.

mod cell;
mod examples;
mod gate;
mod look;
mod open;
mod page;
mod statement;
#[cfg(test)]
mod tests;
mod wrong;

use schemars::{Schema, SchemaGenerator, json_schema};
use toolhost_sdk::prelude::*;

use crate::gate::Mode;
use crate::open::DataBase;

/// The most rows that one call returns.
const MOST_ROWS: u32 = 10_000;

/// What to do with which data base.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The SQLite file, relative to the chat's files; or ":memory:" for an empty data base that lasts for this call.
    path: String,
    /// tables lists tables and views with their columns and numbers of rows. schema gives the CREATE statements. query
    /// runs one statement that reads. exec runs one statement that changes the data base.
    action: Action,
    /// One SQL statement, in SQLite's dialect. Write ? or :name where a value of params belongs.
    #[serde(default)]
    sql: Option<String>,
    /// Values for the statement: a list for ?, an object for :name.
    #[serde(default)]
    #[schemars(schema_with = "params")]
    params: Value,
    /// The most rows to return, or with action=schema the most objects.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 10_000))]
    limit: u32,
    /// Rows to leave out before the first one returned: next_offset of the answer before.
    #[serde(default)]
    offset: u64,
    /// With action=schema or tables: only this table or view.
    #[serde(default)]
    table: Option<String>,
    /// Must be true for action=exec, which makes the file if there is none.
    #[serde(default)]
    allow_write: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Action {
    Query,
    Tables,
    Schema,
    Exec,
}

fn hundred() -> u32 {
    100
}

fn params(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": ["array", "object", "null"], "default": null})
}

/// Queries a SQLite data base with SQL, shows its tables and schema, and with allow_write changes it.
///
/// query returns {columns, rows, row_count, next_offset if there are more rows, notes}; exec returns {changes,
/// last_insert_rowid} and the rows of RETURNING. Each call is one statement and one transaction: a statement that fails
/// changes nothing. ATTACH, VACUUM, transactions, extensions and PRAGMAs that set something are off; JSON, math,
/// window functions, common table expressions, FTS5 and R-trees are there. Start with action=tables.
#[tool(
    title = "Query a SQLite data base",
    category = data,
    tier = medium,
    access = write,
    danger = medium,
    class = large,
    // A statement may ask what time it is.
    idempotent = false,
    concurrency_safe = false,
    files = read_write,
    // Sorting more than fits in memory, and a copy of a file with changes in its log, need scratch space.
    services = [scratch, clock],
    keywords = ["sql", "sqlite", "database", "query", "select", "tables", "schema", "join", "insert", "update"],
    use_cases = [
        "see which tables a SQLite file has and what is in them",
        "answer a question with SQL: filter, join, group, rank",
        "change rows of a SQLite file or create one",
    ],
    aliases = ["database", "sqlite", "sql_query"],
    parameter_aliases = [
        ("query", "sql"), ("statement", "sql"), ("database", "path"), ("connection", "path"), ("file", "path"),
        ("file_path", "path"), ("allow_modifications", "allow_write")
    ],
    opaque = ["path", "sql", "params", "table"],
    narrower = [
        (parameter = "action", values = ["tables", "schema"], access = read, tier = low, files = read, idempotent = true,
         concurrency_safe = true),
        (parameter = "action", values = ["query"], access = read, tier = low, files = read, idempotent = false,
         concurrency_safe = true)
    ],
    hints = [("more", "There are more rows. Aggregate in SQL rather than reading them all.")],
    examples = examples::all(),
)]
fn db(arguments: Arguments, call: &Call) -> ToolResult {
    if !(1..=MOST_ROWS).contains(&arguments.limit) {
        return Err(ToolError::invalid(
            "/limit",
            format!("limit is 1 to {MOST_ROWS}; to count rows use count(*), to read on use offset"),
        ));
    }
    let sql = arguments.sql.as_deref().filter(|sql| !sql.trim().is_empty());
    match (arguments.action, sql) {
        (Action::Query | Action::Exec, None) => {
            Err(ToolError::invalid("/sql", "give the SQL statement to run; to see what there is use action=tables"))
        }
        (Action::Tables, _) => look::tables(&DataBase::open(&arguments.path, Mode::Read, call)?, &arguments, call),
        (Action::Schema, _) => look::schema(&DataBase::open(&arguments.path, Mode::Read, call)?, &arguments, call),
        (Action::Query, Some(sql)) => {
            statement::run(&DataBase::open(&arguments.path, Mode::Read, call)?, sql, &arguments, call)
        }
        (Action::Exec, Some(_)) if !arguments.allow_write => Err(ToolError::invalid(
            "/allow_write",
            "action=exec changes the data base: set allow_write=true, or use action=query to read",
        )),
        (Action::Exec, Some(sql)) => {
            let base = DataBase::open(&arguments.path, Mode::Write, call)?;
            let answer = statement::run(&base, sql, &arguments, call);
            base.close(answer)
        }
    }
}
