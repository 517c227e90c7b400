//! A path as a model writes it, checked before anything is opened.

use std::path::PathBuf;

use crate::ToolError;

const LONGEST_PATH: usize = 512;
const LONGEST_PART: usize = 255;
const DEEPEST: usize = 16;

/// A path beneath the chat's files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChatPath {
    relative: String,
}

impl ChatPath {
    /// Checks a path. `a/b`, `./a/b`, `/chat/a/b` and `.` are paths; what leads elsewhere is not.
    ///
    /// # Errors
    /// Names the path, the rule that it breaks and the way out.
    pub fn parse(path: &str) -> Result<Self, ToolError> {
        Self::parse_at(path, "/path")
    }

    /// The same for an argument that is not called `path`. `pointer` is its JSON Pointer.
    ///
    /// # Errors
    /// Names the path, the rule that it breaks and the way out.
    pub fn parse_at(path: &str, pointer: &str) -> Result<Self, ToolError> {
        check(path).map(|relative| Self { relative }).map_err(|problem| {
            let shown: String = path.chars().take(80).flat_map(char::escape_debug).collect();
            ToolError::invalid(
                pointer,
                format!("`{shown}` {problem}; give a path relative to the chat's files, such as `data/table.csv`"),
            )
        })
    }

    /// The path beneath the chat's files, with `/` between its parts; `.` for all of them.
    pub fn shown(&self) -> &str {
        if self.relative.is_empty() { "." } else { &self.relative }
    }

    /// Whether this is the folder that holds all of the chat's files.
    pub fn is_root(&self) -> bool {
        self.relative.is_empty()
    }

    /// The last part; empty for the root.
    pub fn name(&self) -> &str {
        self.relative.rsplit('/').next().unwrap_or_default()
    }

    /// Where the guest finds it.
    pub fn real(&self) -> PathBuf {
        if self.relative.is_empty() { root() } else { root().join(&self.relative) }
    }

    /// The path of something in this folder.
    ///
    /// # Errors
    /// If the name would lead elsewhere or the path becomes too long.
    pub fn join(&self, name: &str) -> Result<Self, ToolError> {
        Self::parse(&if self.is_root() { name.to_owned() } else { format!("{}/{name}", self.relative) })
    }
}

impl std::fmt::Display for ChatPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.shown())
    }
}

fn check(path: &str) -> Result<String, String> {
    if path.is_empty() {
        return Err("is empty".to_owned());
    }
    if path.len() > LONGEST_PATH {
        return Err(format!("has more than {LONGEST_PATH} bytes"));
    }
    if path.contains('\\') {
        return Err("contains a backslash".to_owned());
    }
    if path.contains(char::is_control) {
        return Err("contains a control character".to_owned());
    }
    let relative = match path.strip_prefix("/chat") {
        Some("") => "",
        Some(rest) if rest.starts_with('/') => rest,
        _ if path.starts_with('/') => return Err("leads outside of the chat's files".to_owned()),
        _ => path,
    };
    let mut parts = Vec::new();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => return Err("contains `..`".to_owned()),
            part if part.len() > LONGEST_PART => return Err(format!("has a part of more than {LONGEST_PART} bytes")),
            part => parts.push(part),
        }
    }
    if parts.len() > DEEPEST {
        return Err(format!("is deeper than {DEEPEST} folders"));
    }
    Ok(parts.join("/"))
}

/// Where the guest finds the chat's files.
#[cfg(target_family = "wasm")]
pub fn root() -> PathBuf {
    PathBuf::from("/chat")
}

#[cfg(not(target_family = "wasm"))]
thread_local! {
    static ROOT: std::cell::RefCell<PathBuf> = std::cell::RefCell::new(PathBuf::from("/chat"));
}

/// Where the guest finds the chat's files.
#[cfg(not(target_family = "wasm"))]
pub fn root() -> PathBuf {
    ROOT.with_borrow(Clone::clone)
}

/// Does something with another root on this thread. For tests of a tool's logic.
#[cfg(not(target_family = "wasm"))]
pub fn with_root<R>(root: &std::path::Path, action: impl FnOnce() -> R) -> R {
    let before = ROOT.replace(root.to_owned());
    let result = action();
    ROOT.set(before);
    result
}

#[cfg(test)]
mod tests {
    use super::ChatPath;
    use proptest::prelude::{any, proptest};

    #[test]
    fn the_usual_forms_mean_the_same() {
        for path in ["a/b.txt", "./a/b.txt", "/chat/a/b.txt", "a//b.txt", "a/./b.txt"] {
            assert_eq!(ChatPath::parse(path).expect("a good path").shown(), "a/b.txt");
        }
        for path in [".", "/chat", "/chat/", "./"] {
            assert!(ChatPath::parse(path).expect("a good path").is_root());
        }
    }

    #[test]
    fn what_leads_elsewhere_is_refused() {
        let long = "x".repeat(256);
        let deep = "a/".repeat(17);
        for path in
            ["", "/etc/passwd", "..", "a/../b", "/chat/../etc", "/chatter/a", "a\\b", "a\0b", "a\nb", &long, &deep]
        {
            let error = ChatPath::parse(path).expect_err("must be refused");
            assert_eq!(error.kind(), "invalid_arguments", "{path:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_leads_outside(text in any::<String>()) {
            if let Ok(path) = ChatPath::parse(&text) {
                assert!(path.real().starts_with("/chat"));
                assert!(!path.shown().split('/').any(|part| part == ".."));
            }
        }
    }
}
