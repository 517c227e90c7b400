//! Writes `content` to the file `name`, and answers with a reference to it.

use hostile::{
    Context, FileAccess, FileReference, Hostile, Output, Part, ToolError, ToolMetadata, answer, string, with_files,
};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        with_files(metadata, FileAccess::ReadWrite)
    }

    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        let path = string(&arguments, "name", "saved.txt");
        let content = string(&arguments, "content", "saved");
        std::fs::write(format!("/chat/{path}"), content).expect("a file can be written");
        Ok(answer(vec![Part::File(FileReference { path, media_type: "text/plain".to_owned() })]))
    }
}

hostile::guest!(Guest);
