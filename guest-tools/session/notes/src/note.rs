//! What a note is, and whether words fit it.

use toolhost_sdk::prelude::*;

/// Characters of a text that a list shows.
const SHOWN: usize = 120;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    pub(crate) text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
}

impl Note {
    /// The note with a line and tags more.
    pub(crate) fn with(mut self, added: &str, tags: Vec<String>) -> Self {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.push_str(added);
        for tag in tags {
            if !self.tags.contains(&tag) {
                self.tags.push(tag);
            }
        }
        self
    }

    /// The note on one line.
    pub(crate) fn line(&self, key: &str) -> String {
        let text = self.text.replace(['\n', '\r'], " ");
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        let tags: String = self.tags.iter().map(|tag| format!(" #{tag}")).collect();
        format!("{key}: {shown}{tags}")
    }
}

pub(crate) fn read(text: &str) -> Result<Note, ToolError> {
    serde_json::from_str(text)
        .map_err(|_| ToolError::failed("a kept note cannot be read; it was written by something else"))
}

/// Whether every word stands in the note, whatever its case.
pub(crate) fn matches(words: &str, key: &str, note: &Note) -> bool {
    let all = format!("{key}\n{}\n{}", note.text, note.tags.join("\n")).to_lowercase();
    words.to_lowercase().split_whitespace().all(|word| all.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(text: &str, tags: &[&str]) -> Note {
        Note { text: text.to_owned(), tags: tags.iter().map(|&tag| tag.to_owned()).collect() }
    }

    #[test]
    fn added_text_begins_a_line() {
        let more = note("one", &["a"]).with("two", vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(more, note("one\ntwo", &["a", "b"]));
        assert_eq!(note("", &[]).with("first", Vec::new()), note("first", &[]));
    }

    #[test]
    fn a_long_note_is_cut_in_a_list() {
        assert_eq!(note("a\nb", &["t"]).line("k"), "k: a b #t");
        assert!(note(&"ü".repeat(200), &[]).line("k").ends_with("ü…"));
    }

    #[test]
    fn all_words_have_to_fit() {
        let kept = note("Amounts are in Euros", &["money"]);
        assert!(matches("euros AMOUNTS", "currency", &kept));
        assert!(matches("money currency", "currency", &kept));
        assert!(!matches("euros dollars", "currency", &kept));
    }
}
