//! A file as a stream of rows with named columns, read once and held one row at a time.

use std::borrow::Cow;
use std::io::{self, Read};

use encoding_rs::WINDOWS_1252;
use toolhost_sdk::prelude::*;

use crate::columns::{Columns, names};
use crate::dialect::{announced_delimiter, first_row_is_header, named_delimiter, sample_rows, sniff_delimiter};
use crate::kinds::{Decimal, infer};
use crate::missing::Missing;
use crate::number::Style;
use crate::source::{Source, read_failed};

/// What the caller says about the file; everything has an automatic setting.
pub struct Format<'a> {
    /// The file, for messages.
    pub path: &'a str,
    /// `auto` or a delimiter.
    pub delimiter: &'a str,
    /// Whether the first row names the columns; none to find out.
    pub header: Option<bool>,
    /// How numbers are written.
    pub decimal: Decimal,
    /// Texts that mean missing.
    pub null_values: &'a [String],
    /// Rows before the header to leave out.
    pub skip: usize,
}

/// The most bytes that one row may have; more than that is a quote that is never closed, or not a table.
const LONGEST_ROW: usize = 4 * 1024 * 1024;

/// Rows that tell what the columns hold.
const TYPED_ROWS: usize = 500;

/// Rows that do not have as many fields as there are columns.
#[derive(Default)]
struct Irregular {
    rows: u64,
    first_line: u64,
}

impl Irregular {
    fn count(&mut self, line: u64) {
        self.rows += 1;
        if self.rows == 1 {
            self.first_line = line;
        }
    }
}

/// An opened table, standing on one of its rows.
pub struct Table<'a> {
    /// The columns.
    pub columns: Columns,
    /// Data rows read so far.
    pub rows: u64,
    reader: csv::Reader<Bounded<Box<dyn Read + 'a>>>,
    record: csv::ByteRecord,
    missing: Missing,
    notes: Vec<String>,
    short: Irregular,
    long: Irregular,
    line_offset: u64,
    /// Whether the last field of the row has several lines.
    tall: bool,
    /// The line of a row with a quote that is never closed.
    unclosed: Option<u64>,
    path: String,
}

impl<'a> Table<'a> {
    /// Tells the file's dialect from its beginning and stands before its first row.
    pub fn open(mut source: Source<'a>, format: &Format<'_>) -> Result<Self, ToolError> {
        let mut notes: Vec<String> = source.note.take().into_iter().chain(resemblance(&source.sample)).collect();
        let (mut delimiter, mut line_offset) = (named_delimiter(format.delimiter)?, 0);
        if delimiter.is_none()
            && let Some((announced, length)) = announced_delimiter(&source.sample)
        {
            source.sample.drain(..length);
            (delimiter, line_offset) = (Some(announced), 1);
        }
        let sniffed = || sniff_delimiter(&source.sample, source.complete, format.skip);
        let delimiter = delimiter.unwrap_or_else(sniffed);
        let mut rows = sample_rows(&source.sample, source.complete, delimiter, format.skip, TYPED_ROWS);
        if rows.is_empty() && source.complete {
            let message =
                format!("{} has no rows{}", format.path, if format.skip > 0 { " after those skipped" } else { "" });
            return Err(ToolError::failed(message));
        }
        let has_header = format.header.unwrap_or_else(|| first_row_is_header(&rows));
        let header = (has_header && !rows.is_empty()).then(|| rows.remove(0));
        let usual = usual_width(&rows);
        let width = header.as_ref().map_or(usual, |header| header.len().max(usual));
        let (names, name_notes) = names(header.as_ref(), width);
        notes.extend(name_notes);
        match &header {
            None if format.header.is_none() => {
                notes.push(format!(
                    "the first row is data, so columns are called c1 to c{width}; pass header true if it names them"
                ));
            }
            Some(header) if header.len() < width => {
                let names = header.len();
                notes.push(format!(
                    "the header names {names} of the {usual} columns that most rows have; the last is called c{width}"
                ));
            }
            _ => {}
        }
        let mut missing = Missing::new(format.null_values);
        let columns = infer(names, &rows, &mut missing, format.decimal, delimiter);
        notes.extend(missing.note());
        let commas: Vec<&str> = columns
            .list
            .iter()
            .filter(|column| column.numbers == Some(Style::Comma))
            .map(|column| column.name.as_str())
            .take(4)
            .collect();
        if !commas.is_empty() && format.decimal == Decimal::Auto {
            notes.push(format!(
                "decimal comma (1.234,5 = 1234.5) in {}; pass decimal \".\" if that is wrong",
                commas.join(", ")
            ));
        }
        let input: Box<dyn Read + 'a> = Box::new(source.into_reader());
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            .buffer_capacity(64 * 1024)
            .from_reader(Bounded { input, since_row: 0, last: 0 });
        let mut table = Self {
            columns,
            rows: 0,
            reader,
            record: csv::ByteRecord::new(),
            missing,
            notes,
            short: Irregular::default(),
            long: Irregular::default(),
            line_offset,
            tall: false,
            unclosed: None,
            path: format.path.to_owned(),
        };
        for _ in 0..format.skip + usize::from(header.is_some()) {
            table.read()?;
        }
        Ok(table)
    }

