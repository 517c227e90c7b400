//! Is a component, but no tool: it exports nothing.

/// Keeps the library from being empty. It is no part of any interface.
pub extern "C" fn idle() {}
