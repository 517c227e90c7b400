//! The bytes of the input, in pieces.

use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};

use toolhost_sdk::files::{ChatPath, io_error};
use toolhost_sdk::prelude::*;

use crate::Arguments;

/// How many bytes are in memory at once.
const PIECE: usize = 128 * 1024;

/// A text or a file, from `offset` on and `limit` bytes at most.
pub(crate) struct Source {
    input: Input,
    /// The bytes of the whole input.
    pub(crate) total: u64,
    /// Where the next piece begins.
    pub(crate) position: u64,
    end: u64,
}

enum Input {
    Given(Cursor<Vec<u8>>),
    Stored(ChatPath, File),
}

impl Source {
    /// Opens the input that the arguments name.
    pub(crate) fn open(arguments: &Arguments) -> Result<Self, ToolError> {
        let (input, total) = match (&arguments.data, &arguments.path) {
            (Some(data), None) => {
                let bytes = arguments
                    .data_format
                    .read(data.as_bytes())
                    .map_err(|problem| ToolError::invalid("/data", format!("data {problem}")))?;
                let total = bytes.len() as u64;
                (Input::Given(Cursor::new(bytes)), total)
            }
            (None, Some(path)) => {
                let path = ChatPath::parse(path)?;
                let facts = std::fs::metadata(path.real()).map_err(|error| io_error(&path, &error))?;
                if facts.is_dir() {
                    return Err(ToolError::invalid(
                        "/path",
                        format!("`{path}` is a folder; give one file, `ls` or `find` shows which there are"),
                    ));
                }
                let file = File::open(path.real()).map_err(|error| io_error(&path, &error))?;
                (Input::Stored(path, file), facts.len())
            }
            _ => return Err(ToolError::invalid("", "give either data or path")),
        };
        if arguments.offset > total {
            let message = format!("the input has {total} bytes; give an offset up to that");
            return Err(ToolError::invalid("/offset", message));
        }
        let end = arguments.limit.map_or(u64::MAX, |limit| arguments.offset.saturating_add(limit));
        let mut source = Self { input, total, position: arguments.offset, end };
        let start = SeekFrom::Start(source.position);
        match &mut source.input {
            Input::Given(bytes) => bytes.seek(start).map(drop).unwrap_or_default(),
            Input::Stored(path, file) => file.seek(start).map(drop).map_err(|error| io_error(path, &error))?,
        }
        Ok(source)
    }

    /// Hands over all bytes, piece after piece.
    pub(crate) fn each(&mut self, mut take: impl FnMut(&[u8])) -> Result<(), ToolError> {
        let mut piece = self.piece(PIECE);
        loop {
            let length = self.read(&mut piece)?;
            if length == 0 {
                return Ok(());
            }
            take(piece.get(..length).unwrap_or_default());
        }
    }

    /// The next bytes, `most` at most; fewer only at the end.
    pub(crate) fn take(&mut self, most: usize) -> Result<Vec<u8>, ToolError> {
        let mut taken = Vec::new();
        let mut piece = self.piece(PIECE.min(most));
        while taken.len() < most {
            let wanted = piece.len().min(most - taken.len());
            let length = self.read(piece.get_mut(..wanted).unwrap_or_default())?;
            if length == 0 {
                break;
            }
            taken.extend_from_slice(piece.get(..length).unwrap_or_default());
        }
        Ok(taken)
    }

    /// Whether there is more within `limit`.
    pub(crate) fn goes_on(&self) -> bool {
        self.position < self.total.min(self.end)
    }

    /// Room for a piece. What is small needs little; a file may still have grown, so there is always some.
    fn piece(&self, most: usize) -> Vec<u8> {
        let left = self.total.min(self.end).saturating_sub(self.position);
        vec![0; usize::try_from(left).unwrap_or(usize::MAX).clamp(1, most.max(1))]
    }

    fn read(&mut self, piece: &mut [u8]) -> Result<usize, ToolError> {
        let left = usize::try_from(self.end.saturating_sub(self.position)).unwrap_or(usize::MAX);
        let wanted = piece.len().min(left);
        let piece = piece.get_mut(..wanted).unwrap_or_default();
        let length = match &mut self.input {
            Input::Given(bytes) => bytes.read(piece).unwrap_or_default(),
            Input::Stored(path, file) => file.read(piece).map_err(|error| io_error(path, &error))?,
        };
        self.position += length as u64;
        Ok(length)
    }
}
