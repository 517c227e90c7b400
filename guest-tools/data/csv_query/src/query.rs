//! Runs a query over a table.

use toolhost_sdk::prelude::*;

use crate::arguments::Arguments;
use crate::groups::Groups;
use crate::order::{First, Key};
use crate::page::{Page, Summary, answer};
use crate::plan::{From, Plan};
use toolhost_tables::table::Table;
use toolhost_tables::value::Shown;

/// What a query may use.
pub(crate) struct Budget<'a> {
    /// The most bytes of the answer.
    pub(crate) answer_bytes: usize,
    /// The size of the file in bytes.
    pub(crate) file_bytes: u64,
    /// Whether the call's time is nearly over.
    pub(crate) is_late: &'a dyn Fn() -> bool,
}

/// Room in the answer for what is not a row: names, counts and notes.
const RESERVED: usize = 4 * 1024;

/// Up to this size a file is read to its end only to count its rows.
const COUNTED_FILE: u64 = 64 * 1024 * 1024;

/// The answer, as JSON text.
pub(crate) fn run(arguments: &Arguments, table: &mut Table<'_>, budget: &Budget<'_>) -> Result<String, ToolError> {
    let plan = Plan::new(arguments, &table.columns)?;
    let names: Vec<String> = plan.outputs.iter().map(|(_, name)| name.clone()).collect();
    let names_bytes: usize = names.iter().map(|name| name.len() + 3).sum();
    let room = budget.answer_bytes.saturating_sub(names_bytes + RESERVED.min(budget.answer_bytes / 2));
    if room < budget.answer_bytes / 4 {
        let first: Vec<&str> = names.iter().take(10).map(String::as_str).collect();
        let count = names.len();
        let message = format!(
            "the names of {count} columns alone fill the answer; name some in select. The first are {}",
            first.join(", ")
        );
        return Err(ToolError::invalid("/select", message));
    }
    let mut page = Page::new(arguments.limit, room);
    let mut summary = Summary {
        columns: names,
        counted: if plan.is_grouped() { "groups" } else { "matched" },
        found: None,
        total_rows: None,
        offset: arguments.offset,
        notes: Vec::new(),
    };
    let mut scan = Scan { table, plan: &plan, budget, matched: 0 };
    let (found, mut notes) = if plan.is_grouped() {
        scan.groups(arguments, &mut page)?
    } else if plan.order.is_empty() {
        (scan.rows(arguments, &mut page)?, Vec::new())
    } else {
        (scan.ordered_rows(arguments, &mut page)?, Vec::new())
    };
    summary.found = found;
    summary.total_rows = if plan.is_grouped() || found.is_some() { Some(table.rows) } else { None };
    summary.notes = table.notes();
    summary.notes.append(&mut notes);
    if found.is_none() {
        summary
            .notes
            .push(format!("the file is large: rows after line {} were not read, so there is no count", table.line()));
    }
    Ok(answer(&page, summary))
}

/// One pass over the rows that fulfil the condition.
struct Scan<'a, 'table> {
    table: &'a mut Table<'table>,
    plan: &'a Plan,
    budget: &'a Budget<'a>,
    matched: u64,
}

impl Scan<'_, '_> {
    /// Goes to the next row that fulfils the condition.
    fn advance(&mut self) -> Result<bool, ToolError> {
        while self.table.advance()? {
            if self.table.rows.is_multiple_of(4096) && (self.budget.is_late)() {
                return Err(self.too_slow());
            }
            if self.plan.condition.as_ref().is_none_or(|condition| condition.holds(self.table)) {
                self.matched += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn too_slow(&self) -> ToolError {
        let percent = self.table.bytes_read().saturating_mul(100) / self.budget.file_bytes.max(1);
        ToolError::failed(format!(
            "the call's time is nearly over after {} rows ({} % of the file); work on a smaller file, or process this one piece by piece with code_interpreter",
            self.table.rows,
            percent.min(100)
        ))
    }

    fn row(table: &Table<'_>, plan: &Plan) -> Vec<Shown> {
        let value = |(from, _): &(From, String)| match from {
            From::Column(index) => {
                table.cell(*index).map_or(Shown::Null, |cell| Shown::cell(cell, table.columns.numbers(*index)))
            }
            From::Group(_) | From::Aggregate(_) => Shown::Null,
        };
        plan.outputs.iter().map(value).collect()
    }

    fn rows(&mut self, arguments: &Arguments, page: &mut Page) -> Result<Option<u64>, ToolError> {
        let countable = self.budget.file_bytes <= COUNTED_FILE;
        while self.advance()? {
            if self.matched <= arguments.offset {
                continue;
            }
            if page.is_full() && !countable {
                return Ok(None);
            }
            if !page.is_full() {
                page.push(&Self::row(self.table, self.plan))?;
            }
        }
        Ok(Some(self.matched))
    }

    fn ordered_rows(&mut self, arguments: &Arguments, page: &mut Page) -> Result<Option<u64>, ToolError> {
        let mut first = First::new(capacity(arguments)?);
        while self.advance()? {
            let (table, plan) = (&*self.table, self.plan);
            let key = |(from, descending): &(From, bool)| match from {
                From::Column(index) => Key::of_cell(table.cell(*index), table.columns.numbers(*index), *descending),
                From::Group(_) | From::Aggregate(_) => Key::of_cell(None, None, *descending),
            };
            first.offer(plan.order.iter().map(key).collect(), || Self::row(table, plan))?;
        }
        fill(page, first, arguments)?;
        Ok(Some(self.matched))
    }

    fn groups(&mut self, arguments: &Arguments, page: &mut Page) -> Result<(Option<u64>, Vec<String>), ToolError> {
        let mut groups = Groups::new(self.plan, &self.table.columns);
        while self.advance()? {
            groups.add(self.table)?;
        }
        let notes = groups.notes(&self.table.columns);
        let found = groups.len() as u64;
        let plan = self.plan;
        let mut first = First::new(capacity(arguments)?);
        for (keys, aggregates) in groups.finish(&self.table.columns) {
            let pick = |from: &From| match from {
                From::Group(place) => (keys.get(*place), false),
                From::Aggregate(place) => (aggregates.get(*place), true),
                From::Column(_) => (None, false),
            };
            let order = plan.order.iter().map(|(from, descending)| {
                let (shown, numeric) = pick(from);
                Key::of_shown(shown.unwrap_or(&Shown::Null), numeric, *descending)
            });
            let row = || plan.outputs.iter().map(|(from, _)| pick(from).0.cloned().unwrap_or(Shown::Null)).collect();
            first.offer(order.collect(), row)?;
        }
        fill(page, first, arguments)?;
        Ok((Some(found), notes))
    }
}

/// The rows up to the end of the page that is asked for.
fn capacity(arguments: &Arguments) -> Result<usize, ToolError> {
    const MOST: u64 = 1_000_000;
    let wanted = arguments.offset.saturating_add(arguments.limit);
    if wanted > MOST {
        let message = format!(
            "with order_by or groups, offset and limit together may be at most {MOST}; narrow with where instead"
        );
        return Err(ToolError::invalid("/offset", message));
    }
    usize::try_from(wanted).map_err(|_| ToolError::invalid("/offset", "too large"))
}

fn fill(page: &mut Page, first: First, arguments: &Arguments) -> Result<(), ToolError> {
    let offset = usize::try_from(arguments.offset).unwrap_or(usize::MAX);
    for row in first.into_rows().skip(offset) {
        page.push(&row)?;
    }
    Ok(())
}
