//! Answers with a reference to a file, though it was granted no files.

use hostile::{Context, FileReference, Hostile, Output, Part, ToolError, answer};

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(answer(vec![Part::File(FileReference { path: "kept.txt".to_owned(), media_type: "text/plain".to_owned() })]))
    }
}

hostile::guest!(Guest);
