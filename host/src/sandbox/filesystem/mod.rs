//! This gives a guest its files: `wasi:filesystem` over the views that a call has of its mounts.
//!
//! Every operation runs on the calling thread: it is bounded by what one call may read or write at once, never waits
//! for another process, and handing it to another thread would cost more than it takes.

mod bindings;
mod convert;
mod streams;

use std::sync::Arc;

use wasmtime::component::{Linker, Resource};

use self::bindings::wasi::filesystem::types::{
    Advice, DescriptorFlags, DescriptorStat, DescriptorType, DirectoryEntry, ErrorCode, Filesize, HostDescriptor,
    HostDirectoryEntryStream, MetadataHashValue, NewTimestamp, OpenFlags, PathFlags,
};
use self::bindings::wasi::filesystem::{preopens, types};
use self::streams::{FileReader, FileWriter};
use super::state::State;
use crate::chat_files::{Access, DirId, FileError, How, Kind, OpenFile, Opened, Overlay};

use wasmtime_wasi::p2::{DynInputStream, DynOutputStream, IoError};

/// Bytes that one read gives at most, whatever the guest asks for.
const LARGEST_READ: usize = 256 * 1024;

/// A folder that a guest finds open when it starts.
#[derive(Debug, Clone)]
pub(crate) struct Mount {
    /// Where the guest sees it.
    pub(crate) path: &'static str,
    pub(crate) files: Arc<Overlay>,
}

/// What a guest has open.
#[derive(Debug)]
#[expect(unreachable_pub, reason = "the bindings export it again")]
pub struct Descriptor(Open);

#[derive(Debug)]
enum Open {
    File { file: Arc<OpenFile>, readable: bool },
    Dir { files: Arc<Overlay>, dir: DirId },
}

/// The rest of a listing that a guest is reading.
#[derive(Debug)]
#[expect(unreachable_pub, reason = "the bindings export it again")]
pub struct Entries(std::vec::IntoIter<(String, Kind)>);

/// What a function of the interface gives: the outer error is the host's and ends the call.
type Answer<T> = wasmtime::Result<Result<T, ErrorCode>>;

pub(super) fn add_to_linker(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    types::add_to_linker::<State, State>(linker, |state| state)?;
    preopens::add_to_linker::<State, State>(linker, |state| state)
}

impl Descriptor {
    fn dir(&self) -> Result<(&Arc<Overlay>, DirId), FileError> {
        match &self.0 {
            Open::Dir { files, dir } => Ok((files, *dir)),
            Open::File { .. } => Err(FileError::NotDirectory),
        }
    }

    fn file(&self) -> Result<&Arc<OpenFile>, FileError> {
        match &self.0 {
            Open::File { file, .. } => Ok(file),
            Open::Dir { .. } => Err(FileError::IsDirectory),
        }
    }

    fn readable(&self) -> Result<&Arc<OpenFile>, FileError> {
        match &self.0 {
            Open::File { file, readable: true } => Ok(file),
            Open::File { .. } => Err(FileError::BadDescriptor),
            Open::Dir { .. } => Err(FileError::IsDirectory),
        }
    }

    fn writable(&self) -> Result<&Arc<OpenFile>, FileError> {
        let file = self.file()?;
        match file.overlay().access() {
            Access::Read => Err(FileError::ReadOnly),
            Access::ReadWrite if !file.is_writable() => Err(FileError::BadDescriptor),
            Access::ReadWrite => Ok(file),
        }
    }

    fn files(&self) -> &Arc<Overlay> {
        match &self.0 {
            Open::File { file, .. } => file.overlay(),
            Open::Dir { files, .. } => files,
        }
    }

    /// What tells this file from all others: the mount and a number in it.
    fn identity(&self) -> Result<MetadataHashValue, FileError> {
        let id = match &self.0 {
            Open::File { file, .. } => file.id(),
            Open::Dir { files, dir } => files.stat_dir(*dir)?.id,
        };
        Ok(convert::identity(self.files(), id))
    }
}

