//! Rows of a sheet.

use std::ops::ControlFlow;

use toolhost_sdk::files::ChatPath;
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;
use toolhost_sheets::{Cell, Workbook, column_letters};

use super::{Source, Take};
use crate::Arguments;
use crate::field::Field;

/// A sheet of a workbook.
pub(crate) struct Sheet {
    book: Workbook,
    name: String,
    columns: Vec<String>,
    first_column: u32,
    /// The row that names the columns, if one does.
    header_row: Option<u32>,
    notes: Vec<String>,
}

impl Sheet {
    pub(crate) fn open(path: &ChatPath, arguments: &Arguments) -> Result<Self, ToolError> {
        let mut book = Workbook::open(path)?;
        let name = book.choose(arguments.sheet.as_deref())?;
        // The first row may be narrower than the table.
        let (mut first, mut last, mut first_row) = (u32::MAX, 0, None);
        let mut header: Vec<(u32, Cell)> = Vec::new();
        book.cells(&name, false, &mut |cell| {
            if cell.value != Cell::Empty {
                first = first.min(cell.column);
                last = last.max(cell.column);
                if *first_row.get_or_insert(cell.row) == cell.row {
                    header.push((cell.column, cell.value));
                }
            }
            ControlFlow::Continue(())
        })?;
        let Some(first_row) = first_row else {
            return Err(ToolError::failed(format!(
                "the sheet {name:?} of `{path}` is empty; {}",
                others(&book, &name)
            )));
        };
        let width = (last - first) as usize + 1;
        let mut notes = Vec::new();
        let columns = if arguments.header.unwrap_or(true) {
            let mut texts = vec![String::new(); width];
            for (column, cell) in header {
                if let Some(text) = texts.get_mut((column - first) as usize) {
                    *text = cell.text();
                }
            }
            let (names, name_notes) = toolhost_tables::columns::names(Some(&csv::ByteRecord::from(texts)), width);
            notes.extend(name_notes);
            names
        } else {
            (first..=last).map(column_letters).collect()
        };
        if arguments.sheet.is_none() && book.sheets().len() > 1 {
            notes.push(format!("the sheet {name:?}; {}", others(&book, &name)));
        }
        let header_row = arguments.header.unwrap_or(true).then_some(first_row);
        Ok(Self { book, name, columns, first_column: first, header_row, notes })
    }
}

/// Words about the other sheets.
fn others(book: &Workbook, name: &str) -> String {
    let sheets = book.sheets();
    let others: Vec<String> =
        sheets.iter().filter(|sheet| sheet.name != name).take(20).map(|sheet| format!("{:?}", sheet.name)).collect();
    if others.is_empty() { "there is no other".to_owned() } else { format!("others are {}", others.join(", ")) }
}

impl Source for Sheet {
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn rows(&mut self, take: &mut Take<'_>) -> Result<(), ToolError> {
        let (width, first_column, header_row) = (self.columns.len(), self.first_column, self.header_row);
        let empty = || vec![Field::Missing; width];
        let (mut fields, mut row, mut failure) = (empty(), None, None);
        let (mut ended, mut skipped) = (false, 0_u64);
        self.book.cells(&self.name, false, &mut |cell| {
            if Some(cell.row) == header_row || cell.value == Cell::Empty {
                return ControlFlow::Continue(());
            }
            if let Some(before) = row
                && before != cell.row
            {
                skipped += u64::from(cell.row.saturating_sub(before)).saturating_sub(1);
                match take(&std::mem::replace(&mut fields, empty())) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => {
                        ended = true;
                        return ControlFlow::Break(());
                    }
                    Err(error) => {
                        failure = Some(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            row = Some(cell.row);
            if let Some(field) = fields.get_mut(cell.column.saturating_sub(first_column) as usize) {
                *field = Field::of_cell(cell.value);
            }
            ControlFlow::Continue(())
        })?;
        if skipped > 0 {
            self.notes.push(format!("{} left out", counted(skipped, "empty row is", "empty rows are")));
        }
        match failure {
            Some(error) => Err(error),
            None if row.is_some() && !ended => take(&fields).map(|_| ()),
            None => Ok(()),
        }
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}
