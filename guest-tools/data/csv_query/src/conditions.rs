//! Conditions as a query states them: objects with column, op and value, groups of them, or text.

use regex::bytes::{Regex, RegexBuilder};
use serde_json::{Map, Value};
use toolhost_sdk::prelude::*;

use crate::condition::{Comparison, Condition, Operand, Test};
use crate::expression;
use toolhost_tables::columns::{Columns, unknown_name};
use toolhost_tables::number::Style;

/// Operators, as they are shown when one is not known.
const OPERATORS: [&str; 17] = [
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "contains",
    "starts_with",
    "ends_with",
    "matches",
    "like",
    "in",
    "not_in",
    "between",
    "is_null",
    "not_null",
    "ilike",
];

/// Conditions may be nested this deep.
pub(crate) const DEEPEST: usize = 32;

/// Reads the `where` argument: all of its conditions must hold.
pub(crate) fn parse_all(items: &[Value], columns: &Columns) -> Result<Condition, ToolError> {
    parse_list(items, columns, "/where", 0).map(Condition::All)
}

fn parse_list(items: &[Value], columns: &Columns, pointer: &str, depth: usize) -> Result<Vec<Condition>, ToolError> {
    let parse = |(index, item)| parse_item(item, columns, &format!("{pointer}/{index}"), depth);
    items.iter().enumerate().map(parse).collect()
}

fn parse_item(item: &Value, columns: &Columns, pointer: &str, depth: usize) -> Result<Condition, ToolError> {
    if depth > DEEPEST {
        return Err(ToolError::invalid(pointer, format!("conditions are nested more than {DEEPEST} deep")));
    }
    match item {
        Value::String(text) => expression::parse(text, columns, pointer),
        Value::Object(object) => {
            for (key, group) in [("any", true), ("all", false)] {
                if let Some(Value::Array(items)) = object.get(key)
                    && object.len() == 1
                {
                    let conditions = parse_list(items, columns, &format!("{pointer}/{key}"), depth + 1)?;
                    return Ok(if group { Condition::Any(conditions) } else { Condition::All(conditions) });
                }
            }
            if let Some(inner) = object.get("not")
                && object.len() == 1
            {
                let inner = parse_item(inner, columns, &format!("{pointer}/not"), depth + 1)?;
                return Ok(Condition::Not(Box::new(inner)));
            }
            parse_test(object, columns, pointer)
        }
        _ => Err(ToolError::invalid(pointer, SHAPE)),
    }
}

const SHAPE: &str = "a condition is {\"column\", \"op\", \"value\"}, {\"any\": [...]}, {\"all\": [...]}, {\"not\": ...} or text such as \"price > 10\"";

fn parse_test(object: &Map<String, Value>, columns: &Columns, pointer: &str) -> Result<Condition, ToolError> {
    let (mut name, mut op, mut value) = (None, None, &Value::Null);
    for (key, given) in object {
        match (key.as_str(), given) {
            ("column", Value::String(text)) => name = Some(text),
            ("op", Value::String(text)) => op = Some(text),
            ("value", given) => value = given,
            _ => return Err(ToolError::invalid(format!("{pointer}/{key}"), SHAPE)),
        }
    }
    let (Some(name), Some(op)) = (name, op) else { return Err(ToolError::invalid(pointer, SHAPE)) };
    let column = columns.find(name, &format!("{pointer}/column"))?;
    build(column, op, value, columns, pointer)
}

