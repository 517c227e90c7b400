//! Asks for more of a file, and of standard input, than any memory holds.

use hostile::{Context, FileAccess, Hostile, Output, ToolError, ToolMetadata, text, with_files};
use wasip2::cli::stdin::get_stdin;
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
        let Ok(file) = root.open_at(PathFlags::empty(), "kept.txt", OpenFlags::empty(), DescriptorFlags::READ) else {
            return Ok(text("no file"));
        };
        let direct = file.read(u64::MAX, 0).map_or(0, |(bytes, _)| bytes.len());
        let streamed =
            file.read_via_stream(0).map_or(0, |stream| stream.blocking_read(u64::MAX).map_or(0, |bytes| bytes.len()));
        let input = get_stdin().read(u64::MAX).map_or(0, |bytes| bytes.len());
        Ok(text(format!("{direct} {streamed} {input}")))
    }
}

hostile::guest!(Guest);
