//! Counts its calls in a variable, a thread-local and the environment.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use hostile::{Context, Hostile, Output, ToolError, text};

static CALLS: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static LOCAL_CALLS: Cell<u32> = const { Cell::new(0) };
}

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        let calls = CALLS.fetch_add(1, Ordering::Relaxed) + 1;
        let local = LOCAL_CALLS.replace(LOCAL_CALLS.get() + 1) + 1;
        let inherited = std::env::var("LEFT_BEHIND").is_ok();
        // SAFETY: a guest has one thread.
        unsafe { std::env::set_var("LEFT_BEHIND", "yes") };
        Ok(text(format!("call {calls}, local {local}, environment kept: {inherited}")))
    }
}

hostile::guest!(Guest);
