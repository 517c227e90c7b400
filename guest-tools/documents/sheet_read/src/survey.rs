//! One pass over a sheet.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use toolhost_sdk::prelude::*;
use toolhost_sheets::{Area, Cell, Workbook};

use crate::Arguments;

/// The most bytes of cells that are kept. An answer has room for far less.
const MOST_KEPT: usize = 4 << 20;

/// A cell that is kept.
pub(crate) struct Kept {
    pub(crate) column: u32,
    pub(crate) value: Cell,
    pub(crate) formula: Option<String>,
}

/// What was found in a sheet.
#[derive(Default)]
pub(crate) struct Survey {
    /// The smallest range that has all cells in use.
    pub(crate) used: Option<Area>,
    /// The same, of those that were asked for.
    pub(crate) found: Option<Area>,
    /// The row that names the columns, and its cells.
    pub(crate) header: Option<(u32, Vec<Kept>)>,
    /// The rows that were asked for, by their place in the sheet, as far as they are not empty.
    pub(crate) rows: BTreeMap<u32, Vec<Kept>>,
    /// The number, from 0, of the first row that was not kept for want of room.
    pub(crate) full_at: Option<u32>,
    /// Cells that have a formula and no value.
    pub(crate) uncomputed: u64,
}

/// Reads a sheet: all of its extent, and the cells of the rows that are wanted.
pub(crate) fn survey(book: &mut Workbook, sheet: &str, area: Area, arguments: &Arguments) -> Result<Survey, ToolError> {
    let mut survey = Survey::default();
    let mut kept_bytes = 0_usize;
    book.cells(sheet, arguments.formulas, &mut |cell| {
        widen(&mut survey.used, cell.row, cell.column);
        if !area.contains(cell.row, cell.column) {
            return ControlFlow::Continue(());
        }
        // Rows are counted from the first that has something, or from where the range begins.
        let first = match (&survey.found, arguments.range.is_some() && area.first_row > 0) {
            (_, true) => area.first_row,
            (Some(found), false) => found.first_row,
            (None, false) => cell.row,
        };
        widen(&mut survey.found, cell.row, cell.column);
        survey.uncomputed += u64::from(cell.formula.is_some() && cell.value == Cell::Empty);
        let kept = Kept { column: cell.column, value: cell.value, formula: cell.formula };
        if arguments.header && cell.row == first {
            survey.header.get_or_insert_with(|| (first, Vec::new())).1.push(kept);
            return ControlFlow::Continue(());
        }
        let from = u64::from(first) + u64::from(arguments.header) + arguments.offset;
        let row = u64::from(cell.row);
        if row < from || row >= from + u64::from(arguments.limit) || survey.full_at.is_some() {
            return ControlFlow::Continue(());
        }
        kept_bytes += 16 + kept.value.text().len() + kept.formula.as_ref().map_or(0, String::len);
        if kept_bytes > MOST_KEPT {
            survey.full_at = Some(cell.row);
            return ControlFlow::Continue(());
        }
        survey.rows.entry(cell.row).or_default().push(kept);
        ControlFlow::Continue(())
    })?;
    Ok(survey)
}

fn widen(area: &mut Option<Area>, row: u32, column: u32) {
    match area {
        Some(area) => {
            area.first_row = area.first_row.min(row);
            area.last_row = area.last_row.max(row);
            area.first_column = area.first_column.min(column);
            area.last_column = area.last_column.max(column);
        }
        None => *area = Some(Area { first_row: row, last_row: row, first_column: column, last_column: column }),
    }
}
