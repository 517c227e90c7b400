//! Writing a file so that it has either its old content or all of the new.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Names tried beside a file before giving up.
const TRIES: u32 = 100;

/// New content for a file, complete under a temporary name in the file's folder. Dropped without
/// [`Staged::publish`], it leaves nothing behind: neither the temporary file nor folders made for it.
#[derive(Debug)]
pub struct Staged {
    temporary: PathBuf,
    target: PathBuf,
    made: Vec<PathBuf>,
    published: bool,
}

impl Staged {
    /// Writes content for `target`, making the folders that it needs.
    ///
    /// # Errors
    /// What the file system reports; nothing is left behind then.
    pub fn write(target: &Path, content: &[u8]) -> io::Result<Self> {
        let (staged, mut file) = Self::begin(target)?;
        file.write_all(content)?;
        Ok(staged)
    }

    /// Begins content for `target` that is written bit by bit to the file returned beside it. Close that before
    /// [`Staged::publish`].
    ///
    /// # Errors
    /// What the file system reports; nothing is left behind then.
    pub fn begin(target: &Path) -> io::Result<(Self, File)> {
        let made = make_parents(target)?;
        let (temporary, file) = match create_beside(target) {
            Ok(created) => created,
            Err(error) => {
                remove_folders(&made);
                return Err(error);
            }
        };
        Ok((Self { temporary, target: target.to_owned(), made, published: false }, file))
    }

    /// Puts the content in place of what `target` was.
    ///
    /// # Errors
    /// What the file system reports; `target` is then as it was.
    pub fn publish(mut self) -> io::Result<()> {
        fs::rename(&self.temporary, &self.target)?;
        self.published = true;
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.published {
            // Nothing more can be done about a file that cannot be removed.
            let _ = fs::remove_file(&self.temporary);
            remove_folders(&self.made);
        }
    }
}

/// A name in the folder of `target` that is free.
///
/// # Errors
/// What the file system reports.
pub fn free_name_beside(target: &Path) -> io::Result<PathBuf> {
    let (name, file) = create_beside(target)?;
    drop(file);
    fs::remove_file(&name)?;
    Ok(name)
}

/// Makes the folders above `target` and returns those that were missing, outermost first.
///
/// # Errors
/// What the file system reports; folders made before the error are removed again.
pub fn make_parents(target: &Path) -> io::Result<Vec<PathBuf>> {
    let mut missing: Vec<&Path> = target
        .ancestors()
        .skip(1)
        .take_while(|folder| !folder.as_os_str().is_empty() && fs::symlink_metadata(folder).is_err())
        .collect();
    missing.reverse();
    let mut made = Vec::new();
    for folder in missing {
        if let Err(error) = fs::create_dir(folder) {
            remove_folders(&made);
            return Err(error);
        }
        made.push(folder.to_owned());
    }
    Ok(made)
}

/// Removes folders that are empty, innermost first.
pub fn remove_folders(made: &[PathBuf]) {
    for folder in made.iter().rev() {
        // One that is not empty any more is somebody's.
        let _ = fs::remove_dir(folder);
    }
}

fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    for number in 0..TRIES {
        let name = target.with_file_name(format!(".toolhost-{number}.part"));
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(file) => return Ok((name, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "no free name for a temporary file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("f");
        fs::write(&target, "old").expect("a file");
        let staged = Staged::write(&target, b"new").expect("a temporary file");
        assert_eq!(fs::read_to_string(&target).expect("a text"), "old");
        staged.publish().expect("published");
        assert_eq!(fs::read_to_string(&target).expect("a text"), "new");
        assert_eq!(names(folder.path()), ["f"]);
    }

    #[test]
    fn what_is_not_published_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("kept")).expect("a folder");
        drop(Staged::write(&folder.path().join("kept/a/b/f"), b"new").expect("a temporary file"));
        assert_eq!(names(folder.path()), ["kept"]);
        assert!(names(&folder.path().join("kept")).is_empty());
        // A folder where the file should be: publishing fails.
        assert!(Staged::write(&folder.path().join("kept"), b"new").expect("a temporary file").publish().is_err());
        assert_eq!(names(folder.path()), ["kept"]);
        // A file where a folder should be: nothing can be written.
        fs::write(folder.path().join("file"), "").expect("a file");
        assert!(Staged::write(&folder.path().join("file/a/f"), b"new").is_err());
        assert_eq!(names(folder.path()), ["file", "kept"]);
    }

    #[test]
    fn content_can_come_bit_by_bit() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("a/f");
        let (staged, mut file) = Staged::begin(&target).expect("a temporary file");
        for part in ["one ", "two"] {
            file.write_all(part.as_bytes()).expect("written");
            assert!(!target.exists());
        }
        drop(file);
        staged.publish().expect("published");
        assert_eq!(fs::read_to_string(&target).expect("a text"), "one two");
        drop(Staged::begin(&folder.path().join("b/f")).expect("a temporary file"));
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[test]
    fn a_file_that_has_the_temporary_name_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(".toolhost-0.part"), "mine").expect("a file");
        Staged::write(&folder.path().join("f"), b"new").and_then(Staged::publish).expect("written");
        assert_eq!(names(folder.path()), [".toolhost-0.part", "f"]);
    }
}
