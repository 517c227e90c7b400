//! This reads what a person hands over: a file, standard input, or an argument that names one of them.

use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// More than any model answers, and little enough to hold in memory.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Where text comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Source {
    /// The source that a path names: `-` is standard input.
    pub(super) fn at(path: &Path) -> Self {
        if path == Path::new("-") { Self::Stdin } else { Self::File(path.to_owned()) }
    }

    /// Reads the whole text.
    pub(super) fn read(&self) -> anyhow::Result<String> {
        let mut bytes = Vec::new();
        match self {
            Self::Stdin => io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes),
            Self::File(path) => File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)),
        }
        .with_context(|| format!("cannot read {self}"))?;
        anyhow::ensure!(bytes.len() as u64 <= MOST_BYTES, "{self} is larger than {} MiB", MOST_BYTES / 1024 / 1024);
        String::from_utf8(bytes).with_context(|| format!("{self} is not UTF-8 text"))
    }

    /// Whether somebody has to type it.
    pub(super) fn is_typed(&self) -> bool {
        *self == Self::Stdin && io::stdin().is_terminal()
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("standard input"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}
