//! Ordering: what a query asks for, and the first rows of that order in bounded memory.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use serde_json::Value;
use toolhost_sdk::prelude::*;

use toolhost_tables::number::{Number, Style};
use toolhost_tables::value::Shown;

/// A name to order by, as the query gives it.
#[derive(Debug, PartialEq)]
pub(crate) struct Wanted<'a> {
    pub(crate) name: &'a str,
    pub(crate) descending: bool,
}

const SHAPE: &str = "an order is a column name, with - before it for descending, or {\"column\", \"desc\": true}";

/// Reads one item of the `order_by` argument. `is_name` tells whether a text as a whole is a name.
pub(crate) fn parse<'a>(
    item: &'a Value,
    is_name: impl Fn(&str) -> bool,
    pointer: &str,
) -> Result<Wanted<'a>, ToolError> {
    match item {
        Value::String(text) if is_name(text) => Ok(Wanted { name: text, descending: false }),
        Value::String(text) => {
            let text = text.trim();
            if let Some(name) = text.strip_prefix('-') {
                return Ok(Wanted { name: name.trim(), descending: true });
            }
            match text.rsplit_once(char::is_whitespace) {
                Some((name, word)) if word.eq_ignore_ascii_case("desc") => {
                    Ok(Wanted { name: name.trim(), descending: true })
                }
                Some((name, word)) if word.eq_ignore_ascii_case("asc") => {
                    Ok(Wanted { name: name.trim(), descending: false })
                }
                _ => Ok(Wanted { name: text.strip_prefix('+').unwrap_or(text), descending: false }),
            }
        }
        Value::Object(object) => {
            let mut wanted = Wanted { name: "", descending: false };
            for (key, given) in object {
                match (key.as_str(), given) {
                    ("column", Value::String(name)) => wanted.name = name,
                    ("desc", Value::Bool(descending)) => wanted.descending = *descending,
                    _ => return Err(ToolError::invalid(format!("{pointer}/{key}"), SHAPE)),
                }
            }
            if wanted.name.is_empty() { Err(ToolError::invalid(pointer, SHAPE)) } else { Ok(wanted) }
        }
        _ => Err(ToolError::invalid(pointer, SHAPE)),
    }
}

/// What one row is ordered by: numbers before texts; missing values are last in either direction.
#[derive(Debug)]
pub(crate) struct Key {
    value: KeyValue,
    descending: bool,
}

#[derive(Debug)]
enum KeyValue {
    Number(Number),
    Text(Box<[u8]>),
    Missing,
}

impl Key {
    /// The key of a cell.
    pub(crate) fn of_cell(cell: Option<&[u8]>, numbers: Option<Style>, descending: bool) -> Self {
        let value = match cell {
            None => KeyValue::Missing,
            Some(cell) => match numbers.and_then(|style| Number::parse(cell, style)) {
                Some(number) => KeyValue::Number(number),
                None => KeyValue::Text(cell.into()),
            },
        };
        Self { value, descending }
    }

    /// The key of a computed value; `numeric` says whether a text in it is a number with many digits.
    pub(crate) fn of_shown(shown: &Shown, numeric: bool, descending: bool) -> Self {
        let number = |text: &str| Number::parse(text.as_bytes(), Style::Point).map(KeyValue::Number);
        let text = |text: &str| KeyValue::Text(text.as_bytes().into());
        let value = match shown {
            Shown::Null => KeyValue::Missing,
            Shown::Number(given) => number(given).unwrap_or_else(|| text(given)),
            Shown::Text(given) if numeric => number(given).unwrap_or_else(|| text(given)),
            Shown::Text(given) => text(given),
        };
        Self { value, descending }
    }

