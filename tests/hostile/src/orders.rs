//! Operations on files as text, one to a line, their words parted by tabs; each gives one line of result.
//!
//! The same source runs in a guest and natively in the tests, so that what differs is the file system alone. Errors are
//! told by their kind, which is the same everywhere, and not by their number.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Carries out orders beneath a folder.
pub struct Orders {
    root: PathBuf,
    open: BTreeMap<String, File>,
}

impl Orders {
    /// Orders whose paths lie beneath this folder.
    pub fn beneath(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), open: BTreeMap::new() }
    }

    /// Carries out one order.
    pub fn carry_out(&mut self, order: &str) -> String {
        let words: Vec<&str> = order.split('\t').collect();
        match self.order(&words) {
            Ok(result) => result,
            Err(error) => format!("error {}", kind(&error)),
        }
    }

    fn at(&self, path: &str) -> PathBuf {
        if path.is_empty() { self.root.clone() } else { self.root.join(path) }
    }

    fn file(&mut self, name: &str) -> io::Result<&mut File> {
        self.open.get_mut(name).ok_or_else(|| io::ErrorKind::InvalidInput.into())
    }

    fn order(&mut self, words: &[&str]) -> io::Result<String> {
        let done = || Ok("done".to_owned());
        match words {
            ["write", path, content] => {
                fs::write(self.at(path), content)?;
                done()
            }
            ["read", path] => Ok(format!("read {}", fs::read_to_string(self.at(path))?)),
            ["rename", from, to] => {
                fs::rename(self.at(from), self.at(to))?;
                done()
            }
            ["unlink", path] => {
                fs::remove_file(self.at(path))?;
                done()
            }
            ["mkdir", path] => {
                fs::create_dir(self.at(path))?;
                done()
            }
            ["rmdir", path] => {
                fs::remove_dir(self.at(path))?;
                done()
            }
            ["list", path] => list(&self.at(path)),
            ["stat", path] => {
                let found = fs::symlink_metadata(self.at(path))?;
                Ok(if found.is_dir() { "folder".to_owned() } else { format!("file {}", found.len()) })
            }
            ["open", name, path, how] => {
                let has = |letter| how.contains(letter);
                let file = OpenOptions::new()
                    .read(has('r'))
                    .write(has('w'))
                    .append(has('a'))
                    .create(has('c'))
                    .create_new(has('x'))
                    .truncate(has('t'))
                    .open(self.at(path))?;
                self.open.insert((*name).to_owned(), file);
                done()
            }
            ["close", name] => {
                self.open.remove(*name);
                done()
            }
            ["pwrite", name, offset, content] => {
                let offset = number(offset)?;
                let file = self.file(name)?;
                file.seek(SeekFrom::Start(offset))?;
                file.write_all(content.as_bytes())?;
                done()
            }
            ["append", name, content] => {
                self.file(name)?.write_all(content.as_bytes())?;
                done()
            }
            ["pread", name, offset] => {
                let offset = number(offset)?;
                let file = self.file(name)?;
                file.seek(SeekFrom::Start(offset))?;
                let mut content = Vec::new();
                file.take(1_000).read_to_end(&mut content)?;
                Ok(format!("read {}", String::from_utf8_lossy(&content).replace('\0', "0")))
            }
            ["setlen", name, length] => {
                let length = number(length)?;
                self.file(name)?.set_len(length)?;
                done()
            }
            ["fstat", name] => Ok(format!("file {}", self.file(name)?.metadata()?.len())),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// The kind of an error. The standard library for WASI does not know the kinds of all of its numbers.
fn kind(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(19) if cfg!(target_os = "wasi") => "QuotaExceeded".to_owned(),
        Some(55) if cfg!(target_os = "wasi") => "DirectoryNotEmpty".to_owned(),
        _ => format!("{:?}", error.kind()),
    }
}

fn number(word: &str) -> io::Result<u64> {
    word.parse().map_err(|_| io::ErrorKind::InvalidInput.into())
}

fn list(path: &Path) -> io::Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let mark = if kind.is_dir() {
            "/"
        } else if kind.is_symlink() {
            "@"
        } else {
            ""
        };
        names.push(format!("{}{mark}", entry.file_name().to_string_lossy()));
    }
    names.sort();
    Ok(format!("names {}", names.join(" ")))
}
