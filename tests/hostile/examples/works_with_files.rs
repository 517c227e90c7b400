//! Works on files as `do` says, `count` files or `bytes` bytes at a time: what the benchmarks measure.

use std::io::{Read as _, Write as _};

use hostile::{Context, FileAccess, Hostile, Output, ToolError, ToolMetadata, number, string, text, with_files};

/// Bytes of one small file, and of one part of a large one.
const SMALL: usize = 1_000;
const PART: usize = 64 * 1024;

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        let mut metadata = with_files(metadata, FileAccess::ReadWrite);
        metadata.resource_class = hostile::ResourceClass::Large;
        metadata
    }

    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        match string(&arguments, "do", "nothing").as_str() {
            "small" => {
                let count = number(&arguments, "count", 1_000);
                let content = [b'x'; SMALL];
                std::fs::create_dir_all("/chat/small").expect("a folder");
                for file in 0..count {
                    std::fs::write(format!("/chat/small/{file}"), content).expect("written");
                }
                for file in 0..count {
                    assert_eq!(std::fs::read(format!("/chat/small/{file}")).expect("read").len(), SMALL);
                }
            }
            "write" => {
                let mut left = number(&arguments, "bytes", 0) as usize;
                let mut file = std::fs::File::create("/chat/large").expect("a file");
                let part = vec![b'x'; PART];
                while left > 0 {
                    let now = left.min(PART);
                    file.write_all(&part[..now]).expect("written");
                    left -= now;
                }
            }
            "read" => {
                let mut file = std::fs::File::open("/chat/large").expect("a file");
                let mut part = vec![0; PART];
                while file.read(&mut part).expect("read") > 0 {}
            }
            _ => {}
        }
        Ok(text("done"))
    }
}

hostile::guest!(Guest);
