//! SQLite's errors in words for a model.

use rusqlite::{Error, ErrorCode};
use toolhost_sdk::prelude::*;

use crate::look::names;
use crate::open::DataBase;

/// Names that are listed when one does not exist.
const LISTED: usize = 20;
/// How alike a name has to be, from 0 to 1, to be suggested.
const ALIKE: f64 = 0.6;

/// What an error means, and what to do.
pub(crate) fn in_words(error: &Error, base: &DataBase) -> ToolError {
    if let Some(reason) = base.refusal.take() {
        return ToolError::invalid("/sql", reason);
    }
    match error {
        Error::SqlInputError { msg, sql, offset, .. } => {
            let place =
                usize::try_from(*offset).ok().and_then(|offset| sql.get(offset..)).filter(|rest| !rest.is_empty());
            let place = place.map_or_else(String::new, |rest| {
                format!(", at `{}`", rest.chars().take(30).flat_map(char::escape_debug).collect::<String>())
            });
            ToolError::invalid("/sql", format!("{msg}{place}{}", suggestion(msg, base)))
        }
        Error::SqliteFailure(failure, message) => {
            let said = message.clone().unwrap_or_else(|| failure.to_string());
            match failure.code {
                // SQLite's code for everything that is wrong with a statement itself.
                ErrorCode::Unknown => ToolError::invalid("/sql", format!("{said}{}", suggestion(&said, base))),
                ErrorCode::OperationInterrupted => ToolError::failed(
                    "the statement took longer than a call may; filter or aggregate more, or look at EXPLAIN QUERY PLAN \
                     for a missing index",
                ),
                ErrorCode::OutOfMemory => ToolError::failed(
                    "the statement needs more memory than a call has; select fewer or shorter columns, or aggregate more",
                ),
                ErrorCode::TooBig => ToolError::failed(format!("{said}: a value may have 64 MiB at most")),
                ErrorCode::DatabaseCorrupt => ToolError::failed(format!(
                    "the file is damaged ({said}); PRAGMA integrity_check says where, and other tables may still be read"
                )),
                ErrorCode::NotADatabase => {
                    ToolError::unsupported("the file is no SQLite data base, or it is encrypted".to_owned())
                }
                ErrorCode::ConstraintViolation => ToolError::conflict(format!("{said}; nothing was changed")),
                ErrorCode::ReadOnly => ToolError::denied(format!("the file may not be changed: {said}")),
                ErrorCode::DiskFull => ToolError::failed(format!(
                    "there is no room: a quota is used up or the disk is full ({said}); nothing was changed"
                )),
                _ => ToolError::failed(format!("SQLite: {said}")),
            }
        }
        other => ToolError::failed(format!("SQLite: {other}")),
    }
}

/// What may have been meant by a name that does not exist.
fn suggestion(message: &str, base: &DataBase) -> String {
    let (kind, missing) = match message.split_once(": ") {
        Some(("no such table", name)) => ("table", name),
        Some(("no such column", name)) => ("column", name),
        _ => return String::new(),
    };
    let missing = missing.rsplit('.').next().unwrap_or(missing).trim_matches(['"', '`', '[', ']']);
    let Ok(tables) = names(&base.connection) else { return String::new() };
    let mut candidates: Vec<String> = match kind {
        "table" => tables,
        _ => {
            tables.iter().flat_map(|table| crate::look::columns(&base.connection, table).unwrap_or_default()).collect()
        }
    };
    candidates.sort();
    candidates.dedup();
    let likeness =
        |name: &String| strsim::normalized_damerau_levenshtein(&name.to_lowercase(), &missing.to_lowercase());
    let nearest = candidates.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    match nearest.filter(|name| likeness(name) >= ALIKE) {
        Some(name) => format!(". Did you mean {name:?}?"),
        None if kind == "column" => ". Texts are written in single quotes; action=schema shows the columns".to_owned(),
        None if candidates.is_empty() => ". The data base has no table".to_owned(),
        None => {
            let more = if candidates.len() > LISTED { ", ..." } else { "" };
            candidates.truncate(LISTED);
            format!(". There is {}{more}", candidates.join(", "))
        }
    }
}
