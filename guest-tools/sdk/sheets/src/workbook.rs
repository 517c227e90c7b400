//! An open workbook.

use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;

use calamine::{Dimensions, Ods, Reader, SheetType, SheetVisible, Xls, Xlsb, Xlsx};
use toolhost_sdk::files::{ChatPath, io_error};
use toolhost_sdk::prelude::*;

use crate::kind::{Kind, kind};
use crate::{Area, Cell};

/// A sheet of a workbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetFacts {
    /// Its name.
    pub name: String,
    /// Whether the program that shows the workbook leaves it out.
    pub hidden: bool,
    /// Whether it has cells, and not a chart or a macro.
    pub has_cells: bool,
}

/// A cell that is not empty or has a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Visited {
    /// Its row, counted from 0.
    pub row: u32,
    /// Its column, counted from 0.
    pub column: u32,
    /// Its value.
    pub value: Cell,
    /// Its formula without `=`.
    pub formula: Option<String>,
}

/// An open workbook.
pub struct Workbook {
    path: ChatPath,
    format: Format,
}

enum Format {
    Xlsx(Box<Xlsx<BufReader<File>>>),
    Xlsb(Box<Xlsb<BufReader<File>>>),
    Ods(Box<Ods<BufReader<File>>>),
    Xls(Box<Xls<BufReader<File>>>),
}

impl Workbook {
    /// Opens a workbook.
    ///
    /// # Errors
    /// If there is none, if it is another kind of file (and which tool reads that), encrypted, damaged or too large.
    pub fn open(path: &ChatPath) -> Result<Self, ToolError> {
        let failed = |error| io_error(path, &error);
        if std::fs::metadata(path.real()).map_err(failed)?.is_dir() {
            return Err(failed(std::io::ErrorKind::IsADirectory.into()));
        }
        let mut file = File::open(path.real()).map_err(failed)?;
        let kind = kind(path, &mut file)?;
        let reader = BufReader::new(file);
        let format = match kind {
            Kind::Xlsx => Xlsx::new(reader).map(|book| Format::Xlsx(Box::new(book))).map_err(|e| damaged(path, &e))?,
            Kind::Xlsb => Xlsb::new(reader).map(|book| Format::Xlsb(Box::new(book))).map_err(|e| damaged(path, &e))?,
            Kind::Ods => Ods::new(reader).map(|book| Format::Ods(Box::new(book))).map_err(|e| damaged(path, &e))?,
            Kind::Xls => Xls::new(reader).map(|book| Format::Xls(Box::new(book))).map_err(|e| damaged(path, &e))?,
        };
        Ok(Self { path: path.clone(), format })
    }

    /// The sheets, in the workbook's order.
    pub fn sheets(&self) -> Vec<SheetFacts> {
        let sheets = match &self.format {
            Format::Xlsx(book) => book.sheets_metadata(),
            Format::Xlsb(book) => book.sheets_metadata(),
            Format::Ods(book) => book.sheets_metadata(),
            Format::Xls(book) => book.sheets_metadata(),
        };
        sheets
            .iter()
            .map(|sheet| SheetFacts {
                name: sheet.name.clone(),
                hidden: sheet.visible != SheetVisible::Visible,
                has_cells: matches!(sheet.typ, SheetType::WorkSheet),
            })
            .collect()
    }

    /// The sheet that is meant: by its name, but for case; by its number, counted from 1; or the first that is visible.
    ///
    /// # Errors
    /// Lists the sheets that there are.
    pub fn choose(&self, wanted: Option<&str>) -> Result<String, ToolError> {
        let sheets = self.sheets();
        let named = |name: &str| {
            let exact = sheets.iter().find(|sheet| sheet.name == name);
            exact.or_else(|| sheets.iter().find(|sheet| sheet.name.trim().eq_ignore_ascii_case(name.trim())))
        };
        let numbered = |text: &str| {
            let number = text.trim().parse::<usize>().ok()?;
            sheets.get(number.checked_sub(1)?)
        };
        let found = match wanted {
            Some(wanted) => named(wanted).or_else(|| numbered(wanted)),
            None => {
                let with_cells = || sheets.iter().filter(|sheet| sheet.has_cells);
                with_cells().find(|sheet| !sheet.hidden).or_else(|| with_cells().next())
            }
        };
        match found {
            Some(sheet) if !sheet.has_cells => Err(ToolError::unsupported(format!(
                "the sheet {:?} is a chart or a macro and has no cells",
                sheet.name
            ))),
            Some(sheet) => Ok(sheet.name.clone()),
            None => {
                let names: Vec<String> = sheets.iter().take(50).map(|sheet| format!("{:?}", sheet.name)).collect();
                let wanted = wanted.map_or_else(String::new, |wanted| format!(" {wanted:?}"));
                let message = format!("`{}` has no sheet{wanted}; there is {}", self.path, names.join(", "));
                Err(ToolError::not_found(message))
            }
        }
    }

