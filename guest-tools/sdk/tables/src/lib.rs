//! A CSV file as a stream of rows, read once, its dialect told from its beginning.
//!
//! [`source`] makes UTF-8 of any encoding, [`dialect`] finds the delimiter and the header, [`columns`], [`kinds`] and
//! [`missing`] say what the columns hold, [`table`] goes from row to row, and [`value`] shows a cell.

pub mod columns;
pub mod dialect;
pub mod kinds;
pub mod missing;
pub mod number;
pub mod source;
pub mod table;
pub mod value;
