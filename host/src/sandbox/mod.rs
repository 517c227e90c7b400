//! This runs guests. It is the only module that names wasmtime.
//!
//! [`Sandbox`] prepares components when the host starts; [`Prepared`] makes a fresh instance for every call, binds
//! the call's grant and limits to it, and turns whatever happens into data.

mod bindings;
mod cache;
mod classify;
mod convert;
mod desk;
mod engine;
mod filesystem;
mod invoke;
mod limiter;
mod outline;
mod prepare;
mod proof;
mod service_calls;
mod services;
mod state;
mod streams;

pub(crate) use desk::{
    Answer, Asked, Callable, Desk, DeskError, Difference, DifferenceKind, FoundGroup, FoundTool, SavedFiles,
};
pub(crate) use filesystem::Mount;
pub(crate) use invoke::{Facts, Finished, Invocation, News, Prepared, Readiness};
pub(crate) use outline::Outline;
pub(crate) use prepare::{Loaded, Sandbox, block_on};
pub use proof::LimitProof;
