//! Rows of a CSV file.

use std::fs::File;

use toolhost_sdk::files::{ChatPath, io_error};
use toolhost_sdk::prelude::*;
use toolhost_tables::kinds::Decimal;
use toolhost_tables::source::Source as Decoded;
use toolhost_tables::table::{Format, Table};

use super::{Source, Take};
use crate::Arguments;
use crate::field::Field;

/// A CSV file.
pub(crate) struct Delimited {
    table: Table<'static>,
}

impl Delimited {
    pub(crate) fn open(path: &ChatPath, arguments: &Arguments) -> Result<Self, ToolError> {
        let file = File::open(path.real()).map_err(|error| io_error(path, &error))?;
        let source = Decoded::open(file, path.shown(), &arguments.encoding)?;
        let format = Format {
            path: path.shown(),
            delimiter: &arguments.delimiter,
            header: arguments.header,
            decimal: Decimal::Auto,
            null_values: &[],
            skip: 0,
        };
        Ok(Self { table: Table::open(source, &format)? })
    }
}

impl Source for Delimited {
    fn columns(&self) -> Vec<String> {
        self.table.columns.names().map(str::to_owned).collect()
    }

    fn rows(&mut self, take: &mut Take<'_>) -> Result<(), ToolError> {
        let width = self.table.columns.list.len();
        let mut fields = Vec::with_capacity(width);
        while self.table.advance()? {
            fields.clear();
            fields.extend(
                (0..width).map(|column| Field::of_csv(self.table.cell(column), self.table.columns.numbers(column))),
            );
            if take(&fields)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn notes(&self) -> Vec<String> {
        self.table.notes()
    }
}
