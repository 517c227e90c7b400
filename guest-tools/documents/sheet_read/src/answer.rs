//! The answer, of bounded size.

use toolhost_sdk::paging::room;
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;
use toolhost_sheets::{Area, Cell, Workbook, column_letters, place};

use crate::Arguments;
use crate::survey::{Kept, Survey};

/// The most bytes of one cell that are shown.
const LONGEST_CELL: usize = 4_000;
/// The most columns of a row that are shown. A sheet can have 16,384.
const MOST_COLUMNS: u32 = 400;
/// The most merged ranges, formulas and sheets that are listed.
const MOST_LISTED: usize = 200;
/// Room for what stands around the rows.
const AROUND: usize = 3_000;

pub(crate) fn put_together(
    book: &mut Workbook,
    sheet: &str,
    survey: Survey,
    arguments: &Arguments,
    call: &Call,
) -> ToolResult {
    let sheets = sheets(book);
    let Some(found) = survey.found else {
        let what = match survey.used {
            Some(used) => {
                format!("the range {} is empty; used is {used}", arguments.range.as_deref().unwrap_or_default())
            }
            None => "the sheet is empty".to_owned(),
        };
        return Ok(Answer::json(
            &json!({"sheet": sheet, "sheets": sheets, "rows": [], "row_count": 0, "notes": [what]}),
        ));
    };
    let mut notes = Vec::new();
    let (first_column, mut last_column) = (found.first_column, found.last_column);
    if last_column - first_column >= MOST_COLUMNS {
        last_column = first_column + MOST_COLUMNS - 1;
        let all = found.last_column - first_column + 1;
        notes.push(format!("{MOST_COLUMNS} of {all} columns are shown; give range for others"));
    }
    let columns = Columns { first: first_column, last: last_column };
    let header_row = survey.header.as_ref().map(|(row, _)| *row);
    // The header may be empty in a range that begins above the table.
    let range_first =
        arguments.range.as_deref().and_then(|range| Area::parse(range, "/range").ok()).map(|area| area.first_row);
    let first = header_row.or(range_first.filter(|row| *row > 0)).unwrap_or(found.first_row);
    let first_data = first.saturating_add(u32::from(arguments.header));
    let total = (u64::from(found.last_row) + 1).saturating_sub(u64::from(first_data));
    let from = u64::from(first_data) + arguments.offset;
    let end = (from + u64::from(arguments.limit)).min(u64::from(found.last_row) + 1);
    let end = survey.full_at.map_or(end, |row| end.min(u64::from(row)));

    let merged = book.merged(sheet)?;
    let most = room(call).saturating_sub(AROUND);
    let (mut text, mut count, mut cut) = (String::new(), 0_u64, 0_u64);
    let mut formulas: Vec<(String, String)> = Vec::new();
    let (mut formulas_left, mut size) = (0_u64, 0_usize);
    let empty = Vec::new();
    for row in from..end {
        let number = u32::try_from(row).unwrap_or(u32::MAX);
        let kept = survey.rows.get(&number).unwrap_or(&empty);
        let values = columns.values(kept, &mut cut);
        let row_text = Value::Array(values).to_string();
        let row_formulas = kept.iter().filter(|cell| columns.has(cell.column)).filter_map(|cell| {
            Some((place(number, cell.column), format!("={}", cell.formula.as_ref()?.trim_start_matches('='))))
        });
        let row_formulas: Vec<_> = if arguments.formulas { row_formulas.collect() } else { Vec::new() };
        let more: usize = row_text.len() + 1 + row_formulas.iter().map(|(a, b)| a.len() + b.len() + 8).sum::<usize>();
        if size + more > most {
            if count == 0 {
                let message = format!(
                    "row {} has {more} B, more than the {most} B that an answer has room for; give a narrower range",
                    row + 1
                );
                return Err(ToolError::failed(message));
            }
            notes.push(format!("{} fill the answer", counted(count, "row", "rows")));
            break;
        }
        size += more;
        for formula in row_formulas {
            if formulas.len() < MOST_LISTED * 10 { formulas.push(formula) } else { formulas_left += 1 }
        }
        text.push_str(if count > 0 { "," } else { "" });
        text.push_str(&row_text);
        count += 1;
    }
    let next = arguments.offset.saturating_add(count);
    let has_more = next < total;
    if cut > 0 {
        notes.push(format!("{} cut at \"…\"", counted(cut, "long cell is", "long cells are")));
    }
    if survey.uncomputed > 0 {
        let cells = counted(survey.uncomputed, "cell has a formula", "cells have formulas");
        notes.push(format!("{cells} whose value the program that wrote the file did not save"));
    }
    if count == 0 && arguments.offset > 0 {
        notes.push(format!("offset is beyond the last of {}", counted(total, "row", "rows")));
    }
    if formulas_left > 0 {
        notes.push(format!("{formulas_left} more formulas are not listed"));
    }
    let shown = Area {
        first_row: first,
        last_row: u32::try_from(from + count).unwrap_or(u32::MAX),
        first_column: columns.first,
        last_column: columns.last,
    };
    let merged: Vec<String> =
        merged.iter().filter(|area| area.meets(&shown)).take(MOST_LISTED).map(Area::to_string).collect();

    let mut head = json!({"sheet": sheet, "sheets": sheets, "used": survey.used.map(|area| area.to_string())});
    head["columns"] = match &survey.header {
        Some((_, cells)) => Value::from(columns.values(cells, &mut cut)),
        None => (columns.first..=columns.last).map(column_letters).collect(),
    };
    let mut tail = json!({"row_count": count, "total_rows": total});
    if count > 0 {
        tail["first_row"] = Value::from(from + 1);
    }
    if has_more {
        tail["next_offset"] = Value::from(next);
    }
    if !merged.is_empty() {
        tail["merged"] = Value::from(merged);
    }
    if arguments.formulas {
        tail["formulas"] = formulas.into_iter().map(|(place, formula)| (place, Value::from(formula))).collect();
    }
    if !notes.is_empty() {
        tail["notes"] = Value::from(notes);
    }
    let (head, tail) = (head.to_string(), tail.to_string());
    let head = head.strip_suffix('}').unwrap_or_default();
    let tail = tail.strip_prefix('{').unwrap_or_default();
    let answer = Answer::json_text(format!("{head},\"rows\":[{text}],{tail}"));
    Ok(if has_more { answer.action("more") } else { answer })
}

