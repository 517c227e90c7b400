//! Was granted no files, and looks for some.

use hostile::attempts::{Report, read};
use hostile::{Context, Hostile, Output, ToolError};
use wasip2::filesystem::preopens::get_directories;

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let mut report = Report::default();
        for path in ["/chat/kept.txt", "kept.txt", "./kept.txt", "/tmp/x", "/etc/passwd"] {
            report.attempt(format!("open {path}"), read(path));
            report.attempt(format!("create {path}"), std::fs::write(path, "x"));
        }
        for path in ["/", ".", "/chat", "/tmp", "/packages"] {
            report.attempt(format!("list {path}"), std::fs::read_dir(path).map(|entries| entries.count()));
        }
        let directories = get_directories();
        report.attempt("granted directories", if directories.is_empty() { Err("none") } else { Ok(directories.len()) });
        Ok(report.answer())
    }
}

hostile::guest!(Guest);
