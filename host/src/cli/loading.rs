//! This opens a host and shows on a terminal how far the compiling is.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use toolhost::{Host, HostBuilder, LoadEvent};

use super::output::{self, FAINT};
use super::{figures, output::shown_short};

/// Makes the host. `quiet` shows nothing meanwhile.
pub(super) fn open(builder: HostBuilder, quiet: bool) -> anyhow::Result<Host> {
    if quiet || !output::stderr_is_terminal() {
        return builder.build();
    }
    let progress = std::sync::Arc::new(Progress::new());
    let observed = progress.clone();
    let host = builder.on_load(move |event| observed.note(&event)).build();
    progress.finish();
    host
}

/// A bar that appears with the first component that has to be compiled.
struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// Components that are being compiled now, and how many there have been.
    compiling: Mutex<(Vec<String>, usize)>,
}

impl Progress {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} loading tools {bar:24} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, started: Instant::now(), compiling: Mutex::default() }
    }

    fn note(&self, event: &LoadEvent) {
        let mut compiling = self.compiling.lock().unwrap_or_else(PoisonError::into_inner);
        let (names, total) = &mut *compiling;
        match event {
            LoadEvent::Found { total } => self.bar.set_length(*total as u64),
            LoadEvent::Compiling { name, bytes } => {
                names.push(format!("{} ({})", shown_short(name, 40), figures::size(*bytes)));
                *total += 1;
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
                self.bar.enable_steady_tick(Duration::from_millis(120));
            }
            LoadEvent::Ready { name, .. } => {
                self.bar.inc(1);
                let name = format!("{} (", shown_short(name, 40));
                names.retain(|compiling| !compiling.starts_with(&name));
            }
            LoadEvent::Skipped(_) => self.bar.inc(1),
        }
        if let Some(name) = names.first() {
            let others = names.len() - 1;
            let others = if others == 0 { String::new() } else { format!(" and {others} more") };
            self.bar.set_message(format!("compiling {name}{others}"));
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
        let compiled = self.compiling.lock().unwrap_or_else(PoisonError::into_inner).1;
        if compiled > 0 {
            let components = figures::plural(compiled, "component", "components");
            let took = figures::time(self.started.elapsed());
            output::say(&format!("{FAINT}compiled {components} in {took}; the next start maps them{FAINT:#}"));
        }
    }
}
