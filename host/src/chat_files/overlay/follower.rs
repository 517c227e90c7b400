//! This reads a large file while the guest is still writing it: when the last byte has come, most of its digest is
//! known, and most of its content is on the disk.

use std::fs::File;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::chat_files::content::Hashing;
use crate::chat_files::quota::lock;

/// Bytes by which a file must have grown before somebody looks at them.
const STRIDE: u64 = 4 * 1024 * 1024;
/// A file that is written out of order this often is read once at its end instead.
const MOST_RESTARTS: u32 = 3;

/// Follows one file.
#[derive(Debug, Default)]
pub(crate) struct Follower {
    state: Mutex<State>,
    idle: Condvar,
}

#[derive(Debug, Default)]
struct State {
    hashing: Hashing,
    /// Bytes from the beginning that have been read, or are being read. A write before that starts everything again.
    claimed: u64,
    /// Tells a reader that what it reads has been written again meanwhile.
    restarts: u32,
    busy: bool,
}

impl Follower {
    /// Takes note that a file was written at an offset, or cut there, and is so large now.
    pub(super) fn note(self: &Arc<Self>, file: &Arc<File>, offset: u64, size: u64, durable: bool) {
        let mut state = lock(&self.state);
        if offset < state.claimed {
            state.hashing = Hashing::default();
            state.claimed = 0;
            state.restarts += 1;
        }
        if state.busy || state.restarts > MOST_RESTARTS || size.saturating_sub(state.hashing.read()) < STRIDE {
            return;
        }
        state.busy = true;
        state.claimed = size;
        let restarts = state.restarts;
        let hashing = std::mem::take(&mut state.hashing);
        let (follower, file) = (Arc::clone(self), Arc::clone(file));
        // A pool of as many threads as the machine has cores: no number of guests makes more.
        rayon::spawn(move || {
            let mut hashing = hashing;
            // What cannot be read now is read, and reported, when the call is committed.
            let read = hashing.update(&file, size);
            if durable {
                let _ = file.sync_data();
            }
            let mut state = lock(&follower.state);
            if read.is_ok() && state.restarts == restarts {
                state.hashing = hashing;
            } else {
                state.hashing = Hashing::default();
                state.claimed = 0;
            }
            state.busy = false;
            follower.idle.notify_all();
        });
    }

    /// What has been read when nobody reads any more. The file must not be written meanwhile.
    pub(in crate::chat_files) fn finish(&self) -> Hashing {
        let mut state = lock(&self.state);
        while state.busy {
            state = self.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.hashing)
    }
}