    /// Goes through the cells of a sheet row by row until `visit` breaks off. Formulas are read only if they are wanted.
    ///
    /// # Errors
    /// If the sheet is damaged.
    pub fn cells(
        &mut self,
        sheet: &str,
        with_formulas: bool,
        visit: &mut dyn FnMut(Visited) -> ControlFlow<()>,
    ) -> Result<(), ToolError> {
        let path = &self.path;
        match &mut self.format {
            Format::Xlsx(book) => {
                let mut reader = book.worksheet_cells_reader(sheet).map_err(|error| damaged(path, &error))?;
                while let Some(cell) = reader.next_cell_with_formula().map_err(|error| damaged(path, &error))? {
                    let (row, column) = cell.pos;
                    let formula = cell.formula.filter(|formula| !formula.is_empty());
                    let value = Cell::from(cell.value);
                    if (value != Cell::Empty || formula.is_some())
                        && visit(Visited { row, column, value, formula }).is_break()
                    {
                        break;
                    }
                }
                Ok(())
            }
            Format::Xlsb(book) => {
                let formulas = if with_formulas { book.worksheet_formula(sheet).ok() } else { None };
                let mut reader = book.worksheet_cells_reader(sheet).map_err(|error| damaged(path, &error))?;
                while let Some(cell) = reader.next_cell().map_err(|error| damaged(path, &error))? {
                    let (row, column) = cell.get_position();
                    let formula = formulas.as_ref().and_then(|formulas| formulas.get_value((row, column)).cloned());
                    let formula = formula.filter(|formula| !formula.is_empty());
                    let value = Cell::from(cell.get_value().clone());
                    if (value != Cell::Empty || formula.is_some())
                        && visit(Visited { row, column, value, formula }).is_break()
                    {
                        break;
                    }
                }
                Ok(())
            }
            Format::Ods(book) => all_at_once(book.as_mut(), sheet, with_formulas, visit).map_err(|e| damaged(path, &e)),
            Format::Xls(book) => all_at_once(book.as_mut(), sheet, with_formulas, visit).map_err(|e| damaged(path, &e)),
        }
    }

    /// The cells that are joined into one, for the formats that say so: xlsx and xls.
    ///
    /// # Errors
    /// If the sheet is damaged.
    pub fn merged(&mut self, sheet: &str) -> Result<Vec<Area>, ToolError> {
        let path = &self.path;
        let merged = match &mut self.format {
            Format::Xlsx(book) => book.merge_cells_by_sheet_name(sheet).map_err(|error| damaged(path, &error))?,
            Format::Xls(book) => book.merge_cells_by_sheet_name(sheet).map_err(|error| damaged(path, &error))?,
            Format::Xlsb(_) | Format::Ods(_) => Vec::new(),
        };
        Ok(merged.iter().map(area).collect())
    }
}

fn area(dimensions: &Dimensions) -> Area {
    Area {
        first_row: dimensions.start.0,
        last_row: dimensions.end.0,
        first_column: dimensions.start.1,
        last_column: dimensions.end.1,
    }
}

/// The cells of a format that is read as a whole.
fn all_at_once<B: Reader<BufReader<File>>>(
    book: &mut B,
    sheet: &str,
    with_formulas: bool,
    visit: &mut dyn FnMut(Visited) -> ControlFlow<()>,
) -> Result<(), B::Error> {
    let range = book.worksheet_range(sheet)?;
    let formulas = if with_formulas { book.worksheet_formula(sheet).ok() } else { None };
    let (first_row, first_column) = range.start().unwrap_or_default();
    for (row, column, value) in range.used_cells() {
        let row = first_row.saturating_add(u32::try_from(row).unwrap_or(u32::MAX));
        let column = first_column.saturating_add(u32::try_from(column).unwrap_or(u32::MAX));
        let formula = formulas.as_ref().and_then(|formulas| formulas.get_value((row, column)).cloned());
        let formula = formula.map(|text| text.trim_start_matches("of:=").to_owned()).filter(|text| !text.is_empty());
        let value = Cell::from(value.clone());
        if (value != Cell::Empty || formula.is_some()) && visit(Visited { row, column, value, formula }).is_break() {
            break;
        }
    }
    Ok(())
}

fn damaged(path: &ChatPath, error: &impl std::fmt::Debug) -> ToolError {
    let text: String = format!("{error:?}").chars().take(200).collect();
    if text.contains("Password") {
        return ToolError::unsupported(format!("`{path}` is encrypted with a password; save a copy without one"));
    }
    ToolError::failed(format!("`{path}` is damaged or not as its format wants it: {text}"))
}
