//! This is a call that shows how a tool is used. The contract tests run it.

use serde_json::Value;

use crate::bindings::toolhost::contract::metadata::Example as Raw;

/// One example.
#[derive(Debug, Clone)]
pub struct Example {
    title: String,
    arguments: Value,
    files: Vec<(String, String)>,
    expected: Option<String>,
}

impl Example {
    /// An example with these arguments.
    pub fn new(title: impl Into<String>, arguments: Value) -> Self {
        Self { title: title.into(), arguments, files: Vec::new(), expected: None }
    }

    /// A file that exists before the call.
    #[must_use]
    pub fn file(mut self, path: impl Into<String>, content: impl Into<String>) -> Self {
        self.files.push((path.into(), content.into()));
        self
    }

    /// The text of the answer.
    #[must_use]
    pub fn expect(mut self, text: impl Into<String>) -> Self {
        self.expected = Some(text.into());
        self
    }

    /// The JSON document of the answer.
    #[must_use]
    pub fn expect_json(mut self, value: Value) -> Self {
        self.expected = Some(value.to_string());
        self
    }

    /// What the example shows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The arguments. For tests of a tool's logic.
    pub fn arguments(&self) -> &Value {
        &self.arguments
    }

    /// The files that exist before the call: path and content. For tests of a tool's logic.
    pub fn files(&self) -> &[(String, String)] {
        &self.files
    }

    /// What the answer is: a text, or the text of a JSON document. For tests of a tool's logic.
    pub fn expected(&self) -> Option<&str> {
        self.expected.as_deref()
    }

    #[doc(hidden)]
    pub fn all(examples: Vec<Self>) -> Vec<Raw> {
        let raw = |example: Self| Raw {
            title: example.title,
            arguments: example.arguments.to_string(),
            files: example.files,
            expected: example.expected,
        };
        examples.into_iter().map(raw).collect()
    }
}
