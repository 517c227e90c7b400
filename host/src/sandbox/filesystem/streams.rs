//! These are the streams by which a guest reads and writes a file.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use wasmtime_wasi::p2::{InputStream, OutputStream, Pollable, StreamError, StreamResult};

use super::{FileError, LARGEST_READ, OpenFile};

/// Bytes that a guest may hand over in one write.
const LARGEST_WRITE: usize = 1024 * 1024;

/// Reads a file from a position on.
pub(super) struct FileReader {
    file: Arc<OpenFile>,
    at: u64,
}

impl FileReader {
    pub(super) fn new(file: Arc<OpenFile>, at: u64) -> Self {
        Self { file, at }
    }
}

fn failed(error: FileError) -> StreamError {
    StreamError::LastOperationFailed(error.into())
}

#[async_trait::async_trait]
impl Pollable for FileReader {
    async fn ready(&mut self) {}
}

#[async_trait::async_trait]
impl InputStream for FileReader {
    fn read(&mut self, size: usize) -> StreamResult<Bytes> {
        if size == 0 {
            return Ok(Bytes::new());
        }
        let mut buffer = BytesMut::zeroed(size.min(LARGEST_READ));
        let count = self.file.read_at(&mut buffer, self.at).map_err(failed)?;
        if count == 0 {
            return Err(StreamError::Closed);
        }
        buffer.truncate(count);
        self.at += count as u64;
        Ok(buffer.freeze())
    }
}

/// Writes a file from a position on, or always at its end.
pub(super) struct FileWriter {
    file: Arc<OpenFile>,
    at: Option<u64>,
}

impl FileWriter {
    /// `at` is where the first byte goes; without it all bytes go to the end.
    pub(super) fn new(file: Arc<OpenFile>, at: Option<u64>) -> Self {
        Self { file, at }
    }
}

#[async_trait::async_trait]
impl Pollable for FileWriter {
    async fn ready(&mut self) {}
}

#[async_trait::async_trait]
impl OutputStream for FileWriter {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        match &mut self.at {
            None => self.file.append(&bytes).map_err(failed),
            Some(at) => {
                self.file.write_at(&bytes, *at).map_err(failed)?;
                *at += bytes.len() as u64;
                Ok(())
            }
        }
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(LARGEST_WRITE)
    }
}
