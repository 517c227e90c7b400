//! What the host promises, tested through the front door: real components, real files, the real command.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

mod cli;
mod document;
mod host;
mod hostile;
mod layering;
mod protocol;
mod python;
mod requirements;
mod transactions;

use std::sync::LazyLock;
use std::time::Duration;

use toolhost::LimitsPolicy;
use toolhost_tests::{TestHost, built_in, tools_dir};

/// Every tool that comes with the host. One host for all tests, since the interpreter takes a moment to load. Programs get
/// less than they usually may, so that those that never end do not take a minute each.
static TOOLS: LazyLock<TestHost> = LazyLock::new(|| {
    built_in(&tools_dir());
    TestHost::built(|builder| {
        builder.tools_dir(tools_dir()).limits(LimitsPolicy::default().for_tool("code_interpreter", |limits| {
            limits.fuel = 20_000_000_000;
            limits.wall_clock = Duration::from_secs(30);
        }))
    })
});

/// Whether expectations are to be written anew instead of compared.
fn bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value == "1")
}
