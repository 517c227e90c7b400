//! A workbook as cells in the order of its rows.
//!
//! [`Workbook::open`] tells by the content what kind of file it is and refuses what would not fit; [`Workbook::cells`]
//! goes through a sheet, one cell at a time for the formats that can be streamed; [`Area`] is a part of a sheet.

mod area;
mod cell;
mod kind;
mod workbook;

pub use area::{Area, column_letters, place};
pub use cell::Cell;
pub use workbook::{SheetFacts, Visited, Workbook};