impl State {
    fn open_at(
        &mut self,
        descriptor: &Resource<Descriptor>,
        path: &str,
        how: How,
        readable: bool,
    ) -> Answer<Resource<Descriptor>> {
        let opened = match self.table().get(descriptor)?.dir() {
            Err(error) => Err(error),
            Ok((files, dir)) => files.open(dir, path, how).map(|opened| match opened {
                Opened::File(file) => Open::File { file: Arc::new(file), readable },
                Opened::Dir(dir) => Open::Dir { files: Arc::clone(files), dir },
            }),
        };
        match opened {
            Ok(open) => Ok(Ok(self.table_mut().push(Descriptor(open))?)),
            Err(error) => Ok(Err(error.into())),
        }
    }

    /// Runs an operation on a path beneath an open folder.
    fn beneath<T>(
        &mut self,
        descriptor: &Resource<Descriptor>,
        operation: impl FnOnce(&Overlay, DirId) -> Result<T, FileError>,
    ) -> Answer<T> {
        let done = self.table().get(descriptor)?.dir().and_then(|(files, dir)| operation(files, dir));
        Ok(done.map_err(ErrorCode::from))
    }

    /// Runs an operation on what is open.
    fn with<T>(
        &mut self,
        descriptor: &Resource<Descriptor>,
        operation: impl FnOnce(&Descriptor) -> Result<T, FileError>,
    ) -> Answer<T> {
        Ok(operation(self.table().get(descriptor)?).map_err(ErrorCode::from))
    }

    fn write_stream(
        &mut self,
        descriptor: &Resource<Descriptor>,
        at: Option<u64>,
    ) -> Answer<Resource<DynOutputStream>> {
        match self.table().get(descriptor)?.writable() {
            Err(error) => Ok(Err(error.into())),
            Ok(file) => {
                let writer: DynOutputStream = Box::new(FileWriter::new(Arc::clone(file), at));
                Ok(Ok(self.table_mut().push(writer)?))
            }
        }
    }
}

impl types::Host for State {
    fn filesystem_error_code(&mut self, error: Resource<IoError>) -> wasmtime::Result<Option<ErrorCode>> {
        Ok(self.table().get(&error)?.downcast_ref::<FileError>().copied().map(ErrorCode::from))
    }
}

impl preopens::Host for State {
    fn get_directories(&mut self) -> wasmtime::Result<Vec<(Resource<Descriptor>, String)>> {
        let mounts = self.mounts().to_vec();
        mounts
            .into_iter()
            .map(|mount| {
                let dir = mount.files.root();
                let descriptor = Descriptor(Open::Dir { files: mount.files, dir });
                Ok((self.table_mut().push(descriptor)?, mount.path.to_owned()))
            })
            .collect()
    }
}

impl HostDirectoryEntryStream for State {
    fn read_directory_entry(&mut self, entries: Resource<Entries>) -> Answer<Option<DirectoryEntry>> {
        let next = self.table_mut().get_mut(&entries)?.0.next();
        Ok(Ok(next.map(|(name, kind)| DirectoryEntry { type_: kind.into(), name })))
    }

    fn drop(&mut self, entries: Resource<Entries>) -> wasmtime::Result<()> {
        self.table_mut().delete(entries)?;
        Ok(())
    }
}

impl HostDescriptor for State {
    fn read_via_stream(&mut self, of: Resource<Descriptor>, at: Filesize) -> Answer<Resource<DynInputStream>> {
        match self.table().get(&of)?.readable() {
            Err(error) => Ok(Err(error.into())),
            Ok(file) => {
                let reader: DynInputStream = Box::new(FileReader::new(Arc::clone(file), at));
                Ok(Ok(self.table_mut().push(reader)?))
            }
        }
    }

    fn write_via_stream(&mut self, of: Resource<Descriptor>, at: Filesize) -> Answer<Resource<DynOutputStream>> {
        self.write_stream(&of, Some(at))
    }

    fn append_via_stream(&mut self, of: Resource<Descriptor>) -> Answer<Resource<DynOutputStream>> {
        self.write_stream(&of, None)
    }

    fn advise(&mut self, of: Resource<Descriptor>, _: Filesize, _: Filesize, _: Advice) -> Answer<()> {
        self.with(&of, |open| open.file().map(drop))
    }

