//! How fast calls are, in figures that a mean would hide: medians and 99th percentiles, beside what is aimed at.
//!
//! `cargo bench -p toolhost-tests` runs all of it in about two minutes; words after `--` select measurements by name.
//! Nothing here fails because it is slow. The latency of every single call goes into a histogram, and calls go through
//! [`toolhost::Chat::call`], the one path there is.

#![expect(clippy::print_stdout, reason = "a benchmark reports on standard output")]

mod files;
mod load;
mod plain;
mod python;
mod single;
mod table;

use table::Table;

fn main() {
    // Cargo adds `--bench`; everything else that is no option is a name.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut table = Table::new(cores);
    for (name, measure) in [
        ("trivial", single::trivial_call as fn(&mut Table)),
        ("python", python::fresh_call),
        ("start", single::warm_start),
        ("throughput", load::calls_per_second),
        ("neighbours", load::beside_spinning_guests),
        ("deadline", load::lateness),
        ("cpu", python::against_native),
        ("files", files::against_plain),
    ] {
        if is_wanted(name) {
            measure(&mut table);
        }
    }
    println!("\n{table}");
}
