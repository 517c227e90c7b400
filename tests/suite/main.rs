//! What the host promises, tested through the front door: real components, real files, the real command.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

mod cli;
mod host;
mod hostile;
mod layering;
mod protocol;
mod python;

use std::sync::LazyLock;

use toolhost_tests::{TestHost, built_in, tools_dir};

/// Every tool that comes with the host. One host for all tests, since the interpreter takes a moment to load.
static TOOLS: LazyLock<TestHost> = LazyLock::new(|| {
    built_in(&tools_dir());
    TestHost::over(&tools_dir())
});

/// Whether expectations are to be written anew instead of compared.
fn bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value == "1")
}