    /// The call's commit brings what it wrote to the disk; before that nothing has to be there.
    fn sync_data(&mut self, of: Resource<Descriptor>) -> Answer<()> {
        self.with(&of, |_| Ok(()))
    }

    fn sync(&mut self, of: Resource<Descriptor>) -> Answer<()> {
        self.with(&of, |_| Ok(()))
    }

    fn get_flags(&mut self, of: Resource<Descriptor>) -> Answer<DescriptorFlags> {
        self.with(&of, |open| {
            Ok(match &open.0 {
                Open::File { file, readable } => {
                    let mut flags = DescriptorFlags::empty();
                    if *readable {
                        flags |= DescriptorFlags::READ;
                    }
                    if file.is_writable() {
                        flags |= DescriptorFlags::WRITE;
                    }
                    flags
                }
                Open::Dir { files, .. } => match files.access() {
                    Access::Read => DescriptorFlags::READ,
                    Access::ReadWrite => DescriptorFlags::READ | DescriptorFlags::MUTATE_DIRECTORY,
                },
            })
        })
    }

    fn get_type(&mut self, of: Resource<Descriptor>) -> Answer<DescriptorType> {
        self.with(&of, |open| {
            Ok(match open.0 {
                Open::File { .. } => DescriptorType::RegularFile,
                Open::Dir { .. } => DescriptorType::Directory,
            })
        })
    }

    fn set_size(&mut self, of: Resource<Descriptor>, size: Filesize) -> Answer<()> {
        self.with(&of, |open| match open.writable() {
            // As `ftruncate` says it.
            Err(FileError::BadDescriptor) => Err(FileError::Invalid),
            file => file?.set_size(size),
        })
    }

    fn set_times(&mut self, of: Resource<Descriptor>, accessed: NewTimestamp, modified: NewTimestamp) -> Answer<()> {
        self.with(&of, |open| {
            let times = convert::times(accessed, modified)?;
            match &open.0 {
                Open::File { file, .. } => file.set_times(times),
                Open::Dir { files, dir } => files.set_dir_times(*dir, times),
            }
        })
    }

    fn read(&mut self, of: Resource<Descriptor>, length: Filesize, at: Filesize) -> Answer<(Vec<u8>, bool)> {
        self.with(&of, |open| {
            let mut buffer = vec![0; usize::try_from(length).unwrap_or(usize::MAX).min(LARGEST_READ)];
            let count = open.readable()?.read_at(&mut buffer, at)?;
            let ended = count == 0 && !buffer.is_empty();
            buffer.truncate(count);
            Ok((buffer, ended))
        })
    }

    fn write(&mut self, of: Resource<Descriptor>, bytes: Vec<u8>, at: Filesize) -> Answer<Filesize> {
        self.with(&of, |open| {
            open.writable()?.write_at(&bytes, at)?;
            Ok(bytes.len() as u64)
        })
    }

    fn read_directory(&mut self, of: Resource<Descriptor>) -> Answer<Resource<Entries>> {
        match self.beneath(&of, |files, dir| files.list(dir))? {
            Ok(names) => Ok(Ok(self.table_mut().push(Entries(names.into_iter()))?)),
            Err(error) => Ok(Err(error)),
        }
    }

    fn create_directory_at(&mut self, of: Resource<Descriptor>, path: String) -> Answer<()> {
        self.beneath(&of, |files, dir| files.make_dir(dir, &path))
    }

    fn stat(&mut self, of: Resource<Descriptor>) -> Answer<DescriptorStat> {
        self.with(&of, |open| match &open.0 {
            Open::File { file, .. } => Ok(file.stat()?.into()),
            Open::Dir { files, dir } => Ok(files.stat_dir(*dir)?.into()),
        })
    }

    fn stat_at(&mut self, of: Resource<Descriptor>, flags: PathFlags, path: String) -> Answer<DescriptorStat> {
        self.beneath(&of, |files, dir| Ok(files.stat(dir, &path, convert::follows(flags))?.into()))
    }

