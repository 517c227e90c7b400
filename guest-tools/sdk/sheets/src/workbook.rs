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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use toolhost_sdk::files::with_root;

    fn fixtures() -> std::path::PathBuf {
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
    }

    fn open(name: &str) -> Result<Workbook, ToolError> {
        with_root(&fixtures(), || Workbook::open(&ChatPath::parse(name)?))
    }

    /// Every cell as `A1=value`, with ` =formula` if it has one.
    fn shown(name: &str, sheet: Option<&str>) -> Vec<String> {
        let mut book = open(name).unwrap();
        let sheet = book.choose(sheet).unwrap();
        let mut cells = Vec::new();
        book.cells(&sheet, true, &mut |cell| {
            let formula = cell.formula.map_or_else(String::new, |formula| format!(" ={formula}"));
            cells.push(format!("{}={}{formula}", crate::place(cell.row, cell.column), cell.value.json()));
            ControlFlow::Continue(())
        })
        .unwrap();
        cells
    }

    #[test]
    fn workbooks_of_other_programs_are_read() {
        let cells = shown("openpyxl.xlsx", None);
        assert_eq!(
            cells.join(" "),
            "A1=\"Region\" B1=\"Date\" C1=\"Amount\" D1=\"Paid\" E1=\"Note\" A2=\"North\" B2=\"2024-03-01\" C2=12.5 D2=true \
             E2=\"=not a formula?\" A3=\"South\" B3=\"2024-03-02T13:30:00\" C3=7 D3=false E3=\"two\\nlines\" A4=\"Total\" \
             C4=null =SUM(C2:C3) A6=\"Merged | cell\""
        );
        assert_eq!(
            shown("xlsxwriter.xlsx", None).join(" "),
            "A1=\"day\" B1=\"time\" C1=\"span\" D1=\"sum\" E1=\"bad\" A2=\"2024-03-01\" B2=\"13:30:00\" C2=\"26:15:00\" \
             D2=3 =1+2 E2=\"#DIV/0!\" =1/0 XFD1048576=\"far away\""
        );
        assert_eq!(
            shown("xlwt.xls", None).join(" "),
            "A1=\"name\" B1=\"when\" C1=\"n\" A2=\"Zoë\" B2=\"2024-03-01\" C2=1234567 C3=null =C2*2 A5=\"merged\""
        );
        assert_eq!(
            shown("odfpy.ods", Some("1")).join(" "),
            "A1=\"name\" B1=\"when\" C1=\"n\" A2=\"Zoë\" B2=\"2024-03-01\" C2=5 A3=\"sum\" B3=\"2024-03-02\" C3=5 =SUM([.C2:.C2])"
        );
    }

    #[test]
    fn sheets_are_found_by_name_and_number_and_hidden_ones_are_told() {
        let mut book = open("openpyxl.xlsx").unwrap();
        let names: Vec<_> = book.sheets().into_iter().map(|s| (s.name, s.hidden, s.has_cells)).collect();
        let expected =
            [("Sales 2024", false, true), ("Hidden", true, true), ("Empty", false, true), ("Chart", false, false)];
        assert_eq!(names, expected.map(|(name, hidden, cells)| (name.to_owned(), hidden, cells)));
        assert_eq!(book.choose(Some("sales 2024")).unwrap(), "Sales 2024");
        assert_eq!(book.choose(Some("2")).unwrap(), "Hidden");
        assert!(book.choose(Some("Chart")).unwrap_err().message().contains("has no cells"));
        assert!(book.choose(Some("Sale")).unwrap_err().message().contains("there is \"Sales 2024\""));
        assert!(book.choose(Some("0")).is_err());
        assert_eq!(book.merged("Sales 2024").unwrap(), [Area::parse("A6:C6", "").unwrap()]);
        assert_eq!(open("xlwt.xls").unwrap().merged("Alt").unwrap(), [Area::parse("A5:B5", "").unwrap()]);
    }

    #[test]
    fn what_is_no_workbook_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str, bytes: &[u8]| {
            std::fs::write(folder.path().join(name), bytes).unwrap();
            let opened = with_root(folder.path(), || Workbook::open(&ChatPath::parse(name).unwrap()));
            opened.err().map(|error| error.message().to_owned()).unwrap()
        };
        assert!(refused("a.xlsx", b"").contains("is empty"));
        assert!(refused("a.xlsx", b"a,b\n1,2\n").contains("csv_query"));
        assert!(refused("a.xls", b"<html><table><tr><td>1</td></tr></table></html>").contains("doc_read"));
        assert!(refused("a.xlsx", b"%PDF-1.7").contains("doc_read"));
        assert!(refused("a.xlsx", b"PK\x03\x04 cut off").contains("damaged or incomplete"));
        assert!(
            refused("a.xls", &[&[0xD0, 0xCF, 0x11, 0xE0][..], &[0; 600]].concat())
                .contains("another old Office document")
        );
        assert!(open("encrypted.xlsx").err().unwrap().message().contains("encrypted with a password"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn a_damaged_workbook_fails_and_no_more(
            which in 0..4_usize,
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
            cut in any::<prop::sample::Index>(),
            keep in any::<bool>(),
        ) {
            let name = ["openpyxl.xlsx", "xlsxwriter.xlsx", "xlwt.xls", "odfpy.ods"].get(which).unwrap();
            let mut bytes = std::fs::read(fixtures().join(name)).unwrap();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            if !keep {
                bytes.truncate(cut.index(bytes.len()));
            }
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join(name), bytes).unwrap();
            with_root(folder.path(), || {
                if let Ok(mut book) = Workbook::open(&ChatPath::parse(name).unwrap()) {
                    for sheet in book.sheets() {
                        let _ = book.cells(&sheet.name, true, &mut |_| ControlFlow::Continue(()));
                        let _ = book.merged(&sheet.name);
                    }
                }
            });
        }
    }
}
