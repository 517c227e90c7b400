//! Conditions as text: `price > 10 and (city = 'Rome' or city is null)`.

use serde_json::Value;
use toolhost_sdk::prelude::*;

use crate::condition::Condition;
use crate::conditions::{DEEPEST, build};
use toolhost_tables::columns::Columns;

/// Reads a condition; `pointer` is where it stands in the arguments.
pub(crate) fn parse(text: &str, columns: &Columns, pointer: &str) -> Result<Condition, ToolError> {
    let mut parser = Parser { text, at: 0, columns, pointer, depth: 0 };
    let condition = parser.alternatives()?;
    parser.spaces();
    if parser.at < text.len() {
        return Err(parser.expected("and, or, or the end; put texts in single quotes"));
    }
    Ok(condition)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    columns: &'a Columns,
    pointer: &'a str,
    depth: usize,
}

/// Symbols, the longer before those that they begin with.
const SYMBOLS: [&str; 8] = ["==", "!=", "<>", "<=", ">=", "=", "<", ">"];

const WORDS: [&str; 6] = ["contains", "starts_with", "ends_with", "matches", "like", "ilike"];

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn expected(&self, what: &str) -> ToolError {
        let near: String = self.rest().chars().take(20).collect();
        let place = if near.is_empty() { "at the end".to_owned() } else { format!("at \"{near}\"") };
        ToolError::invalid(self.pointer, format!("in \"{}\" {place}: expected {what}", clip(self.text)))
    }

    /// Takes a symbol if it comes next.
    fn symbol(&mut self, symbol: &str) -> bool {
        self.spaces();
        let found = self.rest().starts_with(symbol);
        self.at += if found { symbol.len() } else { 0 };
        found
    }

    /// Takes a word if it comes next, in any case, and ends there.
    fn word(&mut self, word: &str) -> bool {
        self.spaces();
        let rest = self.rest();
        let found = rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            && !rest.get(word.len()..).is_some_and(|after| after.starts_with(is_name_part));
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn alternatives(&mut self) -> Result<Condition, ToolError> {
        let mut conditions = vec![self.conjunction()?];
        while self.word("or") || self.symbol("||") {
            conditions.push(self.conjunction()?);
        }
        Ok(single_or(conditions, Condition::Any))
    }

    fn conjunction(&mut self) -> Result<Condition, ToolError> {
        let mut conditions = vec![self.negation()?];
        while self.word("and") || self.symbol("&&") {
            conditions.push(self.negation()?);
        }
        Ok(single_or(conditions, Condition::All))
    }

    fn negation(&mut self) -> Result<Condition, ToolError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ToolError::invalid(self.pointer, format!("conditions are nested more than {DEEPEST} deep")));
        }
        let condition = if self.word("not") {
            Condition::Not(Box::new(self.negation()?))
        } else if self.column_name().is_none() && self.symbol("(") {
            let inner = self.alternatives()?;
            if !self.symbol(")") {
                return Err(self.expected(")"));
            }
            inner
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(condition)
    }

    /// The longest column name that comes next as it is, quotes or not. Nothing is taken.
    fn column_name(&mut self) -> Option<(usize, usize)> {
        self.spaces();
        let rest = self.rest();
        let fits = |name: &str| {
            let same = rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
            same && !rest.get(name.len()..).is_some_and(|after| after.starts_with(is_name_part))
        };
        let known = self.columns.names().enumerate().filter(|(_, name)| fits(name));
        let exact = |name: &str| rest.starts_with(name);
        known
            .max_by_key(|(index, name)| (name.len(), exact(name), usize::MAX - index))
            .map(|(index, name)| (index, name.len()))
    }

    fn column(&mut self) -> Result<usize, ToolError> {
        if let Some((index, length)) = self.column_name() {
            self.at += length;
            return Ok(index);
        }
        for (open, close) in [('"', '"'), ('`', '`'), ('[', ']')] {
            if self.rest().starts_with(open) {
                let name = self.quoted(open, close)?;
                return self.columns.find(&name, self.pointer);
            }
        }
        let rest = self.rest();
        let length = rest.find(|character| !is_name_part(character)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.expected("a column name"));
        }
        let index = self.columns.find(rest.get(..length).unwrap_or_default(), self.pointer)?;
        self.at += length;
        Ok(index)
    }

    fn test(&mut self) -> Result<Condition, ToolError> {
        let column = self.column()?;
        if self.word("is") {
            let op = if self.word("not") { "not_null" } else { "is_null" };
            return if self.word("null") { self.build(column, op, &Value::Null) } else { Err(self.expected("null")) };
        }
        if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| self.symbol(symbol)) {
            let value = self.value()?;
            return self.build(column, symbol, &value);
        }
        let negated = self.word("not");
        let condition = if self.word("in") {
            let values = self.list()?;
            self.build(column, if negated { "not_in" } else { "in" }, &values)?
        } else if self.word("between") {
            let low = self.value()?;
            if !self.word("and") {
                return Err(self.expected("and"));
            }
            let high = self.value()?;
            let between = self.build(column, "between", &Value::Array(vec![low, high]))?;
            if negated { self.unless_missing(column, between)? } else { between }
        } else if let Some(word) = WORDS.into_iter().find(|word| self.word(word)) {
            let value = self.value()?;
            let found = self.build(column, word, &value)?;
            if negated { self.unless_missing(column, found)? } else { found }
        } else {
            return Err(self.expected(
                "=, !=, <, <=, >, >=, contains, starts_with, ends_with, matches, like, in, between or is null",
            ));
        };
        Ok(condition)
    }

    fn unless_missing(&self, column: usize, condition: Condition) -> Result<Condition, ToolError> {
        let missing = self.build(column, "is_null", &Value::Null)?;
        Ok(Condition::Not(Box::new(Condition::Any(vec![condition, missing]))))
    }

    fn build(&self, column: usize, op: &str, value: &Value) -> Result<Condition, ToolError> {
        build(column, op, value, self.columns, self.pointer)
    }

    fn list(&mut self) -> Result<Value, ToolError> {
        let (close, open) = if self.symbol("(") { (")", true) } else { ("]", self.symbol("[")) };
        if !open {
            return Err(self.expected("a list such as ('a', 'b')"));
        }
        let mut values = vec![self.value()?];
        while self.symbol(",") {
            values.push(self.value()?);
        }
        if self.symbol(close) { Ok(Value::Array(values)) } else { Err(self.expected(close)) }
    }

    /// A quoted text, or one bare word such as a number or a date.
    fn value(&mut self) -> Result<Value, ToolError> {
        self.spaces();
        for quote in ['\'', '"'] {
            if self.rest().starts_with(quote) {
                return self.quoted(quote, quote).map(Value::String);
            }
        }
        let rest = self.rest();
        let length = rest
            .find(|character: char| character.is_whitespace() || matches!(character, ')' | ']' | ','))
            .unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        if word.is_empty() {
            return Err(self.expected("a value"));
        }
        self.at += length;
        Ok(if word.eq_ignore_ascii_case("null") { Value::Null } else { Value::String(word.to_owned()) })
    }

    /// Text between quotes, in which the closing quote is doubled.
    fn quoted(&mut self, open: char, close: char) -> Result<String, ToolError> {
        let body_at = self.at + open.len_utf8();
        let body = self.text.get(body_at..).unwrap_or_default();
        let mut found = String::new();
        let mut characters = body.char_indices().peekable();
        while let Some((index, character)) = characters.next() {
            if character != close {
                found.push(character);
            } else if characters.next_if(|(_, next)| *next == close).is_some() {
                found.push(close);
            } else {
                self.at = body_at + index + close.len_utf8();
                return Ok(found);
            }
        }
        Err(self.expected(&format!("a closing {close}")))
    }
}

fn single_or(mut conditions: Vec<Condition>, group: fn(Vec<Condition>) -> Condition) -> Condition {
    if conditions.len() == 1 { conditions.remove(0) } else { group(conditions) }
}

fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn clip(text: &str) -> String {
    if text.chars().count() > 120 { text.chars().take(120).chain(['…']).collect() } else { text.to_owned() }
}
