//! Searches text line by line, for the tools that show matching lines with their numbers and the lines around them.

mod found;
mod matcher;
mod pattern;
mod scan;
mod search;

pub use found::{Found, Limits};
pub use matcher::LineMatcher;
pub use pattern::{Pattern, matcher};
pub use search::{Nul, Search, Searched};
