//! One statement: its parameters, its rows as far as they are wanted, or what it changed.

use fallible_iterator::FallibleIterator as _;
use rusqlite::{Batch, Statement};
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;

use crate::Arguments;
use crate::cell::{parameter, shown};
use crate::gate::{Mode, READS};
use crate::open::DataBase;
use crate::page::Page;
use crate::wrong::in_words;

/// Runs a statement and answers with its rows or its changes.
pub(crate) fn run(base: &DataBase, sql: &str, arguments: &Arguments, call: &Call) -> ToolResult {
    let mut statement = only_statement(base, sql)?;
    if base.mode == Mode::Read && !statement.readonly() {
        return Err(ToolError::invalid("/sql", READS));
    }
    bind(&mut statement, &arguments.params, base)?;
    let mut notes = base.notes.clone();
    if statement.column_count() == 0 {
        let changed_before = base.connection.total_changes();
        statement.raw_execute().map_err(|error| in_words(&error, base))?;
        let mut answer = changes(base, changed_before);
        if !notes.is_empty() {
            answer["notes"] = Value::from(notes);
        }
        return Ok(Answer::json(&answer));
    }
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut head = json!({"columns": columns});
    let changed_before = base.connection.total_changes();
    let mut page = Page::new(call);
    let (mut seen, mut cut, mut next_offset) = (0_u64, 0_u64, None);
    let width = columns.len();
    let mut rows = statement.raw_query();
    // Rows that are not shown are still stepped over: a statement with RETURNING has to come to its end.
    while let Some(row) = rows.next().map_err(|error| in_words(&error, base))? {
        seen += 1;
        if seen <= arguments.offset {
            continue;
        }
        if page.count >= u64::from(arguments.limit) || next_offset.is_some() {
            next_offset.get_or_insert(seen - 1);
            if base.mode == Mode::Read {
                break;
            }
            continue;
        }
        let mut cells = Vec::with_capacity(width);
        for index in 0..width {
            let (cell, is_cut) = shown(row.get_ref(index).map_err(|error| in_words(&error, base))?);
            cut += u64::from(is_cut);
            cells.push(cell);
        }
        if !page.push(&Value::Array(cells))? {
            next_offset = Some(seen - 1);
            notes.push(format!(
                "{} fill the answer; continue at next_offset, or name fewer columns",
                counted(page.count, "row", "rows")
            ));
            if base.mode == Mode::Read {
                break;
            }
        }
    }
    drop(rows);
    if cut > 0 {
        let values = counted(cut, "long value is", "long values are");
        notes.push(format!("{values} cut at \"…\"; substr(column, start, length) gives parts"));
    }
    if page.count == 0 && arguments.offset > 0 {
        notes.push(format!("offset is beyond the last of {}", counted(seen, "row", "rows")));
    }
    if base.mode == Mode::Write {
        // What RETURNING gave cannot be asked for again.
        if next_offset.take().is_some() {
            notes.push(format!("the statement returned {seen} rows, of which {} are shown", page.count));
        }
        if let (Value::Object(head), Value::Object(changes)) = (&mut head, changes(base, changed_before)) {
            head.extend(changes);
        }
    }
    Ok(page.into_rows(&head, next_offset, &notes))
}

/// The one statement of a text.
fn only_statement<'a>(base: &'a DataBase, sql: &str) -> Result<Statement<'a>, ToolError> {
    let mut statements = Batch::new(&base.connection, sql);
    let first = statements.next().map_err(|error| in_words(&error, base))?;
    let first =
        first.ok_or_else(|| ToolError::invalid("/sql", "the text has only comments; give one SQL statement"))?;
    // What follows may well make no sense before the first was run. It is a second statement all the same.
    match statements.next() {
        Ok(None) => Ok(first),
        Ok(Some(_)) | Err(_) => Err(ToolError::invalid(
            "/sql",
            "the text has more than one statement, and a call runs one: make a call for each, or join them into one \
             (WITH ..., INSERT ... VALUES (...), (...))",
        )),
    }
}

fn bind(statement: &mut Statement<'_>, params: &Value, base: &DataBase) -> Result<(), ToolError> {
    let wanted = statement.parameter_count();
    let failed = |error: rusqlite::Error| in_words(&error, base);
    match params {
        Value::Object(named) => {
            let mut unused: Vec<&String> = named.keys().collect();
            for index in 1..=wanted {
                let name = statement.parameter_name(index).map(str::to_owned);
                let Some(name) = name.filter(|name| !name.starts_with('?')) else {
                    let message = format!("the parameter {index} of the statement has no name; give params as a list");
                    return Err(ToolError::invalid("/params", message));
                };
                let bare = name.get(1..).unwrap_or_default();
                let Some((key, value)) = named.get_key_value(&name).or_else(|| named.get_key_value(bare)) else {
                    return Err(ToolError::invalid("/params", format!("params has no value for {name}")));
                };
                unused.retain(|other| *other != key);
                let value = parameter(value, &format!("/params/{key}"))?;
                statement.raw_bind_parameter(index, value).map_err(failed)?;
            }
            match unused.first() {
                Some(name) => Err(ToolError::invalid(
                    format!("/params/{name}"),
                    format!("the statement has no parameter :{name}; write :{name} where the value belongs"),
                )),
                None => Ok(()),
            }
        }
        Value::Array(values) if values.len() == wanted => {
            for (index, value) in values.iter().enumerate() {
                let value = parameter(value, &format!("/params/{index}"))?;
                statement.raw_bind_parameter(index + 1, value).map_err(failed)?;
            }
            Ok(())
        }
        Value::Null if wanted == 0 => Ok(()),
        other => {
            let given = other.as_array().map_or(0, Vec::len) as u64;
            let message = format!(
                "the statement has {}, and params has {}",
                counted(wanted as u64, "parameter", "parameters"),
                counted(given, "value", "values")
            );
            Err(ToolError::invalid("/params", message))
        }
    }
}

/// What a statement changed.
fn changes(base: &DataBase, before: u64) -> Value {
    let mut answer = json!({"changes": base.connection.total_changes().saturating_sub(before)});
    let last = base.connection.last_insert_rowid();
    if last != 0 {
        answer["last_insert_rowid"] = Value::from(last);
    }
    answer
}
