//! Runs an AI agent's tools as WebAssembly components: for each call a fresh instance, the least capability, finite
//! limits, and one typed outcome.
//!
//! ```text
//! protocol ─▶ Chat::run ─▶ executor ─▶ policy ─▶ sandbox ─▶ guest invoke ─▶ Outcome ─▶ protocol
//!  (wire)     (facade)    (one path)   (grant)  (instance)  (component)   (result, usage, files)
//! ```
//!
//! A [`Host`] is loaded once and shared. A [`Chat`] is one conversation on it, with files of its own. A model's answer
//! is decoded by [`protocol`] into [`ToolCall`]s, [`Chat::run`] turns them into [`Outcome`]s, and `protocol` encodes
//! those as the messages to append.
//!
//! What happens inside a guest is data ([`CallError`]); only a failure of the host itself is an error.

mod call;
mod catalog;
mod chat;
mod chat_files;
mod decided;
mod executor;
mod host;
mod inspect;
mod load;
mod outcome;
mod per_chat;
mod person;
mod policy;
pub mod protocol;
mod record;
mod sandbox;
mod spending;

pub use call::ToolCall;
pub use catalog::{Origin, Skipped, Tool, metadata};
pub use chat::Chat;
pub use chat_files::{ChatFile, ChatQuota, Durability, Files, SavedFile, Snapshot, SnapshotQuota};
pub use executor::{CallEvent, Verdict};
pub use host::{Host, HostBuilder};
pub use inspect::{Inspection, inspect};
pub use load::LoadEvent;
pub use outcome::{CallError, ChangedFile, Code, Content, FileChanges, Outcome, Status, Usage};
pub use person::Person;
pub use policy::{
    AccessLevel, Admission, Allowance, Budgets, Decisions, Grant, Groups, Limits, LimitsPolicy, Refusal, Request,
    Unlock, Wish,
};
pub use record::Counters;
pub use sandbox::LimitProof;

/// The README's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}
