//! The columns of a table: their names, what they hold, and how a query's names are found among them.

use std::collections::HashMap;

use toolhost_sdk::prelude::*;

use crate::number::Style;

/// One column.
#[derive(Debug)]
pub struct Column {
    /// Its name, unlike that of any other column.
    pub name: String,
    /// How its numbers are written, if it is a column of numbers.
    pub numbers: Option<Style>,
}

/// Unique names for the columns, and notes about those that had to be made up.
pub fn names(header: Option<&csv::ByteRecord>, width: usize) -> (Vec<String>, Vec<String>) {
    let mut names: Vec<String> = Vec::new();
    let mut taken: HashMap<String, usize> = HashMap::new();
    let (mut empty, mut repeated) = (Vec::new(), Vec::new());
    for index in 0..width {
        let given = header.and_then(|row| row.get(index)).unwrap_or_default().trim_ascii();
        let given = String::from_utf8_lossy(given);
        let base = if given.is_empty() { format!("c{}", index + 1) } else { given.to_string() };
        let mut name = base.clone();
        while taken.contains_key(&name) {
            let copies = taken.get_mut(&base).map(|copies| {
                *copies += 1;
                *copies
            });
            name = format!("{base}_{}", copies.unwrap_or(1));
        }
        if header.is_some_and(|header| index < header.len()) && given.is_empty() {
            empty.push(name.clone());
        } else if name != base {
            repeated.push(name.clone());
        }
        taken.insert(name.clone(), 1);
        names.push(name);
    }
    let mut notes = Vec::new();
    for (what, which) in [
        ("columns without a name are called by their position", empty),
        ("repeated column names are numbered", repeated),
    ] {
        if !which.is_empty() {
            let more = if which.len() > 5 { ", ..." } else { "" };
            notes.push(format!("{what}: {}{more}", which.iter().take(5).cloned().collect::<Vec<_>>().join(", ")));
        }
    }
    (names, notes)
}

/// The columns of a table.
#[derive(Debug)]
pub struct Columns {
    /// The columns in the file's order.
    pub list: Vec<Column>,
    /// How numbers are written that stand among other things in a column of text.
    pub usual: Style,
}

impl Columns {
    /// The position of a column that the argument at `pointer` names: exactly, or but for case and outer spaces.
    pub fn find(&self, name: &str, pointer: &str) -> Result<usize, ToolError> {
        if let Some(index) = self.list.iter().position(|column| column.name == name) {
            return Ok(index);
        }
        let wanted = name.trim().to_lowercase();
        let mut alike = self.list.iter().enumerate().filter(|(_, column)| column.name.to_lowercase() == wanted);
        match (alike.next(), alike.next()) {
            (Some((index, _)), None) => Ok(index),
            _ => Err(ToolError::invalid(pointer, unknown_name("column", name, self.names()))),
        }
    }

    /// The column at a position.
    pub fn name(&self, index: usize) -> &str {
        self.list.get(index).map_or("", |column| column.name.as_str())
    }

    /// How the numbers of a column are written, if it holds numbers.
    pub fn numbers(&self, index: usize) -> Option<Style> {
        self.list.get(index).and_then(|column| column.numbers)
    }

    /// How a number in a column is written, if there is one.
    pub fn style(&self, index: usize) -> Style {
        self.numbers(index).unwrap_or(self.usual)
    }

    /// The names in the file's order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|column| column.name.as_str())
    }
}

/// Says that there is no such name, which ones are nearest, and which ones there are.
pub fn unknown_name<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> String {
    const LISTED: usize = 40;
    let names: Vec<&str> = names.collect();
    let wanted = name.to_lowercase();
    let closeness = |known: &str| {
        let known = known.to_lowercase();
        let contained = wanted.len() > 2 && known.len() > 2 && (known.contains(&wanted) || wanted.contains(&known));
        if contained { 1.0 } else { strsim::jaro_winkler(&known, &wanted) }
    };
    let mut near: Vec<(f64, &str)> = names.iter().map(|known| (closeness(known), *known)).collect();
    near.retain(|(closeness, _)| *closeness > 0.78);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let near: Vec<String> = near.iter().take(3).map(|(_, known)| format!("\"{known}\"")).collect();
    let guess = if near.is_empty() { String::new() } else { format!(" Did you mean {}?", near.join(" or ")) };
    let more = names.len().saturating_sub(LISTED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let listed: Vec<&str> = names.iter().take(LISTED).copied().collect();
    format!("no {what} \"{name}\".{guess} There are: {}{more}", listed.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_complete() {
        let header = csv::ByteRecord::from(vec!["a", "", "a", " b ", "a"]);
        let (names, notes) = names(Some(&header), 6);
        assert_eq!(names, ["a", "c2", "a_2", "b", "a_3", "c6"]);
        assert_eq!(
            notes,
            ["columns without a name are called by their position: c2", "repeated column names are numbered: a_2, a_3"]
        );
        assert_eq!(super::names(None, 2).0, ["c1", "c2"]);
    }

    #[test]
    fn unknown_columns_get_suggestions() {
        let column = |name: &str| Column { name: name.to_owned(), numbers: None };
        let list = ["body_mass_g", "Species", "sex", "SEX"].map(column).into();
        let columns = Columns { list, usual: Style::Point };
        assert_eq!(columns.find("species", "/select/0").ok(), Some(1));
        assert_eq!(columns.find("sex", "/select/0").ok(), Some(2));
        assert!(columns.find("Sex", "/select/0").is_err());
        let message = unknown_name("column", "mass", columns.names());
        assert_eq!(
            message,
            "no column \"mass\". Did you mean \"body_mass_g\"? There are: body_mass_g, Species, sex, SEX"
        );
    }
}
