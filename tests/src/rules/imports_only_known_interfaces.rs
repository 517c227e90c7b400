//! A component imports nothing but WASI 0.2 and the contract.

use super::{Subject, all_well};
use crate::components::cache_dir;

const KNOWN: &[&str] = &[
    "toolhost:contract/",
    "wasi:cli/",
    "wasi:clocks/",
    "wasi:filesystem/",
    "wasi:http/",
    "wasi:io/",
    "wasi:random/",
    "wasi:sockets/",
];

pub(super) fn check(subject: &Subject) -> Result<(), String> {
    let inspection = toolhost::inspect(subject.path, &cache_dir()).map_err(|error| format!("{error:#}"))?;
    let mut problems: Vec<String> = inspection
        .imports
        .iter()
        .filter(|import| !KNOWN.iter().any(|known| import.starts_with(known)))
        .map(|import| format!("it imports {import}"))
        .collect();
    problems.extend(
        inspection
            .imports
            .iter()
            .filter(|import| import.starts_with("wasi:") && !import.contains("@0.2."))
            .map(|import| format!("it imports {import}, which is not WASI 0.2")),
    );
    problems.extend(inspection.problems);
    all_well(problems)
}