/// Makes the condition for one column, operator and value.
pub(crate) fn build(
    column: usize,
    op: &str,
    value: &Value,
    columns: &Columns,
    pointer: &str,
) -> Result<Condition, ToolError> {
    let style = columns.style(column);
    let at_value = format!("{pointer}/value");
    let single = |value: &Value| operand(value, style, &at_value);
    let text = || match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(ToolError::invalid(&at_value, format!("{op} takes a text"))),
    };
    let list = || match value {
        Value::Array(values) => values.iter().map(single).collect(),
        single_value => single(single_value).map(|operand| vec![operand]),
    };
    let op = op.to_lowercase();
    let comparison = |comparison: Comparison| match (comparison, value) {
        (Comparison::Equal, Value::Null) => Ok((Test::IsNull, false)),
        (Comparison::NotEqual, Value::Null) => Ok((Test::IsNull, true)),
        _ => single(value).map(|operand| (Test::Compare(comparison, operand), false)),
    };
    let (test, negated) = match op.as_str() {
        "=" | "==" => comparison(Comparison::Equal)?,
        "!=" | "<>" => comparison(Comparison::NotEqual)?,
        "<" => comparison(Comparison::Less)?,
        "<=" => comparison(Comparison::LessOrEqual)?,
        ">" => comparison(Comparison::Greater)?,
        ">=" => comparison(Comparison::GreaterOrEqual)?,
        "contains" => (Test::Contains(text()?.into_bytes()), false),
        "starts_with" => (Test::StartsWith(text()?.into_bytes()), false),
        "ends_with" => (Test::EndsWith(text()?.into_bytes()), false),
        "matches" => (Test::Matches(regex(&text()?, false, &at_value)?), false),
        "like" => (Test::Matches(like(&text()?, false, &at_value)?), false),
        "ilike" => (Test::Matches(like(&text()?, true, &at_value)?), false),
        "in" => (Test::In(list()?), false),
        // Like `!=`, and as in SQL, this is not fulfilled by a missing value.
        "not_in" | "not in" => {
            let inside = Condition::Test { column, test: Test::In(list()?) };
            let missing = Condition::Test { column, test: Test::IsNull };
            return Ok(Condition::Not(Box::new(Condition::Any(vec![inside, missing]))));
        }
        "between" => match value.as_array().map(Vec::as_slice) {
            Some([low, high]) => (Test::Between(single(low)?, single(high)?), false),
            _ => return Err(ToolError::invalid(at_value, "between takes [lowest, highest]")),
        },
        "is_null" => (Test::IsNull, value == &Value::Bool(false)),
        "not_null" | "is_not_null" => (Test::IsNull, value != &Value::Bool(false)),
        _ => {
            let message = unknown_name("operator", &op, OPERATORS.into_iter());
            return Err(ToolError::invalid(format!("{pointer}/op"), message));
        }
    };
    let condition = Condition::Test { column, test };
    Ok(if negated { Condition::Not(Box::new(condition)) } else { condition })
}

fn operand(value: &Value, style: Style, pointer: &str) -> Result<Operand, ToolError> {
    match value {
        Value::String(text) => Ok(Operand::text(text, style)),
        Value::Number(number) => Ok(Operand::number(&number.to_string())),
        Value::Bool(truth) => Ok(Operand::text(if *truth { "true" } else { "false" }, style)),
        _ => Err(ToolError::invalid(
            pointer,
            "the value must be a text or a number; use in for a list, is_null for a missing value",
        )),
    }
}

/// Bounds the memory that a pattern of a few characters can ask for.
const LARGEST_REGEX: usize = 1 << 20;

fn regex(pattern: &str, ignore_case: bool, pointer: &str) -> Result<Regex, ToolError> {
    let built = RegexBuilder::new(pattern).case_insensitive(ignore_case).size_limit(LARGEST_REGEX).build();
    built.map_err(|error| ToolError::invalid(pointer, format!("not a regular expression: {error}")))
}

/// SQL's LIKE: `%` stands for any text, `_` for one character.
fn like(pattern: &str, ignore_case: bool, pointer: &str) -> Result<Regex, ToolError> {
    let mut expression = String::from("(?s)^");
    for character in pattern.chars() {
        match character {
            '%' => expression.push_str(".*"),
            '_' => expression.push('.'),
            other => expression.push_str(&regex::escape(other.encode_utf8(&mut [0; 4]))),
        }
    }
    expression.push('$');
    regex(&expression, ignore_case, pointer)
}
