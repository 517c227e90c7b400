//! This knows which tools there are: their metadata, names and schemas.

pub mod metadata;
mod registry;
pub(crate) mod rules;
mod schema;

pub(crate) use registry::{Catalog, Readied};
pub use registry::{Origin, Skipped, Tool};
pub(crate) use schema::Schema;
