//! Describes itself with what it finds in the file system: nothing, since `describe` has no grant.

use hostile::{FileAccess, Hostile, ToolMetadata, with_files};
use wasip2::filesystem::preopens::get_directories;

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        ToolMetadata {
            description: format!("Sees {:?}.", get_directories().len()),
            ..with_files(metadata, FileAccess::ReadWrite)
        }
    }
}

hostile::guest!(Guest);
