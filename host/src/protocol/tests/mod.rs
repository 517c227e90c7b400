#![expect(clippy::unwrap_used, reason = "tests")]

mod decoding;
mod encoding;
mod refusing;
