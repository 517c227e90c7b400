//! This is one file of a call's view: the committed content until the call first writes, then content of its own.

use std::fs::{File, FileTimes};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::sync::{Arc, Mutex};

use super::Overlay;
use super::follower::Follower;
use crate::chat_files::base::{Kind, Stamp, Times};
use crate::chat_files::content::copy;
use crate::chat_files::error::{FileError, FileResult};
use crate::chat_files::quota::{Held, lock};

/// Files of this size are read while they are written.
const FOLLOWED: u64 = 8 * 1024 * 1024;

/// A file, whatever names it has or had.
#[derive(Debug)]
pub(crate) struct FileNode {
    /// Tells this file from all others of the call.
    pub(super) id: u64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    content: Content,
    size: u64,
    times: Times,
    /// Times that the call set on committed content, which its commit has to carry over.
    times_set: bool,
    /// Whether a name leads here.
    linked: bool,
    opens: u32,
    /// The open content, while anybody has it open.
    handle: Option<Arc<File>>,
    /// Reads staged content while it is written, once there is much of it.
    follower: Option<Arc<Follower>>,
}

/// Where a file's content is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// At this path of the committed files, as it was when the call first saw it.
    Base(String, Stamp),
    /// Under this number in the call's staging folder.
    Staged(u64),
}

/// What a commit has to know of a file.
pub(crate) struct Summary {
    pub(crate) content: Content,
    pub(crate) size: u64,
    /// Times to set on content that stays where it is.
    pub(crate) times: Option<Times>,
    pub(crate) follower: Option<Arc<Follower>>,
}

/// What a guest sees of a file or folder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stat {
    pub(crate) kind: Kind,
    pub(crate) size: u64,
    pub(crate) times: Times,
    pub(crate) id: u64,
}

impl FileNode {
    pub(super) fn of_base(id: u64, path: String, stamp: Stamp, times: Times) -> Arc<Self> {
        Self::new(id, Content::Base(path, stamp), stamp.size, times)
    }

    pub(super) fn staged(id: u64, number: u64) -> Arc<Self> {
        Self::new(id, Content::Staged(number), 0, Times::default())
    }

    fn new(id: u64, content: Content, size: u64, times: Times) -> Arc<Self> {
        let state =
            State { content, size, times, times_set: false, linked: true, opens: 0, handle: None, follower: None };
        Arc::new(Self { id, state: Mutex::new(state) })
    }

    pub(super) fn summary(&self) -> Summary {
        let state = lock(&self.state);
        Summary {
            content: state.content.clone(),
            size: state.size,
            times: state.times_set.then_some(state.times),
            follower: state.follower.clone(),
        }
    }

    /// Takes note that no name leads here any more. Content that nobody has open goes at once.
    pub(super) fn unlink(&self, overlay: &Overlay) {
        let mut state = lock(&self.state);
        state.linked = false;
        overlay.room.give(Held { bytes: state.size, entries: 1 });
        state.drop_if_unused(overlay);
    }

    pub(super) fn stat(&self, overlay: &Overlay) -> FileResult<Stat> {
        let state = lock(&self.state);
        let times = match state.content {
            Content::Base(..) => state.times,
            Content::Staged(number) => {
                let metadata = match &state.handle {
                    Some(file) => file.metadata()?,
                    None => overlay.staging.open(number)?.metadata()?,
                };
                Times { accessed: metadata.accessed().ok(), modified: metadata.modified().ok() }
            }
        };
        Ok(Stat { kind: Kind::File, size: state.size, times, id: self.id })
    }

    pub(super) fn set_times(&self, overlay: &Overlay, times: Times) -> FileResult<()> {
        let mut state = lock(&self.state);
        match state.content {
            Content::Base(..) => {
                state.times.accessed = times.accessed.or(state.times.accessed);
                state.times.modified = times.modified.or(state.times.modified);
                state.times_set = true;
            }
            Content::Staged(number) => {
                let file = match &state.handle {
                    Some(file) => Arc::clone(file),
                    None => Arc::new(overlay.staging.open(number)?),
                };
                file.set_times(file_times(times))?;
            }
        }
        Ok(())
    }
}