    fn set_times_at(
        &mut self,
        of: Resource<Descriptor>,
        flags: PathFlags,
        path: String,
        accessed: NewTimestamp,
        modified: NewTimestamp,
    ) -> Answer<()> {
        self.beneath(&of, |files, dir| {
            files.set_times(dir, &path, convert::follows(flags), convert::times(accessed, modified)?)
        })
    }

    /// Hard links cannot be made: what one call writes must not change under another name.
    fn link_at(
        &mut self,
        of: Resource<Descriptor>,
        _flags: PathFlags,
        _old: String,
        _to: Resource<Descriptor>,
        _new: String,
    ) -> Answer<()> {
        self.beneath(&of, |files, _| Err(no_links(files)))
    }

    fn open_at(
        &mut self,
        of: Resource<Descriptor>,
        flags: PathFlags,
        path: String,
        open: OpenFlags,
        access: DescriptorFlags,
    ) -> Answer<Resource<Descriptor>> {
        let how = How {
            write: access.contains(DescriptorFlags::WRITE),
            create: open.contains(OpenFlags::CREATE),
            exclusive: open.contains(OpenFlags::EXCLUSIVE),
            truncate: open.contains(OpenFlags::TRUNCATE),
            directory: open.contains(OpenFlags::DIRECTORY),
            follow: convert::follows(flags),
        };
        State::open_at(self, &of, &path, how, access.contains(DescriptorFlags::READ) || !how.write)
    }

    fn readlink_at(&mut self, of: Resource<Descriptor>, path: String) -> Answer<String> {
        self.beneath(&of, |files, dir| files.read_link(dir, &path))
    }

    fn remove_directory_at(&mut self, of: Resource<Descriptor>, path: String) -> Answer<()> {
        self.beneath(&of, |files, dir| files.remove_dir(dir, &path))
    }

    fn rename_at(
        &mut self,
        of: Resource<Descriptor>,
        old: String,
        to: Resource<Descriptor>,
        new: String,
    ) -> Answer<()> {
        let (from, to) = (self.table().get(&of)?.dir(), self.table().get(&to)?.dir());
        let done = from.and_then(|(files, from)| {
            let (other, to) = to?;
            if Arc::ptr_eq(files, other) { files.rename(from, &old, to, &new) } else { Err(FileError::CrossDevice) }
        });
        Ok(done.map_err(ErrorCode::from))
    }

    /// Symbolic links cannot be made: a chat's files are read by others too, who would follow them.
    fn symlink_at(&mut self, of: Resource<Descriptor>, _target: String, _path: String) -> Answer<()> {
        self.beneath(&of, |files, _| Err(no_links(files)))
    }

    fn unlink_file_at(&mut self, of: Resource<Descriptor>, path: String) -> Answer<()> {
        self.beneath(&of, |files, dir| files.unlink(dir, &path))
    }

    fn is_same_object(&mut self, a: Resource<Descriptor>, b: Resource<Descriptor>) -> wasmtime::Result<bool> {
        let (a, b) = (self.table().get(&a)?, self.table().get(&b)?);
        let same = match (a.identity(), b.identity()) {
            (Ok(one), Ok(other)) => one.lower == other.lower && one.upper == other.upper,
            _ => false,
        };
        Ok(same)
    }

    fn metadata_hash(&mut self, of: Resource<Descriptor>) -> Answer<MetadataHashValue> {
        self.with(&of, Descriptor::identity)
    }

    fn metadata_hash_at(
        &mut self,
        of: Resource<Descriptor>,
        flags: PathFlags,
        path: String,
    ) -> Answer<MetadataHashValue> {
        self.beneath(&of, |files, dir| {
            Ok(convert::identity(files, files.stat(dir, &path, convert::follows(flags))?.id))
        })
    }

    fn drop(&mut self, of: Resource<Descriptor>) -> wasmtime::Result<()> {
        self.table_mut().delete(of)?;
        Ok(())
    }
}

fn no_links(files: &Overlay) -> FileError {
    match files.access() {
        Access::Read => FileError::ReadOnly,
        Access::ReadWrite => FileError::NotPermitted,
    }
}
