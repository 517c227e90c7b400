//! This is every way in which an operation on files can fail, in the terms of `wasi:filesystem`.

use std::io;

use rustix::io::Errno;

/// Why an operation on files failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FileError {
    #[error("there is no such file or folder")]
    NoEntry,
    #[error("it exists already")]
    Exists,
    #[error("it is not a folder")]
    NotDirectory,
    #[error("it is a folder")]
    IsDirectory,
    #[error("the folder is not empty")]
    NotEmpty,
    #[error("the files are read-only")]
    ReadOnly,
    #[error("this is not permitted")]
    NotPermitted,
    #[error("a quota is used up")]
    Quota,
    #[error("the file would be larger than a file may be")]
    FileTooLarge,
    #[error("there is no space left")]
    InsufficientSpace,
    #[error("the name or path is too long or too deep")]
    NameTooLong,
    #[error("the name holds characters that a name may not have")]
    IllegalName,
    #[error("this makes no sense")]
    Invalid,
    #[error("it is a symbolic link, or leads through too many of them")]
    Loop,
    #[error("it would move between two file systems")]
    CrossDevice,
    #[error("the file is not open for this")]
    BadDescriptor,
    #[error("too many files are open")]
    TooManyOpen,
    #[error("reading or writing failed")]
    Io,
}

pub(crate) type FileResult<T> = Result<T, FileError>;

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        let known = match error.kind() {
            io::ErrorKind::NotFound => Some(Self::NoEntry),
            io::ErrorKind::AlreadyExists => Some(Self::Exists),
            io::ErrorKind::PermissionDenied => Some(Self::NotPermitted),
            io::ErrorKind::NotADirectory => Some(Self::NotDirectory),
            io::ErrorKind::IsADirectory => Some(Self::IsDirectory),
            io::ErrorKind::DirectoryNotEmpty => Some(Self::NotEmpty),
            io::ErrorKind::StorageFull => Some(Self::InsufficientSpace),
            io::ErrorKind::QuotaExceeded => Some(Self::Quota),
            io::ErrorKind::FileTooLarge => Some(Self::FileTooLarge),
            io::ErrorKind::ReadOnlyFilesystem => Some(Self::ReadOnly),
            io::ErrorKind::InvalidFilename => Some(Self::NameTooLong),
            _ => match Errno::from_io_error(&error) {
                Some(Errno::LOOP) => Some(Self::Loop),
                Some(Errno::MFILE | Errno::NFILE) => Some(Self::TooManyOpen),
                // Opening a socket or a device without a driver.
                Some(Errno::NXIO | Errno::NODEV) => Some(Self::NotPermitted),
                _ => None,
            },
        };
        known.unwrap_or_else(|| {
            tracing::warn!("an operation on a chat's files failed: {error}");
            Self::Io
        })
    }
}
