//! Rows gathered by group, in bounded memory.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use toolhost_sdk::prelude::*;

use crate::aggregate::{State, fingerprint};
use crate::plan::Plan;
use toolhost_tables::columns::Columns;
use toolhost_tables::number::{Number, Style};
use toolhost_tables::table::{Table, cell_text};
use toolhost_tables::value::{Shown, canonical};

/// The most bytes that groups and what they gather may take.
const HELD_BYTES: usize = 56 * 1024 * 1024;

/// Cells that a function of numbers could not use.
#[derive(Default, Clone)]
struct LeftOut {
    cells: u64,
    first: String,
    line: u64,
    /// The decimal mark under which the first would be a number.
    mark: Option<&'static str>,
}

/// The groups seen so far.
pub(crate) struct Groups<'a> {
    plan: &'a Plan,
    places: HashMap<Box<[u8]>, usize, FxBuildHasher>,
    states: Vec<State>,
    key: Vec<u8>,
    bytes: usize,
    left_out: Vec<LeftOut>,
}

impl<'a> Groups<'a> {
    pub(crate) fn new(plan: &'a Plan, columns: &Columns) -> Self {
        let mut groups = Self {
            plan,
            places: HashMap::default(),
            states: Vec::new(),
            key: Vec::new(),
            bytes: 0,
            left_out: vec![LeftOut::default(); plan.aggregates.len()],
        };
        if plan.group_by.is_empty() {
            // Without group_by there is one group, even if no row belongs to it.
            groups.place(columns);
        }
        groups
    }

    /// Takes in the row on which the table stands.
    pub(crate) fn add(&mut self, table: &Table<'_>) -> Result<(), ToolError> {
        self.key.clear();
        for column in &self.plan.group_by {
            match table.cell(*column) {
                None => self.key.push(0),
                Some(cell) => {
                    let cell = canonical(cell, table.columns.numbers(*column));
                    self.key.push(1);
                    self.key.extend_from_slice(&(cell.len() as u64).to_le_bytes());
                    self.key.extend_from_slice(&cell);
                }
            }
        }
        let start = self.place(&table.columns) * self.plan.aggregates.len();
        let states = self.states.iter_mut().skip(start);
        for ((state, aggregate), left_out) in states.zip(&self.plan.aggregates).zip(&mut self.left_out) {
            let Some(column) = aggregate.column else {
                self.bytes += state.add_cell(&[], || 0);
                continue;
            };
            let Some(cell) = table.cell(column) else { continue };
            let numbers = table.columns.numbers(column);
            if !aggregate.function.takes_numbers() {
                self.bytes += state.add_cell(cell, || fingerprint(&canonical(cell, numbers)));
            } else if let Some(number) = Number::parse(cell, table.columns.style(column)) {
                self.bytes += state.add_number(number);
            } else {
                left_out.cells += 1;
                if left_out.cells == 1 {
                    left_out.first = cell_text(cell).chars().take(30).collect();
                    left_out.line = table.line();
                    left_out.mark = other_mark(cell, table.columns.style(column));
                }
            }
        }
        if self.bytes > HELD_BYTES { Err(self.too_large(table.rows)) } else { Ok(()) }
    }

    /// The place of the group whose key has been built.
    fn place(&mut self, columns: &Columns) -> usize {
        if let Some(place) = self.places.get(self.key.as_slice()) {
            return *place;
        }
        let place = self.places.len();
        let new = self.plan.aggregates.iter().map(|aggregate| {
            let numbers = aggregate.column.and_then(|column| columns.numbers(column));
            State::new(aggregate.function, numbers)
        });
        self.states.extend(new);
        self.bytes += self.key.len() + 64 + self.plan.aggregates.len() * size_of::<State>() * 2;
        self.places.insert(self.key.as_slice().into(), place);
        place
    }

    fn too_large(&self, rows: u64) -> ToolError {
        ToolError::failed(format!(
            "{} groups after {rows} rows are more than fit into {} MiB; group by columns with fewer values, use fewer of median, count_distinct, first and last, or narrow with where",
            self.places.len(),
            HELD_BYTES >> 20
        ))
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Says which cells the functions of numbers left out.
    pub(crate) fn notes(&self, columns: &Columns) -> Vec<String> {
        let note = |(aggregate, left_out): (&crate::aggregates::Aggregate, &LeftOut)| {
            let column = columns.name(aggregate.column?);
            let LeftOut { cells, first, line, mark } = left_out;
            let advice = mark.map_or_else(String::new, |mark| format!("; if they are, pass decimal \"{mark}\""));
            (*cells > 0).then(|| {
                let name = &aggregate.name;
                format!("cells of {column} that are not numbers, left out of {name}: {cells} (first \"{first}\" in line {line}){advice}")
            })
        };
        self.plan.aggregates.iter().zip(&self.left_out).filter_map(note).collect()
    }

    /// Each group, the first seen first: the values that it is grouped by, and its aggregates.
    pub(crate) fn finish(mut self, columns: &Columns) -> impl Iterator<Item = (Vec<Shown>, Vec<Shown>)> {
        let mut keys: Vec<(usize, Box<[u8]>)> = self.places.drain().map(|(key, place)| (place, key)).collect();
        keys.sort_unstable_by_key(|(place, _)| *place);
        let plan = self.plan;
        let mut states = self.states.into_iter();
        keys.into_iter().map(move |(_, key)| {
            let finish = |(mut state, aggregate): (State, &crate::aggregates::Aggregate)| {
                state.finish(aggregate.column.and_then(|column| columns.numbers(column)))
            };
            let aggregates = states.by_ref().take(plan.aggregates.len()).zip(&plan.aggregates).map(finish).collect();
            (key_values(&key, plan, columns), aggregates)
        })
    }
}

fn other_mark(cell: &[u8], style: Style) -> Option<&'static str> {
    let (other, mark) = if style == Style::Point { (Style::Comma, ",") } else { (Style::Point, ".") };
    Number::parse(cell, other).map(|_| mark)
}

fn key_values(mut key: &[u8], plan: &Plan, columns: &Columns) -> Vec<Shown> {
    let mut values = Vec::with_capacity(plan.group_by.len());
    for column in &plan.group_by {
        let (cell, rest) = split_key(key);
        // A canonical number is written with a point, whatever the column's style.
        let numbers = columns.numbers(*column).map(|_| Style::Point);
        values.push(cell.map_or(Shown::Null, |cell| Shown::cell(cell, numbers)));
        key = rest;
    }
    values
}

/// The first cell of a key, and the rest of the key.
fn split_key(key: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match key.split_first() {
        Some((1, rest)) => {
            let (length, rest) = rest.split_first_chunk().unwrap_or((&[0; 8], &[]));
            let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX).min(rest.len());
            let (cell, rest) = rest.split_at(length);
            (Some(cell), rest)
        }
        Some((_, rest)) => (None, rest),
        None => (None, &[]),
    }
}
