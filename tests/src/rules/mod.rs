//! The rules that every tool keeps, one file each. They know a tool only through its metadata and its answers, so they
//! hold for a tool in any language, whoever wrote it.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value};
use toolhost::metadata::{Example, Metadata};
use toolhost::{Outcome, Tool};

use crate::chat::ScratchChat;
use crate::host::TestHost;

mod answers_fit_their_schema;
mod denied_without_its_needs;
mod describes_itself;
mod examples_give_expected_results;
mod imports_only_known_interfaces;
mod is_known_without_running;
mod name_is_portable;
mod names_its_own_parameters;
mod rejects_malformed_arguments;
mod same_answer_twice;
mod schema_accepts_its_examples;
mod schema_is_an_object;
mod stays_within_its_limits;
mod survives_random_arguments;
mod writes_only_under_chat_files;

/// A rule: what it is called, and the check that says what breaks it.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The promise, as a name.
    pub name: &'static str,
    /// Checks a component.
    pub check: fn(&Subject) -> Result<(), String>,
}

macro_rules! rules {
    ($($name:ident),+ $(,)?) => {
        /// Every rule.
        pub const RULES: &[Rule] = &[$(Rule { name: stringify!($name), check: $name::check }),+];
    };
}

rules![
    describes_itself,
    name_is_portable,
    schema_is_an_object,
    schema_accepts_its_examples,
    names_its_own_parameters,
    imports_only_known_interfaces,
    is_known_without_running,
    examples_give_expected_results,
    answers_fit_their_schema,
    same_answer_twice,
    rejects_malformed_arguments,
    survives_random_arguments,
    denied_without_its_needs,
    stays_within_its_limits,
    writes_only_under_chat_files,
];

/// A component under test, and the hosts that it is tested on.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The component.
    pub path: &'a PathBuf,
    /// A host that admits every tool and grants what it needs.
    pub host: &'a TestHost,
    /// The same, started again with the compile cache that the first left.
    pub warm: &'a TestHost,
    /// A host that admits every tool and grants nothing.
    pub withholding: &'a TestHost,
}

impl Subject<'_> {
    /// The tool that the component became.
    ///
    /// # Errors
    /// Says why the host skipped it.
    pub fn tool(&self) -> Result<Arc<Tool>, String> {
        tool_of(self.host, self.path)
    }

    /// A chat with a few files of many kinds in it.
    fn chat_with_files(&self, host: &TestHost) -> ScratchChat {
        let chat = host.chat();
        chat.put("a.txt", "alpha\nbeta\ngamma\n");
        chat.put("sub/b.txt", "delta\r\nepsilon");
        chat.put("data.csv", "name,count\nx,1\ny,2\n");
        chat.put("data.json", r#"{"a": [1, 2, {"b": null}]}"#);
        chat.put("empty", "");
        chat.put("binary.bin", [0_u8, 159, 146, 150, 255, 10]);
        chat
    }
}

fn tool_of(host: &TestHost, path: &PathBuf) -> Result<Arc<Tool>, String> {
    host.host().tools().into_iter().find(|tool| tool.path() == path).ok_or_else(|| {
        let skipped = host.host().skipped().iter().find(|skipped| &skipped.path == path);
        match skipped {
            Some(skipped) => format!("the host skipped it: {}", skipped.reason),
            None => "the host neither loaded nor skipped it".to_owned(),
        }
    })
}

/// Runs an example of a tool in a chat of its own that has the example's files.
fn run_example(host: &TestHost, metadata: &Metadata, example: &Example) -> (ScratchChat, Outcome) {
    let chat = host.chat();
    for (path, content) in &example.files {
        chat.put(path, content);
    }
    let outcome = chat.call(&metadata.name, example.arguments.clone());
    (chat, outcome)
}

/// Arguments that fit the tool's schema: an example's, or else made from the schema.
fn valid_arguments(metadata: &Metadata) -> Option<Map<String, Value>> {
    let made = crate::samples::Samples::new(&metadata.parameters, 1).value();
    let validator = jsonschema::validator_for(&metadata.parameters).ok()?;
    metadata
        .examples
        .iter()
        .map(|example| example.arguments.clone())
        .chain([made])
        .find(|arguments| validator.is_valid(arguments))
        .and_then(|arguments| arguments.as_object().cloned())
}

/// An error that lists what went wrong, unless nothing did.
fn all_well(problems: Vec<String>) -> Result<(), String> {
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// An outcome in one line, for a message.
fn shown(outcome: &Outcome) -> String {
    let mut text = serde_json::to_string(outcome).unwrap_or_default();
    if let Some((end, _)) = text.char_indices().nth(1_500) {
        text.truncate(end);
        text.push('…');
    }
    text
}
