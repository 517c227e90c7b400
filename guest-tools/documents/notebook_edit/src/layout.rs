//! How a notebook's JSON is laid out, so that a changed cell looks like its neighbours.

/// Line breaks, indentation, escapes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The indentation of one level; none if everything stands on one line.
    indent: Option<String>,
    line_break: &'static str,
    /// What stands after a colon.
    after_colon: &'static str,
    /// Whether characters beyond ASCII are written as escapes.
    escapes: bool,
}

impl Layout {
    /// What Jupyter itself writes.
    pub(crate) fn of_jupyter() -> Self {
        Self { indent: Some(" ".to_owned()), line_break: "\n", after_colon: " ", escapes: false }
    }

    /// How a text is laid out.
    pub(crate) fn of(text: &str) -> Self {
        let inside = text.trim_start().strip_prefix('{').unwrap_or_default();
        let blank: &str = inside.split('"').next().unwrap_or_default();
        let indent = blank.rsplit_once('\n').map(|(_, indent)| indent.to_owned());
        Self {
            indent: indent.filter(|indent| indent.chars().all(|c| matches!(c, ' ' | '\t')) && indent.len() <= 16),
            line_break: if blank.contains("\r\n") { "\r\n" } else { "\n" },
            after_colon: if inside.contains("\": ") { " " } else { "" },
            escapes: text.is_ascii() && has_escape(text),
        }
    }

    /// A line break with the indentation of a level; nothing if everything stands on one line.
    pub(crate) fn line(&self, level: usize) -> String {
        match &self.indent {
            Some(indent) => format!("{}{}", self.line_break, indent.repeat(level)),
            None => String::new(),
        }
    }

    /// What stands between two items on a level.
    pub(crate) fn between(&self, level: usize) -> String {
        match &self.indent {
            Some(_) => format!(",{}", self.line(level)),
            None if self.after_colon.is_empty() => ",".to_owned(),
            None => ", ".to_owned(),
        }
    }

    /// A text as a JSON string.
    pub(crate) fn string(&self, text: &str) -> String {
        let plain = serde_json::Value::from(text).to_string();
        if !self.escapes || plain.is_ascii() {
            return plain;
        }
        let mut escaped = String::with_capacity(plain.len() * 2);
        for c in plain.chars() {
            if c.is_ascii() {
                escaped.push(c);
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    escaped.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
        escaped
    }

    /// A list whose items are on a level.
    pub(crate) fn list(&self, items: &[String], level: usize) -> String {
        self.enclosed('[', ']', level, items.iter().map(|item| ["", item.as_str()]))
    }

    /// An object whose entries, given as name and JSON text, are on a level.
    pub(crate) fn object<'a>(&self, entries: impl IntoIterator<Item = (&'a str, &'a str)>, level: usize) -> String {
        let named = |(name, value): (&str, &'a str)| (format!("{}:{}", self.string(name), self.after_colon), value);
        let entries: Vec<(String, &str)> = entries.into_iter().map(named).collect();
        self.enclosed('{', '}', level, entries.iter().map(|(name, value)| [name.as_str(), value]))
    }

    /// Items between brackets. Values may be large, so each is copied once, into space that is there.
    fn enclosed<'a>(
        &self,
        open: char,
        close: char,
        level: usize,
        items: impl ExactSizeIterator<Item = [&'a str; 2]> + Clone,
    ) -> String {
        let count = items.len();
        let blank = self.between(level).len();
        let size: usize = items.clone().flatten().map(|part| part.len()).sum();
        let mut text = String::with_capacity(size + (count + 2) * (blank + 1));
        text.push(open);
        for (index, parts) in items.enumerate() {
            text.push_str(&if index == 0 { self.line(level) } else { self.between(level) });
            parts.iter().for_each(|part| text.push_str(part));
        }
        if count > 0 {
            text.push_str(&self.line(level.saturating_sub(1)));
        }
        text.push(close);
        text
    }
}

/// Whether a character beyond ASCII is written as an escape somewhere.
fn has_escape(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('\\') {
        if let Some(digits) = after.strip_prefix('u').and_then(|after| after.get(..4))
            && u32::from_str_radix(digits, 16).is_ok_and(|code| code > 0x7f)
        {
            return true;
        }
        let mut after = after.chars();
        after.next();
        rest = after.as_str();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_seen_from_the_beginning() {
        assert_eq!(Layout::of("{\n \"cells\": []\n}\n"), Layout::of_jupyter());
        assert_eq!(Layout::of("{\r\n\t\"cells\": []}").line(2), "\r\n\t\t");
        let compact = Layout::of("{\"a\":1,\"b\":\"\\u00e4\"}");
        assert_eq!(compact.object([("k", "1"), ("l", "\"ä\"")], 1), "{\"k\":1,\"l\":\"ä\"}");
        assert_eq!(compact.string("ä😀\n"), "\"\\u00e4\\ud83d\\ude00\\n\"");
        assert_eq!(Layout::of("{\"a\": 1}").object([("k", "1"), ("l", "2")], 1), "{\"k\": 1, \"l\": 2}");
    }

    #[test]
    fn an_escaped_backslash_is_no_escape() {
        assert!(!has_escape(r"\\u00e4 \n \u001b \u00"));
        assert!(has_escape(r"\\\u00e4"));
    }
}
