//! The rows of a file, whatever its format.

mod delimited;
mod json;
mod sheet;

use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;

use toolhost_sdk::files::{ChatPath, io_error};
use toolhost_sdk::prelude::*;

use crate::Arguments;
use crate::field::Field;

/// What takes a row and says whether it wants another.
pub(crate) type Take<'a> = dyn FnMut(&[Field]) -> Result<ControlFlow<()>, ToolError> + 'a;

/// An opened table.
pub(crate) trait Source {
    /// The names of the columns. Each row has as many fields.
    fn columns(&self) -> Vec<String>;

    /// Hands over one row after the other. Called once.
    ///
    /// # Errors
    /// If the file is damaged, or what `take` reports.
    fn rows(&mut self, take: &mut Take<'_>) -> Result<(), ToolError>;

    /// Things to know about the table, as far as it has been read.
    fn notes(&self) -> Vec<String>;
}

/// Opens a file by what is in it.
pub(crate) fn open(path: &ChatPath, arguments: &Arguments) -> Result<Box<dyn Source>, ToolError> {
    let failed = |error| io_error(path, &error);
    if std::fs::metadata(path.real()).map_err(failed)?.is_dir() {
        return Err(failed(std::io::ErrorKind::IsADirectory.into()));
    }
    let mut file = File::open(path.real()).map_err(failed)?;
    let mut head = Vec::new();
    Read::by_ref(&mut file).take(512).read_to_end(&mut head).map_err(failed)?;
    if matches!(head.as_slice(), [b'P', b'K', ..] | [0xD0, 0xCF, 0x11, 0xE0, ..]) {
        return Ok(Box::new(sheet::Sheet::open(path, arguments)?));
    }
    if let Some(sheet) = &arguments.sheet {
        return Err(ToolError::invalid(
            "/sheet",
            format!("`{path}` is no workbook and has no sheet {sheet:?}; leave it out"),
        ));
    }
    let extension = path.name().rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let named = |names: &[&str]| extension.as_deref().is_some_and(|extension| names.contains(&extension));
    let first = head.iter().find(|byte| !byte.is_ascii_whitespace() && !matches!(byte, 0xEF | 0xBB | 0xBF));
    let looks_like_json = matches!(first, Some(b'[' | b'{')) && !named(&["csv", "tsv", "tab"]);
    if looks_like_json || named(&["json", "jsonl", "ndjson"]) {
        return Ok(Box::new(json::Json::open(path)?));
    }
    Ok(Box::new(delimited::Delimited::open(path, arguments)?))
}
