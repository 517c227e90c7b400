//! This keeps what a guest writes to standard output and standard error, up to a limit, and drops the rest.
//!
//! A guest never notices the limit: a full pipe would trap or block it, and what it prints is not part of its answer.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};
use wasmtime_wasi::p2::{OutputStream, Pollable, StreamResult};

/// The most that one write takes; a guest that has more writes again.
const LARGEST_WRITE: usize = 64 * 1024;

/// The kept beginning of a stream. Clones share it.
#[derive(Clone)]
pub(super) struct Kept {
    bytes: Arc<Mutex<Vec<u8>>>,
    limit: usize,
}

impl Kept {
    pub(super) fn new(limit: u64) -> Self {
        Self { bytes: Arc::default(), limit: usize::try_from(limit).unwrap_or(usize::MAX) }
    }

    /// What was kept, as text.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    pub(super) fn keep(&self, bytes: &[u8]) {
        let mut kept = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let room = self.limit.saturating_sub(kept.len()).min(bytes.len());
        kept.extend_from_slice(bytes.get(..room).unwrap_or_default());
    }

    /// Whether the limit is reached.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).len() >= self.limit
    }
}

impl IsTerminal for Kept {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for Kept {
    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        Box::new(self.clone())
    }

    fn p2_stream(&self) -> Box<dyn OutputStream> {
        Box::new(self.clone())
    }
}

#[async_trait::async_trait]
impl Pollable for Kept {
    async fn ready(&mut self) {}
}

impl OutputStream for Kept {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        self.keep(&bytes);
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(LARGEST_WRITE)
    }
}

impl AsyncWrite for Kept {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        self.keep(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
