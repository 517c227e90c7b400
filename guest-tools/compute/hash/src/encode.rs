//! Base64 and hex: input to text, in parts that fit into an answer, and text to what it stands for.

use toolhost_sdk::prelude::*;

use crate::answer::{Computed, Written};
use crate::notation::{Format, Notation};
use crate::source::Source;

/// Bytes of an answer that are not the value.
const AROUND: usize = 256;

/// Writes as much of the input as the answer has room for.
pub(crate) fn encode(format: Format, source: &mut Source, room: usize) -> Result<Computed, ToolError> {
    let bytes = source.take(format.fitting(room.saturating_sub(AROUND)).max(3))?;
    Ok(Computed {
        value: Some(format.write(&bytes)),
        format: format.into(),
        bytes: Some(bytes.len() as u64),
        next_offset: source.goes_on().then_some(source.position),
        ..Computed::default()
    })
}

/// Reads a text back: as text if it is one and nothing else is wanted, else in a notation.
pub(crate) fn decode(
    notation: Notation,
    wanted: Option<Format>,
    source: &mut Source,
    room: usize,
) -> Result<Computed, ToolError> {
    let too_long = |what: &str| {
        let advice = "Decode it in code_interpreter, with base64.b64decode or bytes.fromhex, and save it to a file.";
        ToolError::unsupported(format!("{what} does not fit into an answer of {room} bytes. {advice}"))
    };
    // No notation needs more than two characters for a byte; as many again are for white space.
    let text = source.take(room.saturating_mul(4))?;
    if source.goes_on() {
        return Err(too_long(&format!("what {} bytes of text stand for", source.total)));
    }
    let bytes = notation.read(&text).map_err(|problem| ToolError::invalid("", format!("the input {problem}")))?;
    let shown = std::str::from_utf8(&bytes).ok().filter(|text| !text.contains(is_unprintable));
    let (value, format, note) = match (wanted, shown) {
        (Some(format), _) => (format.write(&bytes), format.into(), None),
        (None, Some(text)) => (text.to_owned(), Written::Text, None),
        (None, None) => {
            let note = "The decoded bytes are not text, so they are written as hex.";
            (Format::Hex.write(&bytes), Written::Hex, Some(note.to_owned()))
        }
    };
    // Quotes, backslashes and line breaks take two bytes in JSON.
    if json!(value).to_string().len() + AROUND > room {
        return Err(too_long(&format!("the decoded input ({} bytes)", bytes.len())));
    }
    Ok(Computed { value: Some(value), format, bytes: Some(bytes.len() as u64), note, ..Computed::default() })
}

fn is_unprintable(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\n' | '\r' | '\t')
}
