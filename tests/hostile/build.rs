//! Lets guests grow the table of their functions, which the linker otherwise closes.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=--growable-table");
}
