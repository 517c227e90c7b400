//! Carries out the `orders`, one to a line, beneath `root`, and answers one line for each. `end` says how the call ends:
//! `ok`, `error`, `trap` or `spin`.

use hostile::bindings::toolhost::contract::progress;
use hostile::orders::Orders;
use hostile::{
    Context, ErrorKind, FileAccess, Hostile, Output, ServiceNeeds, ToolError, ToolMetadata, string, text, with_files,
};

struct Guest;

impl Hostile for Guest {
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        let mut metadata = with_files(metadata, FileAccess::ReadWrite);
        metadata.needs.services = ServiceNeeds::SCRATCH | ServiceNeeds::PACKAGES;
        metadata.resource_class = hostile::ResourceClass::Large;
        metadata
    }

    fn invoke(_context: Context, arguments: String) -> Result<Output, ToolError> {
        let mut orders = Orders::beneath(string(&arguments, "root", "/chat"));
        let mut results = Vec::new();
        // These two are all the escapes that orders have.
        let text_of_orders = string(&arguments, "orders", "").replace("\\n", "\n").replace("\\t", "\t");
        for order in text_of_orders.lines() {
            results.push(match order.split_once('\t') {
                Some(("pause", until)) => pause(until),
                Some(("stream", rest)) => stream(rest),
                _ => orders.carry_out(order),
            });
        }
        match string(&arguments, "end", "ok").as_str() {
            "error" => Err(ToolError {
                kind: ErrorKind::Failed,
                message: results.join("\n"),
                violations: Vec::new(),
                content: Vec::new(),
                action: None,
                retryable: false,
            }),
            "trap" => panic!("as ordered"),
            "spin" => loop {
                std::hint::black_box(());
            },
            _ => Ok(text(results.join("\n"))),
        }
    }
}

/// Says that it waits, and waits until somebody has committed a file of this name.
fn pause(until: &str) -> String {
    progress::report(None, until);
    while std::fs::symlink_metadata(format!("/chat/{until}")).is_err() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    "paused".to_owned()
}

/// Writes to a file in `/chat` as the standard library does, and tells the code that it does not ask for.
fn stream(order: &str) -> String {
    use wasip2::filesystem::preopens::get_directories;
    use wasip2::filesystem::types::{DescriptorFlags, OpenFlags, PathFlags, filesystem_error_code};
    use wasip2::io::streams::StreamError;
    let (path, content) = order.split_once('\t').expect("a path and a content");
    let chat = get_directories().into_iter().find(|(_, name)| name == "/chat").expect("files are granted").0;
    let opened = chat.open_at(PathFlags::empty(), path, OpenFlags::CREATE, DescriptorFlags::WRITE);
    let written = opened.and_then(|file| Ok((file.write_via_stream(0)?, file)));
    match written.map(|(stream, _file)| stream.write(content.as_bytes())) {
        Ok(Ok(())) => "done".to_owned(),
        Ok(Err(StreamError::LastOperationFailed(error))) => match filesystem_error_code(&error) {
            Some(code) => format!("code {}", code.name()),
            None => "no code".to_owned(),
        },
        Ok(Err(StreamError::Closed)) => "closed".to_owned(),
        Err(code) => format!("code {}", code.name()),
    }
}

hostile::guest!(Guest);
