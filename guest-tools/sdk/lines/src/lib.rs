//! Searches text line by line, for the tools that show matching lines with their numbers and the lines around them.

mod found;
mod pattern;
mod search;

pub use found::{Found, Limits};
pub use pattern::{Pattern, matcher};
pub use search::{Nul, Search, Searched};
