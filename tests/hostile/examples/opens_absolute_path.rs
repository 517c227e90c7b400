//! Opens files of the host by their absolute paths. The path of one that exists is `path`.

use hostile::attempts::{Report, list_raw, read, read_raw};
use hostile::{Context, FileAccess, Hostile, Output, ToolError, ToolMetadata, string, with_files};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        with_files(metadata, FileAccess::ReadWrite)
    }

    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        let mut report = Report::default();
        let told = string(&arguments, "path", "/etc/passwd");
        for path in [told.as_str(), "/etc/passwd", "/proc/self/environ", "//etc/passwd", "/chat/../etc/passwd"] {
            report.attempt(format!("open {path}"), read(path));
            report.attempt(format!("raw open {path}"), read_raw(path, true));
            report.attempt(format!("write {path}"), std::fs::OpenOptions::new().append(true).open(path).map(drop));
        }
        for path in ["/", "/etc", "/tmp/..", "/proc"] {
            report.attempt(format!("list {path}"), std::fs::read_dir(path).map(|entries| entries.count()));
            report.attempt(format!("raw list {path}"), list_raw(path));
        }
        Ok(report.answer())
    }
}

hostile::guest!(Guest);
