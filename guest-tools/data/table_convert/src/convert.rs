//! All rows to a file, or some to the answer.

use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;

use toolhost_sdk::files::{ChatPath, Staged, io_error};
use toolhost_sdk::paging::room;
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;

use crate::from::{Source, open};
use crate::writer::Writer;
use crate::{Arguments, Format};

/// Room kept for notes after a page.
const NOTES: usize = 2_000;

pub(crate) fn run(arguments: &Arguments, call: &Call) -> ToolResult {
    let path = ChatPath::parse(&arguments.path)?;
    // Before anything is read: a model should not wait for what cannot be written.
    let out = arguments.out.as_deref().map(|out| target(out, &path, arguments)).transpose()?;
    if arguments.limit == 0 {
        return Err(ToolError::invalid("/limit", "limit is at least 1; with out all rows are written"));
    }
    let mut source = open(&path, arguments)?;
    let columns = source.columns();
    let mut writer = Writer::new(arguments, &columns)?;
    match out {
        Some(out) => to_file(source.as_mut(), &mut writer, &out, columns.len(), arguments),
        None => to_answer(source.as_mut(), &mut writer, arguments, call),
    }
}

/// The file to write, if it may be written.
fn target(out: &str, path: &ChatPath, arguments: &Arguments) -> Result<ChatPath, ToolError> {
    let target = ChatPath::parse_at(out, "/out")?;
    if target.is_root() || out.ends_with('/') {
        return Err(ToolError::invalid("/out", format!("`{out}` names a folder; add the name of a file")));
    }
    if target == *path {
        return Err(ToolError::invalid("/out", format!("`{out}` is the table itself; give another name")));
    }
    match std::fs::symlink_metadata(target.real()) {
        Ok(facts) if facts.is_dir() => {
            Err(ToolError::invalid("/out", format!("`{target}` is a folder; give the name of a file")))
        }
        Ok(_) if !arguments.overwrite => Err(ToolError::conflict(format!(
            "`{target}` already exists; set overwrite=true to replace it, or give another name"
        ))),
        Ok(_) | Err(_) => Ok(target),
    }
}

fn to_file(
    source: &mut dyn Source,
    writer: &mut Writer,
    out: &ChatPath,
    columns: usize,
    arguments: &Arguments,
) -> ToolResult {
    let failed = |error: std::io::Error| io_error(out, &error);
    let (staged, file) = Staged::begin(&out.real()).map_err(failed)?;
    let mut file = BufWriter::with_capacity(1 << 16, file);
    let (mut rows, mut bytes) = (0_u64, 0_u64);
    let mut write = |text: &str| {
        bytes += text.len() as u64;
        file.write_all(text.as_bytes()).map_err(failed)
    };
    write(&writer.begin()?)?;
    source.rows(&mut |fields| {
        rows += 1;
        write(&writer.row(fields)?)?;
        Ok(ControlFlow::Continue(()))
    })?;
    write(writer.end())?;
    file.into_inner().map_err(|error| failed(error.into_error()))?;
    staged.publish().map_err(failed)?;
    let mut answer = json!({"path": out.shown(), "rows": rows, "columns": columns, "bytes": bytes});
    let notes = notes(source, writer, arguments);
    if !notes.is_empty() {
        answer["notes"] = Value::from(notes);
    }
    Ok(Answer::json(&answer))
}

fn to_answer(source: &mut dyn Source, writer: &mut Writer, arguments: &Arguments, call: &Call) -> ToolResult {
    let most = room(call).saturating_sub(NOTES);
    let (offset, limit) = (arguments.offset, u64::from(arguments.limit));
    let mut text = writer.begin()?;
    let (mut seen, mut shown, mut has_more) = (0_u64, 0_u64, false);
    source.rows(&mut |fields| {
        seen += 1;
        if seen <= offset {
            return Ok(ControlFlow::Continue(()));
        }
        has_more = shown >= limit;
        if has_more {
            return Ok(ControlFlow::Break(()));
        }
        let row = writer.row(fields)?;
        if text.len() + row.len() > most {
            if shown == 0 {
                return Err(ToolError::failed(format!(
                    "the row {seen} has {} B, more than an answer has room for; give out to write a file",
                    row.len()
                )));
            }
            has_more = true;
            return Ok(ControlFlow::Break(()));
        }
        text.push_str(&row);
        shown += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    text.push_str(writer.end());
    let mut notes = notes(source, writer, arguments);
    if has_more {
        let end = offset + shown;
        notes.push(format!("rows {}-{end}; continue with offset={end}, or give out to convert all", offset + 1));
    } else if shown == 0 && offset > 0 {
        notes.push(format!("offset is beyond the last of {}", counted(seen, "row", "rows")));
    }
    let answer = Answer::text(text);
    let answer = if notes.is_empty() { answer } else { answer.and_text(format!("[{}]", notes.join("; "))) };
    Ok(if has_more { answer.action("more") } else { answer })
}

fn notes(source: &dyn Source, writer: &Writer, arguments: &Arguments) -> Vec<String> {
    let mut notes = source.notes();
    if writer.formulas > 0 && arguments.to == Format::Csv && !arguments.formula_guard {
        notes.push(format!(
            "{} with = + - or @, which a spreadsheet may run as a formula; formula_guard=true prevents that",
            counted(writer.formulas, "text begins", "texts begin")
        ));
    }
    notes
}
