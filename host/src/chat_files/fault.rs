//! These are the places at which the tests end the process, to see what is left.

/// Ends the process if a test has asked for that at this place.
#[cfg(not(test))]
pub(super) fn point(_name: &str) {}

#[cfg(test)]
pub(super) use armed::point;

#[cfg(test)]
pub(super) mod armed {
    use std::sync::atomic::{AtomicI64, Ordering};

    /// Points still to be passed before the process ends. Negative: it does not end.
    static LEFT: AtomicI64 = AtomicI64::new(-1);

    /// Ends the process at the point after this many.
    pub(crate) fn arm(points: i64) {
        LEFT.store(points, Ordering::SeqCst);
    }

    pub(crate) fn point(_name: &str) {
        if LEFT.load(Ordering::SeqCst) >= 0 && LEFT.fetch_sub(1, Ordering::SeqCst) == 0 {
            // As `kill -9` does: nothing is unwound, flushed or removed.
            rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL).ok();
            std::process::abort();
        }
    }
}
