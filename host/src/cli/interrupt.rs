//! This runs asynchronous work until it is done or the person presses Ctrl-C.

use anyhow::Context as _;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// Runs the work to its end. `None` if it was interrupted; then its future was dropped, which stops every guest.
pub(super) fn until_interrupted<T>(work: impl Future<Output = T>) -> anyhow::Result<Option<T>> {
    let runtime = Builder::new_multi_thread().enable_all().build().context("cannot start threads for the calls")?;
    let (interrupt, interrupted) = oneshot::channel();
    let mut interrupt = Some(interrupt);
    ctrlc::set_handler(move || {
        if let Some(interrupt) = interrupt.take() {
            // The receiver is gone if the work ended in the same moment.
            let _ = interrupt.send(());
        }
    })
    .context("cannot listen for Ctrl-C")?;
    let done = runtime.block_on(async {
        tokio::select! {
            biased;
            Ok(()) = interrupted => None,
            done = work => Some(done),
        }
    });
    runtime.shutdown_background();
    Ok(done)
}
