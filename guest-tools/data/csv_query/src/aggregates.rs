//! Aggregates as a query states them: objects with fn, column and as, or text such as `sum(amount) as total`.

use serde_json::{Map, Value};
use toolhost_sdk::prelude::*;

use crate::aggregate::Function;
use toolhost_tables::columns::{Columns, unknown_name};

/// One aggregate of a query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Aggregate {
    pub(crate) function: Function,
    /// The column, or nothing for a count of rows.
    pub(crate) column: Option<usize>,
    /// What the result is called.
    pub(crate) name: String,
}

const SHAPE: &str =
    "an aggregate is {\"fn\", \"column\", \"as\"} or text such as \"sum(amount) as total\" or \"count(*)\"";

/// Reads one item of the `agg` argument.
pub(crate) fn parse(item: &Value, columns: &Columns, pointer: &str) -> Result<Aggregate, ToolError> {
    match item {
        Value::String(text) => match split_call(text) {
            Some(call) => from_call(&call, columns, pointer),
            None => Err(ToolError::invalid(pointer, SHAPE)),
        },
        Value::Object(object) => from_object(object, columns, pointer),
        _ => Err(ToolError::invalid(pointer, SHAPE)),
    }
}

fn from_object(object: &Map<String, Value>, columns: &Columns, pointer: &str) -> Result<Aggregate, ToolError> {
    let mut call = Call { function: "", argument: None, name: None };
    for (key, given) in object {
        match (key.as_str(), given) {
            ("fn", Value::String(text)) => call.function = text,
            ("column", Value::String(text)) => call.argument = Some(text),
            ("as", Value::String(text)) => call.name = Some(text),
            ("column" | "as", Value::Null) => {}
            _ => return Err(ToolError::invalid(format!("{pointer}/{key}"), SHAPE)),
        }
    }
    from_call(&call, columns, pointer)
}

/// `function(argument) as name`, not yet looked up.
pub(crate) struct Call<'a> {
    function: &'a str,
    argument: Option<&'a str>,
    name: Option<&'a str>,
}

/// Takes a text apart that has the form of an aggregate.
pub(crate) fn split_call(text: &str) -> Option<Call<'_>> {
    let text = text.trim();
    let Some((function, rest)) = text.split_once('(') else {
        let is_name = Function::ALL.iter().any(|(name, _)| name.eq_ignore_ascii_case(text));
        return is_name.then_some(Call { function: text, argument: None, name: None });
    };
    let (argument, after) = rest.rsplit_once(')')?;
    let after = after.trim();
    let name = match after.split_once(char::is_whitespace) {
        Some((word, name)) if word.eq_ignore_ascii_case("as") => Some(unquote(name.trim())),
        _ if after.is_empty() => None,
        _ => return None,
    };
    let function = function.trim();
    if function.is_empty() || !function.chars().all(|character| character.is_alphanumeric() || character == '_') {
        return None;
    }
    let argument = argument.trim();
    match argument.split_once(char::is_whitespace) {
        Some((word, column)) if word.eq_ignore_ascii_case("distinct") && function.eq_ignore_ascii_case("count") => {
            Some(Call { function: "count_distinct", argument: Some(unquote(column.trim())), name })
        }
        _ => Some(Call { function, argument: Some(unquote(argument)), name }),
    }
}

/// Looks up what a call names.
pub(crate) fn from_call(call: &Call<'_>, columns: &Columns, pointer: &str) -> Result<Aggregate, ToolError> {
    let wanted = match call.function.to_lowercase().as_str() {
        "mean" | "average" => "avg".to_owned(),
        "std" | "stdev" | "stddev_samp" => "stddev".to_owned(),
        "distinct" | "nunique" => "count_distinct".to_owned(),
        other => other.to_owned(),
    };
    let Some((label, function)) = Function::ALL.into_iter().find(|(name, _)| *name == wanted) else {
        let message = unknown_name("function", call.function, Function::ALL.into_iter().map(|(name, _)| name));
        return Err(ToolError::invalid(format!("{pointer}/fn"), message));
    };
    let argument = call.argument.filter(|argument| !argument.is_empty() && *argument != "*");
    let column = match argument {
        Some(name) => Some(columns.find(name, &format!("{pointer}/column"))?),
        None if function == Function::Count => None,
        None => return Err(ToolError::invalid(format!("{pointer}/column"), format!("{label} needs a column"))),
    };
    let name = match (call.name.filter(|name| !name.is_empty()), column) {
        (Some(name), _) => name.to_owned(),
        (None, Some(column)) => format!("{label}({})", columns.name(column)),
        (None, None) => label.to_owned(),
    };
    Ok(Aggregate { function, column, name })
}

fn unquote(text: &str) -> &str {
    for quote in ['"', '`', '\''] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote)) {
            return inner;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolhost_tables::columns::Column;
    use toolhost_tables::number::Style;

    fn parse(item: Value) -> Result<(Function, Option<usize>, String), ToolError> {
        let column = |name: &str| Column { name: name.to_owned(), numbers: None };
        let list = ["amount", "Body Mass (g)"].map(column).into();
        let columns = Columns { list, usual: Style::Point };
        super::parse(&item, &columns, "/agg/0").map(|aggregate| (aggregate.function, aggregate.column, aggregate.name))
    }

    #[test]
    fn objects_and_texts_say_the_same() {
        let total = (Function::Sum, Some(0), "total".to_owned());
        assert_eq!(parse(json!({"fn": "sum", "column": "amount", "as": "total"})).ok(), Some(total.clone()));
        assert_eq!(parse(json!("SUM(amount) AS total")).ok(), Some(total));
        assert_eq!(parse(json!("count(*)")).ok(), Some((Function::Count, None, "count".to_owned())));
        assert_eq!(parse(json!("count")).ok(), Some((Function::Count, None, "count".to_owned())));
        assert_eq!(
            parse(json!("mean(Body Mass (g))")).ok(),
            Some((Function::Avg, Some(1), "avg(Body Mass (g))".to_owned()))
        );
        assert_eq!(
            parse(json!("count(distinct \"amount\")")).ok(),
            Some((Function::CountDistinct, Some(0), "count_distinct(amount)".to_owned()))
        );
    }

    #[test]
    fn wrong_aggregates_say_what_would_be_right() {
        let message = |item| parse(item).err().map(|error| error.message().to_owned()).unwrap();
        assert!(message(json!("summ(amount)")).contains("Did you mean \"sum\""));
        assert!(message(json!({"fn": "avg"})).contains("needs a column"));
        assert!(message(json!("sum(amont)")).contains("Did you mean \"amount\""));
        assert!(message(json!(5)).contains("an aggregate is"));
    }
}