    fn size(&self) -> usize {
        size_of::<Self>() + if let KeyValue::Text(text) = &self.value { text.len() } else { 0 }
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        use KeyValue::{Missing, Number, Text};
        let ordering = match (&self.value, &other.value) {
            (Missing, Missing) => return Ordering::Equal,
            (Missing, _) => return Ordering::Greater,
            (_, Missing) => return Ordering::Less,
            (Number(a), Number(b)) => a.compare(*b),
            (Number(_), Text(_)) => Ordering::Less,
            (Text(_), Number(_)) => Ordering::Greater,
            (Text(a), Text(b)) => a.cmp(b),
        };
        if self.descending { ordering.reverse() } else { ordering }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

/// A row with its place in the order: its keys, then its place in the file.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    keys: Vec<Key>,
    serial: u64,
    row: Row,
}

/// The values of a row, which do not take part in the order.
#[derive(Debug)]
struct Row(Vec<Shown>);

impl PartialEq for Row {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Row {}

impl PartialOrd for Row {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Row {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

/// The most bytes of rows that are held to be put in order.
const HELD_BYTES: usize = 40 * 1024 * 1024;

/// The first rows of an order.
pub(crate) struct First {
    capacity: usize,
    heap: BinaryHeap<Placed>,
    serial: u64,
    bytes: usize,
}

impl First {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, heap: BinaryHeap::new(), serial: 0, bytes: 0 }
    }

    /// Offers a row; it is made only if it belongs to the first ones so far.
    pub(crate) fn offer(&mut self, keys: Vec<Key>, row: impl FnOnce() -> Vec<Shown>) -> Result<(), ToolError> {
        self.serial += 1;
        if self.heap.len() == self.capacity {
            match self.heap.peek() {
                Some(last) if keys < last.keys => {}
                _ => return Ok(()),
            }
            if let Some(last) = self.heap.pop() {
                self.bytes -= size(&last);
            }
        }
        let placed = Placed { keys, serial: self.serial, row: Row(row()) };
        self.bytes += size(&placed);
        if self.bytes > HELD_BYTES {
            let message = format!(
                "ordering needs more than {} MiB for {} rows; ask for a smaller limit and offset or fewer columns in select",
                HELD_BYTES >> 20,
                self.capacity
            );
            return Err(ToolError::failed(message));
        }
        self.heap.push(placed);
        Ok(())
    }

    /// The rows in order.
    pub(crate) fn into_rows(self) -> impl Iterator<Item = Vec<Shown>> {
        self.heap.into_sorted_vec().into_iter().map(|placed| placed.row.0)
    }
}

fn size(placed: &Placed) -> usize {
    let value = |shown: &Shown| {
        size_of::<Shown>() + if let Shown::Text(text) | Shown::Number(text) = shown { text.len() } else { 0 }
    };
    size_of::<Placed>()
        + placed.keys.iter().map(Key::size).sum::<usize>()
        + placed.row.0.iter().map(value).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(cells: &[&str], descending: bool, capacity: usize) -> Vec<String> {
        let mut first = First::new(capacity);
        for cell in cells {
            let present = Some(cell.as_bytes()).filter(|cell| !cell.is_empty());
            let key = Key::of_cell(present, Some(Style::Point), descending);
            first.offer(vec![key], || vec![Shown::Text((*cell).to_owned())]).unwrap_or_else(|_| panic!("refused"));
        }
        first.into_rows().map(|row| row[0].json()).collect()
    }

    #[test]
    fn numbers_come_before_texts_and_missing_values_last() {
        assert_eq!(ordered(&["x", "10", "", "9"], false, 9), ["\"9\"", "\"10\"", "\"x\"", "\"\""]);
        assert_eq!(ordered(&["x", "10", "", "9"], true, 9), ["\"x\"", "\"10\"", "\"9\"", "\"\""]);
    }

    #[test]
    fn only_the_first_rows_are_held_and_ties_keep_the_files_order() {
        assert_eq!(ordered(&["3", "1", "2", "1.0", "0"], false, 3), ["\"0\"", "\"1\"", "\"1.0\""]);
        assert_eq!(ordered(&["1"], false, 0), Vec::<String>::new());
    }

    #[test]
    fn orders_are_read_in_every_form() {
        let read = |item: Value| {
            parse(&item, |text| text == "-5", "/order_by/0")
                .map(|wanted| (wanted.name.to_owned(), wanted.descending))
                .ok()
        };
        assert_eq!(read(json!("-total")), Some(("total".to_owned(), true)));
        assert_eq!(read(json!("total DESC")), Some(("total".to_owned(), true)));
        assert_eq!(read(json!("total asc")), Some(("total".to_owned(), false)));
        assert_eq!(read(json!({"column": "total", "desc": true})), Some(("total".to_owned(), true)));
        assert_eq!(read(json!("-5")), Some(("-5".to_owned(), false)));
        assert_eq!(read(json!(5)), None);
    }
}
