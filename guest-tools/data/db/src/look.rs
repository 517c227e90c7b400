//! What a data base consists of.

use rusqlite::Connection;
use toolhost_sdk::paging::Rows;
use toolhost_sdk::prelude::*;

use crate::Arguments;
use crate::open::DataBase;
use crate::page::Page;
use crate::wrong::in_words;

/// Tables and views, without those that SQLite and its extensions keep for themselves.
const LISTED: &str = "SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' \
                      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";

/// CREATE statements: each table or view, then its indexes and triggers, in the order they were made.
const STATEMENTS: &str = "SELECT s.type, s.name, s.tbl_name, s.sql FROM sqlite_schema s \
    JOIN sqlite_schema t ON t.name = s.tbl_name AND t.type IN ('table', 'view') \
    WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
    AND s.tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow') \
    ORDER BY t.rowid, s.rowid";

/// The tables and views with their columns and numbers of rows.
pub(crate) fn tables(base: &DataBase, arguments: &Arguments, call: &Call) -> ToolResult {
    let failed = |error| in_words(&error, base);
    let all = typed_names(&base.connection).map_err(failed)?;
    let chosen = chosen(&all, arguments)?;
    let mut notes = base.notes.clone();
    let mut page = Page::new(call);
    let (mut next_offset, mut uncounted) = (None, false);
    for (index, (name, kind)) in
        (0_u64..).zip(chosen.iter()).skip(usize::try_from(arguments.offset).unwrap_or(usize::MAX))
    {
        if page.count >= u64::from(arguments.limit) {
            next_offset = Some(index);
            break;
        }
        // A view over tables that are gone, or a table of an extension that is not here, has no columns to show.
        let columns = columns_with_types(&base.connection, name);
        let mut entry = json!({"name": name, "type": kind});
        match columns {
            Ok(columns) => entry["columns"] = Value::from(columns),
            Err(error) => entry["error"] = Value::from(error.to_string()),
        }
        if kind != "view" && entry.get("error").is_none() {
            // Counting stops with the time that the call has; what was not counted is null.
            let count = format!("SELECT count(*) FROM {}", quoted(name));
            let rows: Option<i64> =
                if uncounted { None } else { base.connection.query_row(&count, [], |row| row.get(0)).ok() };
            uncounted |= rows.is_none() && call.time_left().is_zero();
            entry["rows"] = Value::from(rows);
        }
        base.refusal.take();
        if !page.push(&entry)? {
            next_offset = Some(index);
            break;
        }
    }
    if all.is_empty() {
        notes.push("the data base has no tables".to_owned());
    }
    Ok(page.into_tables(next_offset, &notes))
}

/// The CREATE statements as text.
pub(crate) fn schema(base: &DataBase, arguments: &Arguments, call: &Call) -> ToolResult {
    let failed = |error| in_words(&error, base);
    let all = typed_names(&base.connection).map_err(failed)?;
    let chosen = chosen(&all, arguments)?;
    let mut statement = base.connection.prepare(STATEMENTS).map_err(failed)?;
    let found = statement
        .query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?))
        })
        .and_then(Iterator::collect::<rusqlite::Result<Vec<_>>>)
        .map_err(failed)?;
    let wanted: Vec<_> =
        found.into_iter().filter(|(_, _, table, _)| chosen.iter().any(|(name, _)| name == table)).collect();
    if wanted.is_empty() {
        return Ok(Answer::text("The data base has no tables.\n"));
    }
    let total = wanted.len() as u64;
    let rows = wanted.into_iter().map(|(kind, name, _, sql)| {
        // The statement of a view does not say what its columns are called.
        let columns = (kind == "view").then(|| columns(&base.connection, &name).ok()).flatten();
        let columns = columns.map_or_else(String::new, |columns| format!("-- columns: {}\n", columns.join(", ")));
        format!("{};\n{columns}", sql.trim_end().trim_end_matches(';'))
    });
    let mut rows = Rows::page(call, rows, (arguments.offset, arguments.limit), (total, "objects"));
    for note in &base.notes {
        rows.note(note.clone());
    }
    Ok(rows.into_answer())
}

/// The tables that are asked for.
fn chosen(all: &[(String, String)], arguments: &Arguments) -> Result<Vec<(String, String)>, ToolError> {
    let Some(table) = &arguments.table else { return Ok(all.to_vec()) };
    let found: Vec<_> = all.iter().filter(|(name, _)| name.eq_ignore_ascii_case(table)).cloned().collect();
    if found.is_empty() {
        let names: Vec<&str> = all.iter().take(20).map(|(name, _)| name.as_str()).collect();
        return Err(ToolError::not_found(format!("there is no table {table:?}; there is {}", names.join(", "))));
    }
    Ok(found)
}

fn typed_names(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    connection.prepare(LISTED)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// The names of tables and views.
pub(crate) fn names(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    Ok(typed_names(connection)?.into_iter().map(|(name, _)| name).collect())
}

/// The names of a table's columns.
pub(crate) fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    connection.prepare("SELECT name FROM pragma_table_info(?)")?.query_map([table], |row| row.get(0))?.collect()
}

fn columns_with_types(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT trim(name || ' ' || type || iif(pk, ' PRIMARY KEY', '')) FROM pragma_table_info(?)";
    connection.prepare(sql)?.query_map([table], |row| row.get(0))?.collect()
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
