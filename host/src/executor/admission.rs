//! This lets calls in up to a bound, keeps a bounded queue, and refuses the rest at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::outcome::{CallError, Code};

/// The door in front of the instance slots.
#[derive(Debug)]
pub(crate) struct Door {
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    most_running: usize,
}

impl Door {
    pub(crate) fn new(most_running: usize, most_waiting: usize) -> Self {
        Self { slots: Arc::new(Semaphore::new(most_running)), waiting: AtomicUsize::new(0), most_waiting, most_running }
    }

    /// Waits for a slot. The slot is free again when what is returned is dropped.
    ///
    /// # Errors
    /// At once if the queue is full.
    pub(crate) async fn enter(&self) -> Result<OwnedSemaphorePermit, CallError> {
        if let Ok(slot) = self.slots.clone().try_acquire_owned() {
            return Ok(slot);
        }
        let _place = Place::take(&self.waiting, self.most_waiting).ok_or_else(|| self.full())?;
        self.slots.clone().acquire_owned().await.map_err(|_| self.full())
    }

    fn full(&self) -> CallError {
        let message = format!(
            "the host already runs {} calls and {} more are waiting; try again in a moment",
            self.most_running, self.most_waiting
        );
        CallError::new(Code::Capacity, message)
            .with_details(json!({"running": self.most_running, "waiting": self.most_waiting}))
    }
}

/// A place in the queue, given back when the wait ends or is abandoned.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Option<Self> {
        waiting
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| (count < most).then_some(count + 1))
            .ok()
            .map(|_| Self(waiting))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
