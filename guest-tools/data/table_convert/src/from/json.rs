//! Rows of a JSON document or of JSON Lines.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use toolhost_sdk::files::{ChatPath, read_text};
use toolhost_sdk::prelude::*;

use super::{Source, Take};
use crate::field::Field;

/// The most bytes of a document. It is held in memory.
const LARGEST: u64 = 64 << 20;
/// The most columns.
const WIDEST: usize = 10_000;

/// A JSON document.
pub(crate) struct Json {
    text: String,
    /// Where each row is in the text.
    rows: Vec<std::ops::Range<usize>>,
    columns: Vec<String>,
    places: HashMap<String, usize>,
    notes: Vec<String>,
    /// Lists of values, one for each column.
    by_column: Option<Vec<Vec<Field>>>,
}

impl Json {
    pub(crate) fn open(path: &ChatPath) -> Result<Self, ToolError> {
        let file = read_text(path, LARGEST)?;
        let mut notes: Vec<String> =
            file.changed.and_then(|changed| changed.note()).map(str::to_owned).into_iter().collect();
        let text = file.text;
        let mut values: Vec<&RawValue> = Vec::new();
        for (number, value) in (1_u64..).zip(serde_json::Deserializer::from_str(&text).into_iter::<&RawValue>()) {
            values.push(value.map_err(|error| wrong(path, number, &error))?);
        }
        let mut by_column = None;
        let rows = match values.as_slice() {
            [] => return Err(ToolError::failed(format!("`{path}` has no JSON in it"))),
            [one] if one.get().starts_with('[') => list(one),
            [one] if one.get().starts_with('{') => {
                let entries = object(one);
                let lists: Vec<&Entry<'_>> = entries.iter().filter(|(_, value)| value.get().starts_with('[')).collect();
                let is_table =
                    |value: &RawValue| list(value).first().is_some_and(|row| row.get().starts_with(['{', '[']));
                let tables: Vec<_> = lists.iter().filter(|(_, value)| is_table(value)).collect();
                match tables.as_slice() {
                    [(name, value)] => {
                        notes.push(format!("the rows are those of {name:?}"));
                        list(value)
                    }
                    [(first, _), (second, _), ..] => {
                        let message = format!(
                            "`{path}` has several tables, such as {first:?} and {second:?}; take one out with json_query first"
                        );
                        return Err(ToolError::failed(message));
                    }
                    [] if lists.len() == entries.len() && !entries.is_empty() => {
                        by_column = Some(columns_of(&entries));
                        Vec::new()
                    }
                    [] => values,
                }
            }
            _ => values,
        };
        let (mut columns, mut places) = (Vec::new(), HashMap::new());
        if by_column.is_some() {
            columns = object(serde_json::from_str(&text).map_err(|error| wrong(path, 1, &error))?)
                .into_iter()
                .map(|(name, _)| name)
                .collect();
        }
        for row in &rows {
            for name in names(row) {
                if !places.contains_key(&name) {
                    places.insert(name.clone(), columns.len());
                    columns.push(name);
                }
            }
            if columns.len() > WIDEST {
                let message =
                    format!("the rows of `{path}` have more than {WIDEST} names between them; this is no table");
                return Err(ToolError::failed(message));
            }
        }
        // A place in the text outlives the borrow of it.
        let start = text.as_ptr() as usize;
        let rows = rows
            .iter()
            .map(|row| {
                let from = (row.get().as_ptr() as usize).saturating_sub(start);
                from..from + row.get().len()
            })
            .collect();
        Ok(Self { text, rows, columns, places, notes, by_column })
    }

    fn fields(&self, row: &RawValue) -> Vec<Field> {
        let mut fields = vec![Field::Missing; self.columns.len()];
        let mut put = |place: Option<usize>, field: Field| {
            if let Some(slot) = place.and_then(|place| fields.get_mut(place)) {
                *slot = field;
            }
        };
        match row.get().as_bytes().first() {
            Some(b'{') => {
                for (name, value) in object(row) {
                    put(self.places.get(&name).copied(), Field::of_json(value));
                }
            }
            Some(b'[') => {
                for (index, value) in list(row).into_iter().enumerate() {
                    put(self.places.get(&positional(index)).copied(), Field::of_json(value));
                }
            }
            _ => put(self.places.get("value").copied(), Field::of_json(row)),
        }
        fields
    }
}

impl Source for Json {
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn rows(&mut self, take: &mut Take<'_>) -> Result<(), ToolError> {
        if let Some(lists) = &self.by_column {
            let height = lists.iter().map(Vec::len).max().unwrap_or(0);
            for index in 0..height {
                let fields: Vec<Field> =
                    lists.iter().map(|list| list.get(index).cloned().unwrap_or(Field::Missing)).collect();
                if take(&fields)?.is_break() {
                    break;
                }
            }
            return Ok(());
        }
        for place in &self.rows {
            let text = self.text.get(place.clone()).unwrap_or_default();
            let row: &RawValue = serde_json::from_str(text)
                .map_err(|error| ToolError::failed(format!("a row cannot be read: {error}")))?;
            if take(&self.fields(row))?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}

/// The columns that a row has.
fn names(row: &RawValue) -> Vec<String> {
    match row.get().as_bytes().first() {
        Some(b'{') => object(row).into_iter().map(|(name, _)| name).collect(),
        Some(b'[') => (0..list(row).len()).map(positional).collect(),
        _ => vec!["value".to_owned()],
    }
}

/// The name of a column that has none.
fn positional(index: usize) -> String {
    format!("c{}", index + 1)
}

/// The values of a document whose members are lists, one for each column.
fn columns_of(entries: &[Entry<'_>]) -> Vec<Vec<Field>> {
    entries.iter().map(|(_, value)| list(value).into_iter().map(Field::of_json).collect()).collect()
}

fn list(value: &RawValue) -> Vec<&RawValue> {
    // It is valid, or it would not have come here.
    serde_json::from_str(value.get()).unwrap_or_default()
}

type Entry<'a> = (String, &'a RawValue);

/// The members of an object in their order, those with a repeated name included.
fn object(value: &RawValue) -> Vec<Entry<'_>> {
    struct Members;
    impl<'de> Visitor<'de> for Members {
        type Value = Vec<Entry<'de>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry::<String, &RawValue>()? {
                members.push(member);
            }
            Ok(members)
        }
    }
    serde_json::Deserializer::from_str(value.get()).deserialize_map(Members).unwrap_or_default()
}

fn wrong(path: &ChatPath, number: u64, error: &serde_json::Error) -> ToolError {
    let which = if number > 1 { format!(" (the value {number})") } else { String::new() };
    ToolError::failed(format!("`{path}` is not valid JSON{which}: {error}"))
}
