//! This counts what a call and a chat may still write, while it is written.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::error::{FileError, FileResult};
use super::names::NameRules;
use crate::policy::Limits;

const MIB: u64 = 1024 * 1024;

/// How much one chat may keep, and under which names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ChatQuota {
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes of all files together.
    pub bytes: u64,
    /// Files and folders together.
    pub entries: u64,
    /// Bytes of one name.
    pub name_bytes: usize,
    /// Bytes of a path.
    pub path_bytes: usize,
    /// Names in a path.
    pub depth: usize,
}

impl Default for ChatQuota {
    fn default() -> Self {
        Self { file_bytes: 25 * MIB, bytes: 200 * MIB, entries: 1_000, name_bytes: 255, path_bytes: 512, depth: 16 }
    }
}

impl ChatQuota {
    pub(crate) fn names(&self) -> NameRules {
        NameRules { name_bytes: self.name_bytes, path_bytes: self.path_bytes, depth: self.depth, portable: true }
    }
}

/// What a chat, or a call's scratch space, holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    pub(crate) bytes: u64,
    pub(crate) entries: u64,
}

/// Locks without caring whether another thread panicked: what is behind these locks is whole between two statements.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What one call may still write and open, over all of its mounts.
#[derive(Debug)]
pub(crate) struct CallMeter {
    used: Mutex<Used>,
    written_limit: u64,
    created_limit: u64,
    open_limit: u64,
}

#[derive(Debug, Default)]
struct Used {
    written: u64,
    created: u64,
    open: u64,
}

impl CallMeter {
    pub(crate) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            used: Mutex::default(),
            written_limit: limits.written_bytes,
            created_limit: limits.created_files,
            open_limit: limits.open_files,
        })
    }

    /// A meter for the host's own work, which has no limits of a call.
    pub(crate) fn unlimited() -> Arc<Self> {
        Arc::new(Self {
            used: Mutex::default(),
            written_limit: u64::MAX,
            created_limit: u64::MAX,
            open_limit: u64::MAX,
        })
    }

    pub(super) fn write(&self, bytes: u64) -> FileResult<()> {
        let mut used = lock(&self.used);
        let written = used.written.saturating_add(bytes);
        if written > self.written_limit {
            return Err(FileError::Quota);
        }
        used.written = written;
        Ok(())
    }

    pub(super) fn create(&self) -> FileResult<()> {
        let mut used = lock(&self.used);
        if used.created >= self.created_limit {
            return Err(FileError::Quota);
        }
        used.created += 1;
        Ok(())
    }

    pub(super) fn open(&self) -> FileResult<()> {
        let mut used = lock(&self.used);
        if used.open >= self.open_limit {
            return Err(FileError::TooManyOpen);
        }
        used.open += 1;
        Ok(())
    }

    pub(super) fn close(&self) {
        let mut used = lock(&self.used);
        used.open = used.open.saturating_sub(1);
    }

    /// Bytes written so far.
    pub(crate) fn written(&self) -> u64 {
        lock(&self.used).written
    }
}

/// What may still be kept: in a chat, or in scratch space.
pub(super) struct Room {
    file_bytes: u64,
    most: Held,
    /// What the guest sees when there is no room.
    full: FileError,
    now: Mutex<Now>,
}

/// What was there when the first growth was asked for, and how much it has grown since.
#[derive(Default)]
struct Now {
    before: Option<Held>,
    bytes: i64,
    entries: i64,
}

impl Room {
    pub(super) fn of_chat(quota: &ChatQuota) -> Self {
        let most = Held { bytes: quota.bytes, entries: quota.entries };
        Self { file_bytes: quota.file_bytes, most, full: FileError::Quota, now: Mutex::default() }
    }

    pub(super) fn of_scratch(limits: &Limits) -> Self {
        let most = Held { bytes: limits.scratch_bytes, entries: limits.created_files };
        let now = Now { before: Some(Held::default()), ..Now::default() };
        Self { file_bytes: limits.scratch_bytes, most, full: FileError::InsufficientSpace, now: Mutex::new(now) }
    }

    /// Whether a file may have this size.
    pub(super) fn check_file(&self, size: u64) -> FileResult<()> {
        if size > self.file_bytes { Err(FileError::FileTooLarge) } else { Ok(()) }
    }

    /// Takes room for more, if there is enough. `before` says what was held when the call began.
    pub(super) fn take(&self, more: Held, before: impl FnOnce() -> io::Result<Held>) -> FileResult<()> {
        if more == Held::default() {
            return Ok(());
        }
        let mut now = lock(&self.now);
        let held = match now.before {
            Some(held) => held,
            None => *now.before.insert(before()?),
        };
        let bytes = now.bytes.saturating_add_unsigned(more.bytes);
        let entries = now.entries.saturating_add_unsigned(more.entries);
        let too_much = |held: u64, grown: i64, most: u64| grown > 0 && held.saturating_add_signed(grown) > most;
        // What was over the quota before the call may stay so; it may not grow.
        if too_much(held.bytes, bytes, self.most.bytes) || too_much(held.entries, entries, self.most.entries) {
            return Err(self.full);
        }
        (now.bytes, now.entries) = (bytes, entries);
        Ok(())
    }

    /// Gives room back.
    pub(super) fn give(&self, less: Held) {
        let mut now = lock(&self.now);
        now.bytes = now.bytes.saturating_sub_unsigned(less.bytes);
        now.entries = now.entries.saturating_sub_unsigned(less.entries);
    }

    /// What a chat that holds so much would hold with this call's changes, and whether its quota allows that.
    pub(super) fn after(&self, held: Held) -> (Held, bool) {
        let now = lock(&self.now);
        let after = Held {
            bytes: held.bytes.saturating_add_signed(now.bytes),
            entries: held.entries.saturating_add_signed(now.entries),
        };
        let fits = (now.bytes <= 0 || after.bytes <= self.most.bytes)
            && (now.entries <= 0 || after.entries <= self.most.entries);
        (after, fits)
    }
}

impl std::fmt::Debug for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Room").field("most", &self.most).finish_non_exhaustive()
    }
}
