//! Opens a file again and again and closes none.

use std::mem::forget;

use hostile::{Context, FileAccess, Hostile, Output, ToolError, ToolMetadata, text, with_files};
use wasip2::filesystem::preopens::get_directories;
use wasip2::filesystem::types::{DescriptorFlags, OpenFlags, PathFlags};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        with_files(metadata, FileAccess::Read)
    }

    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let Some((root, _)) = get_directories().into_iter().next() else {
            return Ok(text("no directory"));
        };
        for opened in 0..10_000_000 {
            match root.open_at(PathFlags::empty(), "kept.txt", OpenFlags::empty(), DescriptorFlags::READ) {
                Ok(file) => forget(file),
                Err(code) => return Ok(text(format!("refused at {opened}: {code:?}"))),
            }
        }
        Ok(text("never refused"))
    }
}

hostile::guest!(Guest);
