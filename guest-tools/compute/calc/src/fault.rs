//! What is wrong with an expression, and where.

use std::ops::Range;

use toolhost_sdk::ToolError;

/// A problem at a place of the text, in bytes. A problem without a place is about the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) place: Option<Range<usize>>,
    pub(crate) message: String,
}

pub(crate) type Found<T> = Result<T, Fault>;

impl Fault {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { place: None, message: message.into() }
    }

    pub(crate) fn at(place: Range<usize>, message: impl Into<String>) -> Self {
        Self { place: Some(place), message: message.into() }
    }

    /// Says where, unless that is known more exactly already.
    pub(crate) fn within(mut self, place: &Range<usize>) -> Self {
        self.place.get_or_insert_with(|| place.clone());
        self
    }

    /// The same in words for a model: characters are counted from 1, and what stands there is quoted.
    pub(crate) fn told(&self, pointer: &str, text: &str) -> ToolError {
        let Some(place) = &self.place else { return ToolError::invalid(pointer, self.message.clone()) };
        let start = text.floor_char_boundary(place.start);
        let position = text.get(..start).unwrap_or_default().chars().count() + 1;
        let end = text.floor_char_boundary(place.end).max(start);
        let quoted = text.get(start..end).unwrap_or_default().trim_end();
        let message = if quoted.is_empty() {
            format!("at character {position}, the end: {}", self.message)
        } else {
            let mut shown: String = quoted.chars().take(40).collect();
            if shown.len() < quoted.len() {
                shown.push('…');
            }
            format!("at character {position}, `{shown}`: {}", self.message)
        };
        ToolError::invalid(pointer, message)
    }
}
