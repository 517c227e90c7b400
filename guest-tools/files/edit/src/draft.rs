//! The files of some operations as they will be: every operation is tried here before a byte on disk changes.

use std::collections::BTreeMap;
use std::fs;

use toolhost_sdk::files::{self, ChatPath};
use toolhost_sdk::prelude::*;

/// The largest file that text operations load. The whole of it, folded and changed copies included, has to fit
/// into a small call's memory.
const LARGEST: u64 = 8 * 1024 * 1024;

/// Files that belong together because operations move them into each other's place.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    places: BTreeMap<ChatPath, Place>,
    moves: Vec<Move>,
}

/// What is at a path.
#[derive(Debug)]
enum Place {
    Nothing,
    Folder,
    /// Neither file nor folder, such as a link.
    Other,
    File(DraftFile),
}

/// A file as it will be.
#[derive(Debug, Default)]
pub(crate) struct DraftFile {
    /// Where it was on disk. None if an operation made it.
    pub(crate) origin: Option<ChatPath>,
    /// Its text on disk, once it was needed.
    pub(crate) before: Option<String>,
    /// Its text if that changed.
    pub(crate) now: Option<String>,
}

/// A change of names on disk, in order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Rename { from: ChatPath, to: ChatPath },
    Delete(ChatPath),
}

impl Draft {
    /// The files that there will be, in order of their paths.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&ChatPath, &DraftFile)> {
        self.places.iter().filter_map(|(path, place)| match place {
            Place::File(file) => Some((path, file)),
            _ => None,
        })
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The text of a file.
    pub(crate) fn text(&mut self, path: &ChatPath) -> Result<&str, ToolError> {
        let file = self.file(path)?;
        if file.now.is_none() && file.before.is_none() {
            // A file that an operation made has a text from the beginning.
            let origin = file.origin.as_ref().unwrap_or(path);
            file.before = Some(load(origin, path)?);
        }
        Ok(file.now.as_deref().or(file.before.as_deref()).unwrap_or_default())
    }

    /// Changes the text of a file.
    pub(crate) fn set_text(&mut self, path: &ChatPath, text: String) -> Result<(), ToolError> {
        self.file(path)?.now = Some(text);
        Ok(())
    }

    /// Makes a file.
    pub(crate) fn create(&mut self, path: &ChatPath, content: String) -> Result<(), ToolError> {
        self.expect_nothing(path)?;
        let file = DraftFile { now: Some(content), ..DraftFile::default() };
        self.places.insert(path.clone(), Place::File(file));
        Ok(())
    }

    pub(crate) fn delete(&mut self, path: &ChatPath) -> Result<(), ToolError> {
        if self.file(path)?.origin.is_some() {
            self.moves.push(Move::Delete(path.clone()));
        }
        self.places.insert(path.clone(), Place::Nothing);
        Ok(())
    }

    pub(crate) fn rename(&mut self, path: &ChatPath, to: &ChatPath) -> Result<(), ToolError> {
        self.file(path)?;
        self.expect_nothing(to)?;
        if let Some(Place::File(file)) = self.places.insert(path.clone(), Place::Nothing) {
            if file.origin.is_some() {
                self.moves.push(Move::Rename { from: path.clone(), to: to.clone() });
            }
            self.places.insert(to.clone(), Place::File(file));
        }
        Ok(())
    }

    /// Whether a file is there and has this text. A file that cannot be read as text has another.
    pub(crate) fn has_text(&mut self, path: &ChatPath, text: &str) -> bool {
        matches!(self.place(path), Ok(Place::File(_))) && self.text(path).is_ok_and(|present| present == text)
    }

    fn file(&mut self, path: &ChatPath) -> Result<&mut DraftFile, ToolError> {
        let shown = path.shown();
        match self.place(path)? {
            Place::File(file) => Ok(file),
            Place::Nothing => Err(files::not_found(path)),
            Place::Folder => {
                Err(ToolError::unsupported(format!("`{shown}` is a folder; edit changes files, `file_ops` folders")))
            }
            Place::Other => {
                Err(ToolError::unsupported(format!("`{shown}` is a link; edit changes regular files only")))
            }
        }
    }

    fn expect_nothing(&mut self, path: &ChatPath) -> Result<(), ToolError> {
        let shown = path.shown();
        match self.place(path)? {
            Place::Nothing => Ok(()),
            Place::Folder => Err(ToolError::conflict(format!("`{shown}` is a folder; choose another path"))),
            _ => Err(ToolError::conflict(format!(
                "`{shown}` exists already; change it with replace, or delete it first in the same call"
            ))),
        }
    }

    fn place(&mut self, path: &ChatPath) -> Result<&mut Place, ToolError> {
        if !self.places.contains_key(path) {
            let place = match fs::symlink_metadata(path.real()) {
                Ok(found) if found.is_file() => {
                    Place::File(DraftFile { origin: Some(path.clone()), ..DraftFile::default() })
                }
                Ok(found) if found.is_dir() => Place::Folder,
                Ok(_) => Place::Other,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Place::Nothing,
                Err(error) => return Err(files::io_error(path, &error)),
            };
            self.places.insert(path.clone(), place);
        }
        Ok(self.places.entry(path.clone()).or_insert(Place::Nothing))
    }
}

/// Reads a text from where it is on disk. `path` is what it is called by now.
fn load(origin: &ChatPath, path: &ChatPath) -> Result<String, ToolError> {
    let shown = path.shown();
    let failed = |error: std::io::Error| files::io_error(path, &error);
    let size = fs::metadata(origin.real()).map_err(failed)?.len();
    if size > LARGEST {
        return Err(ToolError::unsupported(format!(
            "`{shown}` has {size} B; edit changes texts of up to {LARGEST} B, use `code_interpreter`"
        )));
    }
    String::from_utf8(fs::read(origin.real()).map_err(failed)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..at).unwrap_or_default();
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        ToolError::unsupported(format!(
            "`{shown}` is not UTF-8 text (line {line}), so it cannot be edited without damage; use `code_interpreter`"
        ))
    })
}
