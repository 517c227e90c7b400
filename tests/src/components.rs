//! This finds the components that were built for the tests. One that is missing is a failure, never skipped.

use std::fs;
use std::path::{Path, PathBuf};

/// A component that was built.
#[derive(Debug, Clone)]
pub struct Built {
    /// The file's name without `.wasm`.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// The repository's root.
pub fn repository() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_path_buf()
}

/// Where `just guests` and `just python` put the tools.
pub fn tools_dir() -> PathBuf {
    repository().join("target/tools")
}

/// Where `tests/hostile/install.sh` puts the guests that misbehave.
pub fn hostile_dir() -> PathBuf {
    repository().join("target/hostile")
}

/// The compile cache that all tests share, and keep.
pub fn cache_dir() -> PathBuf {
    repository().join("target/test-cache")
}

/// Every component in a directory, by name.
///
/// # Panics
/// Says how to build them if there are none.
pub fn built_in(directory: &Path) -> Vec<Built> {
    let mut built: Vec<Built> = fs::read_dir(directory)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "wasm"))
        .map(|path| Built { name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), path })
        .collect();
    assert!(!built.is_empty(), "no components in {}: run `just guests` and `just hostile`", directory.display());
    built.sort_by(|a, b| a.name.cmp(&b.name));
    built
}

/// The names of the tools that come with the host: folders `guest-tools/<category>/<tool>`, and the interpreter.
pub fn tool_names() -> Vec<String> {
    let guests = repository().join("guest-tools");
    let mut names = vec!["code_interpreter".to_owned()];
    let categories =
        folders(&guests).into_iter().filter(|folder| !folder.ends_with("templates") && !folder.ends_with("sdk"));
    for tool in categories.flat_map(|category| folders(&category)) {
        if tool.join("Cargo.toml").is_file() {
            names.push(tool.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    names
}

fn folders(directory: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(directory)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}
