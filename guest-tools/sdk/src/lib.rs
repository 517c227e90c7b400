//! Turns a documented argument struct and one function into a component of the world `tool`.
//!
//! ```no_run
//! use toolhost_sdk::prelude::*;
//!
//! #[derive(Deserialize, JsonSchema)]
//! #[serde(deny_unknown_fields)]
//! struct Arguments {
//!     /// Whom to greet.
//!     name: String,
//! }
//!
//! /// Greets somebody by name. Use it to say hello.
//! #[tool(
//!     title = "Greet", category = custom, tier = low, access = read, danger = safe, class = small,
//!     idempotent, concurrency_safe, files = none, keywords = ["hello"], use_cases = ["say hello"],
//! )]
//! fn greet(arguments: Arguments, _call: &Call) -> ToolResult {
//!     Ok(Answer::text(format!("Hello, {}!", arguments.name)))
//! }
//! ```
//!
//! The crate is a `cdylib`, built with `cargo build --target wasm32-wasip2`, and depends on `toolhost-sdk`, `serde` and
//! `schemars`. Everything else about the tool, from its name to the capabilities that it needs, stands between the
//! parentheses of the attribute; what must be there and is missing is an error that says what to write. [`tool`] lists
//! all keys.

mod answer;
mod call;
mod error;
mod example;
mod export;
pub mod files;
pub mod paging;
pub mod schema;
pub mod text;

#[doc(hidden)]
pub mod bindings {
    wit_bindgen::generate!({
        path: "../../wit",
        world: "tool",
        pub_export_macro: true,
        export_macro_name: "export",
        generate_all,
    });
}

/// The contract's own types, for what the attribute does not cover.
pub mod contract {
    pub use crate::bindings::toolhost::contract::metadata::{
        Access, AvailabilityCheck, Category, ContextNeeds, CostTier, Danger, FileAccess, FilesOnError, Hint, HostRule,
        NarrowerUse, Needs, NetworkNeed, ProgressiveParameter, Requirement, ResourceClass, SecretNeed, ServiceNeeds,
        ToolMetadata,
    };
}

/// Services of the host, each granted only if the attribute asks for it. Outside of a host they cannot be called.
pub mod services {
    pub use crate::bindings::toolhost::contract::service_errors::ServiceError;
    pub use crate::bindings::toolhost::contract::{approvals, catalog, config, secrets, snapshots, state, tools};
}

pub use answer::Answer;
pub use call::Call;
pub use error::{ToolError, ToolResult};
pub use example::Example;
pub use export::{Export, Tool};
pub use serde_json::{Value, json};
pub use toolhost_sdk_macros::tool;

/// Whether a tool can do its work at present: what the function named by `ready = …` returns.
pub use bindings::exports::toolhost::contract::guest::Readiness;

/// Everything that a tool's file usually needs.
pub mod prelude {
    pub use crate::{Answer, Call, Example, Readiness, ToolError, ToolResult, Value, json, tool};
    pub use schemars::{self, JsonSchema};
    pub use serde::{self, Deserialize, Serialize};
}
