//! An answer of bounded size.

use toolhost_sdk::prelude::*;

use toolhost_tables::value::Shown;

/// Rows as JSON, as many as the answer may carry.
pub(crate) struct Page {
    rows: String,
    count: u64,
    limit: u64,
    bytes: usize,
    cut: bool,
}

impl Page {
    /// A page for at most `limit` rows and `bytes` bytes.
    pub(crate) fn new(limit: u64, bytes: usize) -> Self {
        Self { rows: String::new(), count: 0, limit, bytes, cut: false }
    }

    /// Whether no further row will be taken.
    pub(crate) fn is_full(&self) -> bool {
        self.cut || self.count >= self.limit
    }

    /// Appends a row if there is room for it.
    pub(crate) fn push(&mut self, row: &[Shown]) -> Result<(), ToolError> {
        if self.is_full() {
            return Ok(());
        }
        let cells: Vec<String> = row.iter().map(Shown::json).collect();
        let text = cells.join(",");
        if self.rows.len() + text.len() + 3 > self.bytes {
            if self.count == 0 {
                let message = format!(
                    "one row has {} bytes of JSON, more than the {} that an answer may have; name fewer columns in select",
                    text.len(),
                    self.bytes
                );
                return Err(ToolError::failed(message));
            }
            self.cut = true;
            return Ok(());
        }
        if self.count > 0 {
            self.rows.push(',');
        }
        self.rows.push('[');
        self.rows.push_str(&text);
        self.rows.push(']');
        self.count += 1;
        Ok(())
    }
}

/// What an answer says besides its rows.
pub(crate) struct Summary {
    pub(crate) columns: Vec<String>,
    /// What is counted by `found`: `matched` rows or `groups`.
    pub(crate) counted: &'static str,
    /// How many there are in all, unless the file was not read to its end.
    pub(crate) found: Option<u64>,
    /// Data rows of the file, unless it was not read to its end.
    pub(crate) total_rows: Option<u64>,
    pub(crate) offset: u64,
    pub(crate) notes: Vec<String>,
}

/// The answer as JSON text.
pub(crate) fn answer(page: &Page, mut summary: Summary) -> String {
    let more = match summary.found {
        Some(found) => summary.offset.saturating_add(page.count) < found,
        None => true,
    };
    if page.cut {
        summary.notes.push(format!(
            "{} rows fill the answer; continue at next_offset or name fewer columns in select",
            page.count
        ));
    }
    if page.count == 0 && summary.offset > 0 && summary.found.is_some_and(|found| found <= summary.offset) {
        summary.notes.push("offset is beyond the last row".to_owned());
    }
    let list = |texts: &[String]| serde_json::Value::from(texts.to_vec()).to_string();
    let mut text =
        format!("{{\"columns\":{},\"rows\":[{}],\"row_count\":{}", list(&summary.columns), page.rows, page.count);
    if let Some(found) = summary.found {
        text.push_str(&format!(",\"{}\":{found}", summary.counted));
    }
    if let Some(rows) = summary.total_rows {
        text.push_str(&format!(",\"total_rows\":{rows}"));
    }
    if more && page.limit > 0 {
        text.push_str(&format!(",\"next_offset\":{}", summary.offset.saturating_add(page.count)));
    }
    if !summary.notes.is_empty() {
        text.push_str(&format!(",\"notes\":{}", list(&summary.notes)));
    }
    text.push('}');
    text
}
