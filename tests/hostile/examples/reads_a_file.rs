//! Answers with the content of the file `name`, or says that it could not be read.

use hostile::attempts::{Report, read};
use hostile::{Context, FileAccess, Hostile, Output, ToolError, ToolMetadata, string, with_files};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        with_files(metadata, FileAccess::Read)
    }

    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        let name = string(&arguments, "name", "saved.txt");
        let mut report = Report::default();
        report.attempt("read", read(format!("/chat/{name}")));
        Ok(report.answer())
    }
}

hostile::guest!(Guest);
