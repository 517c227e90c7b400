//! The host itself: what it loads, what it lets in, in which order it runs things, and how it says no.

mod admission;
mod arguments;
mod cache;
mod cancellation;
mod chats;
mod decisions;
mod directories;
mod limits;
mod load;
mod steps;

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use toolhost_tests::hostile_dir;

/// A tools directory with some of the test guests in it.
fn tools_dir_of(guests: &[&str]) -> TempDir {
    let directory = TempDir::new().unwrap();
    for guest in guests {
        copy_guest(guest, &directory.path().join(format!("{guest}.wasm")));
    }
    directory
}

/// Copies one of the test guests.
fn copy_guest(guest: &str, to: &Path) {
    let from = hostile_dir().join(format!("{guest}.wasm"));
    fs::copy(&from, to).unwrap_or_else(|error| panic!("{}: {error}: run `just hostile`", from.display()));
}
