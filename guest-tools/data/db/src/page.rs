//! Rows of an answer of bounded size.

use toolhost_sdk::prelude::*;

/// Room that is kept for what stands around the rows.
const AROUND: usize = 2_000;

/// Rows as JSON text, as many as an answer may carry.
pub(crate) struct Page {
    rows: String,
    pub(crate) count: u64,
    room: usize,
}

impl Page {
    pub(crate) fn new(call: &Call) -> Self {
        Self { rows: String::new(), count: 0, room: toolhost_sdk::paging::room(call).saturating_sub(AROUND) }
    }

    /// Appends a row if there is room for it, and says whether there was.
    pub(crate) fn push(&mut self, row: &Value) -> Result<bool, ToolError> {
        let text = row.to_string();
        if self.rows.len() + text.len() + 1 > self.room {
            if self.count > 0 {
                return Ok(false);
            }
            let message = format!(
                "one row has {} B of JSON, and an answer has room for {} B; name fewer columns, or use substr() on long ones",
                text.len(),
                self.room
            );
            return Err(ToolError::failed(message));
        }
        if self.count > 0 {
            self.rows.push(',');
        }
        self.rows.push_str(&text);
        self.count += 1;
        Ok(true)
    }

    /// The answer whose rows are called `tables`.
    pub(crate) fn into_tables(self, next_offset: Option<u64>, notes: &[String]) -> Answer {
        finish(format!("{{\"tables\":[{}]", self.rows), next_offset, notes)
    }

    /// The answer: what `before` has, an object, then the rows and their number.
    pub(crate) fn into_rows(self, before: &Value, next_offset: Option<u64>, notes: &[String]) -> Answer {
        let before = before.to_string();
        let before = before.strip_suffix('}').unwrap_or_default();
        finish(format!("{before},\"rows\":[{}],\"row_count\":{}", self.rows, self.count), next_offset, notes)
    }
}

fn finish(mut text: String, next_offset: Option<u64>, notes: &[String]) -> Answer {
    if let Some(next) = next_offset {
        text.push_str(&format!(",\"next_offset\":{next}"));
    }
    if !notes.is_empty() {
        text.push_str(&format!(",\"notes\":{}", Value::from(notes.to_vec())));
    }
    text.push('}');
    let answer = Answer::json_text(text);
    if next_offset.is_some() { answer.action("more") } else { answer }
}
