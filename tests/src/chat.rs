//! A chat of a test, with its files at hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use toolhost::metadata::CostTier;
use toolhost::{Chat, Content, Outcome, ToolCall};

use crate::host::block_on;

/// Longer than any call may take. A call that takes longer was not stopped by its limits.
const NEVER: Duration = Duration::from_secs(180);

/// A [`Chat`] that one test uses.
#[derive(Clone)]
pub struct ScratchChat {
    chat: Chat,
    files: PathBuf,
}

impl ScratchChat {
    pub(crate) fn new(chat: Chat, files: PathBuf) -> Self {
        Self { chat: chat.with_tier(CostTier::High), files }
    }

    /// The chat.
    pub fn chat(&self) -> &Chat {
        &self.chat
    }

    /// Where the chat's files are on this machine.
    pub fn files_dir(&self) -> &Path {
        &self.files
    }

    /// Puts a file into the chat.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn put(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.files.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&self.files)).expect("a directory can be made");
        fs::write(path, content).expect("a file can be written");
    }

    /// The content of a file of the chat, if it is there.
    pub fn get(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.files.join(path)).ok()
    }

    /// Every file of the chat with its content, by its path.
    pub fn snapshot(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        snapshot(&self.files)
    }

    /// Makes one call and waits for its outcome.
    ///
    /// # Panics
    /// If the call does not end.
    pub fn call(&self, tool: &str, arguments: Value) -> Outcome {
        self.call_text(tool, &arguments.to_string())
    }

    /// Makes one call with arguments that need not be JSON, and waits for its outcome.
    ///
    /// # Panics
    /// If the call does not end.
    pub fn call_text(&self, tool: &str, arguments: &str) -> Outcome {
        block_on(self.call_async(tool, arguments))
    }

    /// Makes one call.
    ///
    /// # Panics
    /// If the call does not end.
    pub async fn call_async(&self, tool: &str, arguments: &str) -> Outcome {
        tokio::time::timeout(NEVER, self.chat.call(ToolCall::new("call-1", tool, arguments)))
            .await
            .unwrap_or_else(|_| panic!("the call to {tool} was never stopped"))
    }

    /// Makes the calls of one step and waits for their outcomes.
    ///
    /// # Panics
    /// If the step does not end.
    pub fn run(&self, calls: Vec<ToolCall>) -> Vec<Outcome> {
        block_on(async { tokio::time::timeout(NEVER, self.chat.run(calls)).await }).expect("the step ends")
    }
}

/// Every file beneath a directory with its content, by its path relative to the directory. Links are not followed.
pub fn snapshot(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            let relative = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    files.insert(relative.join(""), Vec::new());
                    open.push(path);
                }
                Ok(kind) if kind.is_file() => {
                    files.insert(relative, fs::read(&path).unwrap_or_default());
                }
                _ => {
                    files.insert(relative, b"neither a file nor a directory".to_vec());
                }
            }
        }
    }
    files
}

/// The text of an outcome's text parts, one after another.
pub fn text_of(outcome: &Outcome) -> String {
    outcome
        .content
        .iter()
        .filter_map(|part| match part {
            Content::Text { text } => Some(text.as_str()),
            _ => None,
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// The document of an outcome's first JSON part.
pub fn json_of(outcome: &Outcome) -> Option<&Value> {
    outcome.content.iter().find_map(|part| match part {
        Content::Json { value } => Some(value),
        _ => None,
    })
}
