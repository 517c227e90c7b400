//! This decides what a tool gets. Everything here is a pure function over values: no I/O, no clock, no wasmtime.

mod admission;
mod budget;
mod decisions;
mod grant;
mod groups;
mod limits;

pub use admission::{Admission, Refusal};
pub use budget::Budgets;
pub(crate) use budget::Spent;
pub(crate) use decisions::Asked;
pub use decisions::{AccessLevel, Decisions, Request, Unlock, Wish};
pub use grant::{Allowance, Grant};
pub use groups::Groups;
pub use limits::{Limits, LimitsPolicy};
