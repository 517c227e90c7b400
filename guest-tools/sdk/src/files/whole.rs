//! Reading a file as a whole, up to a size.

use std::fs::{self, File};
use std::io::Read as _;

use super::{ChatPath, io_error};
use crate::ToolError;

/// The bytes of a file of at most `most` bytes.
///
/// # Errors
/// Says what is at the path if it is no file, or that the file is larger.
pub fn read_whole(path: &ChatPath, most: u64) -> Result<Vec<u8>, ToolError> {
    let failed = |error| io_error(path, &error);
    let found = fs::metadata(path.real()).map_err(failed)?;
    if found.is_dir() {
        return Err(ToolError::invalid(
            "/path",
            format!("`{path}` is a folder; name a file in it, or see what is there with `ls`"),
        ));
    }
    let too_large = |size: u64| {
        let (most, size) = (most / 1024, size.div_ceil(1024));
        ToolError::unsupported(format!("`{path}` has {size} KB; this works with files of up to {most} KB"))
    };
    if found.len() > most {
        return Err(too_large(found.len()));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found.len()).unwrap_or_default());
    let file = File::open(path.real()).map_err(failed)?;
    // A file may grow between looking and reading.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most { Err(too_large(bytes.len() as u64)) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::with_root;

    #[test]
    fn a_file_is_read_up_to_a_size() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("d")).expect("a folder");
        fs::write(folder.path().join("f"), "1234").expect("a file");
        let read = |path: &str, most| with_root(folder.path(), || read_whole(&ChatPath::parse(path)?, most));
        assert_eq!(read("f", 4).expect("a file"), b"1234");
        assert_eq!(read("f", 3).expect_err("too large").kind(), "unsupported");
        assert_eq!(read("g", 3).expect_err("nothing").kind(), "not_found");
        assert_eq!(read("d", 3).expect_err("a folder").kind(), "invalid_arguments");
    }
}