fn file_times(times: Times) -> FileTimes {
    let mut set = FileTimes::new();
    if let Some(accessed) = times.accessed {
        set = set.set_accessed(accessed);
    }
    if let Some(modified) = times.modified {
        set = set.set_modified(modified);
    }
    set
}

impl State {
    fn drop_if_unused(&mut self, overlay: &Overlay) {
        if self.opens > 0 {
            return;
        }
        self.handle = None;
        if let (false, Content::Staged(number)) = (self.linked, &self.content) {
            overlay.staging.remove(*number);
        }
    }

    /// The open content, opened if need be.
    fn handle(&mut self, overlay: &Overlay) -> FileResult<Arc<File>> {
        if let Some(file) = &self.handle {
            return Ok(Arc::clone(file));
        }
        let file = match &self.content {
            Content::Staged(number) => overlay.staging.open(*number)?,
            Content::Base(path, stamp) => {
                let (file, now, times) = overlay.base()?.open_file(path)?;
                // Another call has committed since: this call reads what stands there now. Whether it may still write
                // is decided by what it saw first, when it commits.
                if now != *stamp {
                    self.size = now.size;
                    if !self.times_set {
                        self.times = times;
                    }
                    self.content = Content::Base(path.clone(), now);
                }
                file
            }
        };
        let file = Arc::new(file);
        self.handle = Some(Arc::clone(&file));
        Ok(file)
    }

    /// Content of the call's own, with the first `keep` bytes of what it was.
    fn own(&mut self, overlay: &Overlay, keep: u64) -> FileResult<Arc<File>> {
        if let Content::Staged(_) = self.content {
            return self.handle(overlay);
        }
        let keep = keep.min(self.size);
        // The copy takes space on the disk like any other written byte.
        overlay.meter.write(keep)?;
        let source = if keep > 0 { Some(self.handle(overlay)?) } else { None };
        let (number, staged) = overlay.staging.create()?;
        if let Some(source) = source
            && let Err(error) = copy(&source, &staged, keep)
        {
            overlay.staging.remove(number);
            return Err(error.into());
        }
        if self.times_set {
            staged.set_times(file_times(self.times))?;
            self.times_set = false;
        }
        let staged = Arc::new(staged);
        self.content = Content::Staged(number);
        self.handle = Some(Arc::clone(&staged));
        Ok(staged)
    }

    fn set_size(&mut self, overlay: &Overlay, size: u64) -> FileResult<()> {
        overlay.room.check_file(size)?;
        let grown = size.saturating_sub(self.size);
        overlay.meter.write(grown)?;
        overlay.take(Held { bytes: grown, entries: 0 })?;
        let done = self.own(overlay, size).and_then(|file| Ok(file.set_len(size)?));
        if done.is_err() {
            overlay.room.give(Held { bytes: grown, entries: 0 });
            return done;
        }
        overlay.room.give(Held { bytes: self.size.saturating_sub(size), entries: 0 });
        self.size = size;
        self.note_written(overlay, size);
        Ok(())
    }

    /// Tells the follower, whom a file gets when it is large.
    fn note_written(&mut self, overlay: &Overlay, offset: u64) {
        if self.follower.is_none() && self.size >= FOLLOWED {
            self.follower = Some(Arc::default());
        }
        if let (Some(follower), Some(file)) = (&self.follower, &self.handle) {
            follower.note(file, offset, self.size, overlay.is_durable());
        }
    }

