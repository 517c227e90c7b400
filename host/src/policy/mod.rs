//! This decides what a tool gets. Everything here is a pure function over values: no I/O, no clock, no wasmtime.

mod admission;
mod grant;
mod limits;

pub use admission::{Admission, Refusal};
pub use grant::{Allowance, Grant};
pub use limits::{Limits, LimitsPolicy};