/// The columns that are shown.
struct Columns {
    first: u32,
    last: u32,
}

impl Columns {
    fn has(&self, column: u32) -> bool {
        (self.first..=self.last).contains(&column)
    }

    /// A row's values, null where there is none.
    fn values(&self, cells: &[Kept], cut: &mut u64) -> Vec<Value> {
        let mut values = vec![Value::Null; (self.last - self.first) as usize + 1];
        for cell in cells.iter().filter(|cell| self.has(cell.column)) {
            if let Some(value) = values.get_mut((cell.column - self.first) as usize) {
                *value = match &cell.value {
                    Cell::Text(text) if text.len() > LONGEST_CELL => {
                        *cut += 1;
                        let kept = text.get(..text.floor_char_boundary(LONGEST_CELL)).unwrap_or_default();
                        Value::from(format!("{kept}…"))
                    }
                    other => other.json(),
                };
            }
        }
        values
    }
}

/// The names of the sheets, with what a person would not see.
fn sheets(book: &Workbook) -> Vec<String> {
    let all = book.sheets();
    let names = all.iter().take(MOST_LISTED).map(|sheet| match (sheet.hidden, sheet.has_cells) {
        (true, _) => format!("{} (hidden)", sheet.name),
        (false, false) => format!("{} (no cells)", sheet.name),
        (false, true) => sheet.name.clone(),
    });
    names.collect()
}
