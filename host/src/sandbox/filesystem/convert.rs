//! This turns what the views of files say into the types of `wasi:filesystem`, and back.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::bindings::wasi::filesystem::types::{
    DescriptorStat, DescriptorType, ErrorCode, MetadataHashValue, NewTimestamp, PathFlags,
};
use crate::chat_files::{FileError, Kind, Overlay, Stat, Times};
use wasmtime_wasi::p2::bindings::clocks::wall_clock::Datetime;

impl From<FileError> for ErrorCode {
    fn from(error: FileError) -> Self {
        match error {
            FileError::NoEntry => Self::NoEntry,
            FileError::Exists => Self::Exist,
            FileError::NotDirectory => Self::NotDirectory,
            FileError::IsDirectory => Self::IsDirectory,
            FileError::NotEmpty => Self::NotEmpty,
            FileError::ReadOnly => Self::ReadOnly,
            FileError::NotPermitted => Self::NotPermitted,
            FileError::Quota => Self::Quota,
            FileError::FileTooLarge => Self::FileTooLarge,
            FileError::InsufficientSpace => Self::InsufficientSpace,
            FileError::NameTooLong => Self::NameTooLong,
            FileError::IllegalName => Self::IllegalByteSequence,
            FileError::Invalid => Self::Invalid,
            FileError::Loop => Self::Loop,
            FileError::CrossDevice => Self::CrossDevice,
            FileError::BadDescriptor => Self::BadDescriptor,
            // The interface has no code for too many open files.
            FileError::TooManyOpen => Self::InsufficientMemory,
            FileError::Io => Self::Io,
        }
    }
}

impl From<Kind> for DescriptorType {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::File => Self::RegularFile,
            Kind::Directory => Self::Directory,
            Kind::Link => Self::SymbolicLink,
            Kind::Special => Self::Unknown,
        }
    }
}

impl From<Stat> for DescriptorStat {
    fn from(stat: Stat) -> Self {
        Self {
            type_: stat.kind.into(),
            link_count: 1,
            size: stat.size,
            data_access_timestamp: stat.times.accessed.and_then(datetime),
            data_modification_timestamp: stat.times.modified.and_then(datetime),
            status_change_timestamp: stat.times.modified.and_then(datetime),
        }
    }
}

/// Times before 1970 cannot be said in this interface.
fn datetime(time: SystemTime) -> Option<Datetime> {
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    Some(Datetime { seconds: since.as_secs(), nanoseconds: since.subsec_nanos() })
}

/// The times that a guest asks to set.
pub(super) fn times(accessed: NewTimestamp, modified: NewTimestamp) -> Result<Times, FileError> {
    let time = |time: NewTimestamp| match time {
        NewTimestamp::NoChange => Ok(None),
        NewTimestamp::Now => Ok(Some(SystemTime::now())),
        NewTimestamp::Timestamp(time) => {
            let since = Duration::new(time.seconds, time.nanoseconds.min(999_999_999));
            UNIX_EPOCH.checked_add(since).map(Some).ok_or(FileError::Invalid)
        }
    };
    Ok(Times { accessed: time(accessed)?, modified: time(modified)? })
}

pub(super) fn follows(flags: PathFlags) -> bool {
    flags.contains(PathFlags::SYMLINK_FOLLOW)
}

/// What tells a file from all others of a call.
pub(super) fn identity(files: &Overlay, id: u64) -> MetadataHashValue {
    MetadataHashValue { lower: id, upper: files.mount() }
}