    fn write_at(&mut self, overlay: &Overlay, bytes: &[u8], offset: u64) -> FileResult<()> {
        let length = bytes.len() as u64;
        let end = offset.checked_add(length).ok_or(FileError::FileTooLarge)?;
        overlay.room.check_file(end)?;
        overlay.meter.write(length)?;
        let grown = end.saturating_sub(self.size);
        overlay.take(Held { bytes: grown, entries: 0 })?;
        let keep = self.size;
        let done = self.own(overlay, keep).and_then(|file| Ok(file.write_all_at(bytes, offset)?));
        if done.is_ok() {
            self.size = self.size.max(end);
            self.note_written(overlay, offset);
            return done;
        }
        // Some of it may have been written before the disk was full.
        let now = match (&self.content, &self.handle) {
            (Content::Staged(_), Some(file)) => file.metadata().map_or(self.size, |metadata| metadata.len()),
            _ => self.size,
        };
        let kept = now.saturating_sub(self.size).min(grown);
        overlay.room.give(Held { bytes: grown - kept, entries: 0 });
        self.size = self.size.max(now.min(end));
        self.note_written(overlay, offset);
        done
    }
}

/// A file that a guest, or the host on its own behalf, has open. Closed when dropped.
#[derive(Debug)]
pub(crate) struct OpenFile {
    node: Arc<FileNode>,
    overlay: Arc<Overlay>,
    writable: bool,
}

impl OpenFile {
    pub(super) fn new(overlay: &Arc<Overlay>, node: Arc<FileNode>, writable: bool, truncate: bool) -> FileResult<Self> {
        overlay.meter.open()?;
        let opened = {
            let mut state = lock(&node.state);
            state.opens += 1;
            let done = if truncate { state.set_size(overlay, 0).map(drop) } else { state.handle(overlay).map(drop) };
            if done.is_err() {
                state.opens -= 1;
                state.drop_if_unused(overlay);
            }
            done
        };
        if let Err(error) = opened {
            overlay.meter.close();
            return Err(error);
        }
        Ok(Self { node, overlay: Arc::clone(overlay), writable })
    }

    pub(crate) fn is_writable(&self) -> bool {
        self.writable
    }

    pub(crate) fn id(&self) -> u64 {
        self.node.id
    }

    pub(crate) fn overlay(&self) -> &Arc<Overlay> {
        &self.overlay
    }

    /// Reads from an offset. Gives how many bytes were read; none at the end.
    pub(crate) fn read_at(&self, buffer: &mut [u8], offset: u64) -> FileResult<usize> {
        let file = lock(&self.node.state).handle(&self.overlay)?;
        loop {
            match file.read_at(buffer, offset) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return Ok(read?),
            }
        }
    }

    /// Writes all of the bytes at an offset.
    pub(crate) fn write_at(&self, bytes: &[u8], offset: u64) -> FileResult<()> {
        self.check_writable()?;
        lock(&self.node.state).write_at(&self.overlay, bytes, offset)
    }

    /// Writes all of the bytes at the end.
    pub(crate) fn append(&self, bytes: &[u8]) -> FileResult<()> {
        self.check_writable()?;
        let mut state = lock(&self.node.state);
        let end = state.size;
        state.write_at(&self.overlay, bytes, end)
    }

    pub(crate) fn set_size(&self, size: u64) -> FileResult<()> {
        self.check_writable()?;
        lock(&self.node.state).set_size(&self.overlay, size)
    }

    pub(crate) fn set_times(&self, times: Times) -> FileResult<()> {
        self.overlay.check_writable()?;
        self.overlay.note_change();
        self.node.set_times(&self.overlay, times)
    }

    pub(crate) fn stat(&self) -> FileResult<Stat> {
        self.node.stat(&self.overlay)
    }

    fn check_writable(&self) -> FileResult<()> {
        self.overlay.check_writable()?;
        if self.writable { Ok(()) } else { Err(FileError::BadDescriptor) }
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        let mut state = lock(&self.node.state);
        state.opens = state.opens.saturating_sub(1);
        state.drop_if_unused(&self.overlay);
        self.overlay.meter.close();
    }
}
