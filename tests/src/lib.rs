//! What the test binaries and the benchmarks share: built components, a host over them, a chat to call them in, and the
//! contract's rules.

mod chat;
mod components;
mod host;
pub mod rules;
pub mod samples;

pub use chat::{ScratchChat, json_of, snapshot, text_of};
pub use components::{Built, built_in, cache_dir, hostile_dir, repository, tool_names, tools_dir};
pub use host::{TestHost, block_on, runtime};
