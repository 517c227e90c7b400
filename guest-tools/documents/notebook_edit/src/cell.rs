//! A cell as it stands in its notebook.

use serde::Deserialize;

use crate::raw::Entries;

/// One cell.
#[derive(Debug)]
pub(crate) struct Cell<'a> {
    /// The cell's text in the file, braces included.
    pub(crate) text: &'a str,
    pub(crate) entries: Entries<'a>,
    pub(crate) id: Option<String>,
    /// The type as the file has it: `code`, `markdown`, `raw`, or a word that is not in the format.
    pub(crate) kind: String,
}

/// A text, in one piece or in pieces, as notebooks write it.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Pieces {
    One(String),
    Many(Vec<String>),
}

impl Pieces {
    pub(crate) fn joined(self) -> String {
        match self {
            Self::One(text) => text,
            Self::Many(pieces) => pieces.concat(),
        }
    }
}

impl<'a> Cell<'a> {
    /// Takes a cell's text apart, or says what is wrong with it.
    pub(crate) fn parse(text: &'a str) -> Result<Self, String> {
        let entries = Entries::of(text).map_err(|error| format!("is no object: {error}"))?;
        if let Some(name) = entries.repeated() {
            return Err(format!("has the entry {name:?} twice, so programs differ in what they take it for"));
        }
        let kind = entries.read("cell_type").ok_or("has no text cell_type")?;
        Ok(Self { text, id: entries.read("id"), kind, entries })
    }

    /// The source, or what is wrong with it.
    pub(crate) fn source(&self) -> Result<String, String> {
        let text = self.entries.get("source").ok_or("has no source")?;
        serde_json::from_str::<Pieces>(text)
            .map(Pieces::joined)
            .map_err(|_| "has a source that is neither a text nor a list of texts".to_owned())
    }

    /// Whether the source is written as one text.
    pub(crate) fn has_whole_source(&self) -> bool {
        self.entries.get("source").is_some_and(|text| text.starts_with('"'))
    }

    /// Whether there are outputs.
    pub(crate) fn has_outputs(&self) -> bool {
        self.entries.read::<crate::raw::Items<'_>>("outputs").is_some_and(|outputs| !outputs.0.is_empty())
    }

    /// The number of the execution that the outputs come from.
    pub(crate) fn execution_count(&self) -> Option<u64> {
        self.entries.read("execution_count")
    }

    /// What the cell is called in an answer: `code cell 3 (id ab12)`.
    pub(crate) fn title(&self, index: usize) -> String {
        let kind = toolhost_sdk::text::printable(&self.kind);
        match &self.id {
            Some(id) => format!("{kind} cell {index} (id {})", toolhost_sdk::text::printable(id)),
            None => format!("{kind} cell {index}"),
        }
    }
}