    fn read(&mut self) -> Result<bool, ToolError> {
        self.reader.get_mut().since_row = 0;
        match self.reader.read_byte_record(&mut self.record) {
            Ok(more) => Ok(more),
            Err(error) => Err(self.row_failed(error)),
        }
    }

    fn row_failed(&self, error: csv::Error) -> ToolError {
        match error.into_kind() {
            csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => ToolError::failed(format!(
                "{}: the row that starts in line {} is longer than {} MiB; probably a quote in it is never closed",
                self.path,
                self.line(),
                LONGEST_ROW >> 20
            )),
            csv::ErrorKind::Io(error) => read_failed(&self.path, &error),
            other => ToolError::failed(format!("reading {} failed: {other:?}", self.path)),
        }
    }

    /// Goes to the next row; false at the end.
    pub fn advance(&mut self) -> Result<bool, ToolError> {
        let before = self.line();
        if !self.read()? {
            self.unclosed = (self.tall && self.reader.get_ref().last != b'"').then_some(before);
            return Ok(false);
        }
        self.rows += 1;
        let lines = self.reader.position().line() + self.line_offset - self.line();
        self.tall = lines > 0 && self.record.iter().next_back().is_some_and(|field| field.contains(&b'\n'));
        let width = self.columns.list.len();
        if self.record.len() != width {
            let line = self.line();
            if self.record.len() < width {
                self.short.count(line);
            } else if self.record.iter().skip(width).any(|field| !field.is_empty()) {
                self.long.count(line);
            }
        }
        Ok(true)
    }

    /// The line of the file in which the row starts.
    pub fn line(&self) -> u64 {
        self.record.position().map_or(0, csv::Position::line) + self.line_offset
    }

    /// The bytes of the file that have been read, as text.
    pub fn bytes_read(&self) -> u64 {
        self.reader.position().byte()
    }

    /// A cell of this row without outer spaces, or nothing if its value is missing.
    pub fn cell(&self, column: usize) -> Option<&[u8]> {
        let cell = self.record.get(column)?.trim_ascii();
        let missing = cell.is_empty()
            || if self.columns.numbers(column).is_some() {
                self.missing.in_numbers(cell)
            } else {
                self.missing.in_texts(cell)
            };
        (!missing).then_some(cell)
    }

    /// What the reader of an answer should know about the file, as far as it has been read.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        let width = self.columns.list.len();
        let irregular = [
            (&self.short, "fewer", "what is not there is missing"),
            (&self.long, "more", "the extra ones are left out"),
        ];
        for (Irregular { rows, first_line }, how, then) in irregular {
            if *rows > 0 {
                notes.push(format!("rows with {how} than {width} fields: {rows} (first in line {first_line}); {then}"));
            }
        }
        if let Some(line) = self.unclosed {
            notes.push(format!(
                "the row that starts in line {line} goes on to the end of the file; a quote in it is never closed"
            ));
        }
        notes
    }
}

/// A cell as text. Bytes that are not UTF-8 are read as windows-1252.
pub fn cell_text(cell: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(cell) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(cell).0,
    }
}

/// Says what a file looks like that is probably not a table.
fn resemblance(sample: &[u8]) -> Option<String> {
    match sample.trim_ascii_start() {
        [b'{' | b'[', ..] => Some("this looks like JSON; use json_query".to_owned()),
        [b'<', ..] => Some("this looks like XML or HTML, not like a table".to_owned()),
        _ => None,
    }
}

fn usual_width(rows: &[csv::ByteRecord]) -> usize {
    let mut widths: Vec<usize> = rows.iter().map(csv::ByteRecord::len).collect();
    widths.sort_unstable();
    widths.get(widths.len().saturating_sub(1) / 2).copied().unwrap_or(0)
}

/// A reader that stops when one row does not end, instead of filling the memory with it.
struct Bounded<R> {
    input: R,
    since_row: usize,
    /// The last byte that is not of a line end.
    last: u8,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.since_row > LONGEST_ROW {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let count = self.input.read(into)?;
        self.since_row += count;
        let last = into.iter().take(count).rev().find(|byte| !matches!(byte, b'\r' | b'\n'));
        self.last = last.copied().unwrap_or(self.last);
        Ok(count)
    }
}
