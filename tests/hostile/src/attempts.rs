//! Attempts at things a guest may not do, each reported as one line: `name: allowed` or `name: refused (why)`.

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

use wasip2::filesystem::preopens::get_directories;
use wasip2::filesystem::types::{Descriptor, DescriptorFlags, ErrorCode, OpenFlags, PathFlags};

use crate::{Output, text};

/// The attempts made so far.
#[derive(Default)]
pub struct Report {
    lines: Vec<String>,
}

impl Report {
    /// Adds an attempt. What it found, if anything, is part of the line.
    pub fn attempt<T: Debug, E: Debug>(&mut self, name: impl AsRef<str>, result: Result<T, E>) {
        let name = name.as_ref();
        self.lines.push(match result {
            Ok(found) => format!("{name}: allowed ({found:?})"),
            Err(error) => format!("{name}: refused ({error:?})"),
        });
    }

    /// The answer that lists every attempt.
    pub fn answer(self) -> Output {
        text(self.lines.join("\n"))
    }
}

/// Every way to change a file `kept.txt`, a directory `kept` or anything else beneath a directory.
pub fn change_everything(report: &mut Report, directory: &Path) {
    let kept = directory.join("kept.txt");
    report.attempt("create", File::create(directory.join("created.txt")).map(drop));
    report.attempt("write", OpenOptions::new().write(true).open(&kept).and_then(|mut file| file.write_all(b"changed")));
    report.attempt("append", OpenOptions::new().append(true).open(&kept).and_then(|mut file| file.write_all(b"more")));
    report.attempt("truncate on open", OpenOptions::new().write(true).truncate(true).open(&kept).map(drop));
    report.attempt("set length", OpenOptions::new().write(true).open(&kept).and_then(|file| file.set_len(1)));
    report.attempt("write through a reading handle", File::open(&kept).and_then(|mut file| file.write_all(b"x")));
    report.attempt(
        "set times",
        File::open(&kept).and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1))),
    );
    report.attempt("hard link", fs::hard_link(&kept, directory.join("hard.txt")));
    report.attempt("make directory", fs::create_dir(directory.join("made")));
    report.attempt("remove directory", fs::remove_dir(directory.join("kept")));
    report.attempt("rename", fs::rename(&kept, directory.join("renamed.txt")));
    report.attempt("rename back", fs::rename(directory.join("renamed.txt"), &kept));
    report.attempt("unlink", fs::remove_file(&kept));

    // The same below the C library, which refuses some things before the host is asked.
    let Some((root, _)) = get_directories().into_iter().next() else {
        report.attempt("raw access", Err::<(), _>("no directory"));
        return;
    };
    let raw_open =
        |open: OpenFlags, flags: DescriptorFlags, name: &str| root.open_at(PathFlags::empty(), name, open, flags);
    report.attempt("raw open to write", raw_open(OpenFlags::empty(), DescriptorFlags::WRITE, "other.txt").map(drop));
    report.attempt("raw create", raw_open(OpenFlags::CREATE, DescriptorFlags::WRITE, "raw.txt").map(drop));
    report.attempt(
        "raw truncate on open",
        raw_open(OpenFlags::TRUNCATE, DescriptorFlags::READ | DescriptorFlags::WRITE, "other.txt").map(drop),
    );
    report.attempt(
        "change a directory opened for it",
        raw_open(OpenFlags::DIRECTORY, DescriptorFlags::READ | DescriptorFlags::MUTATE_DIRECTORY, ".")
            .and_then(|directory| directory.create_directory_at("made through it")),
    );
    report.attempt(
        "raw write",
        raw_open(OpenFlags::empty(), DescriptorFlags::READ, "other.txt").and_then(|file| file.write(b"x", 0)),
    );
    report.attempt(
        "raw append stream",
        raw_open(OpenFlags::empty(), DescriptorFlags::READ, "other.txt").and_then(|file| append_through_stream(&file)),
    );
    report.attempt("raw symbolic link", root.symlink_at("other.txt", "soft.txt"));
    report.attempt("raw hard link", root.link_at(PathFlags::empty(), "other.txt", &root, "hard2.txt"));
    report.attempt("raw unlink", root.unlink_file_at("other.txt"));
}

fn append_through_stream(file: &Descriptor) -> Result<(), ErrorCode> {
    let stream = file.append_via_stream()?;
    stream.blocking_write_and_flush(b"x").map_err(|_| ErrorCode::NotPermitted)
}

/// Reads a file through the standard library.
pub fn read(path: impl AsRef<Path>) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(4096).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads a file through the first granted directory, below the C library, which would resolve `..` itself.
pub fn read_raw(path: &str, follow: bool) -> Result<String, ErrorCode> {
    let Some((root, _)) = get_directories().into_iter().next() else {
        return Err(ErrorCode::Access);
    };
    let path_flags = if follow { PathFlags::SYMLINK_FOLLOW } else { PathFlags::empty() };
    let file = root.open_at(path_flags, path, OpenFlags::empty(), DescriptorFlags::READ)?;
    let (bytes, _end) = file.read(4096, 0)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Lists a directory through the first granted directory, below the C library.
pub fn list_raw(path: &str) -> Result<Vec<String>, ErrorCode> {
    let Some((root, _)) = get_directories().into_iter().next() else {
        return Err(ErrorCode::Access);
    };
    let directory = root.open_at(PathFlags::SYMLINK_FOLLOW, path, OpenFlags::DIRECTORY, DescriptorFlags::READ)?;
    let entries = directory.read_directory()?;
    let mut names = Vec::new();
    while let Some(entry) = entries.read_directory_entry()? {
        names.push(entry.name);
    }
    Ok(names)
}
