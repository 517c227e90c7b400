//! From arguments to the answer.

use toolhost_sdk::{Answer, ToolError, ToolResult};

use crate::arguments::{Arguments, Item, MOST_PRECISION, Variable};
use crate::evaluate::{Evaluation, Value, shown};
use crate::fault::{Fault, Found};
use crate::names::{self, Variables};
use crate::parse;
use crate::syntax::{Form, Target};
use crate::work::Work;

const MOST_VARIABLES: usize = 200;
const MOST_ITEMS: usize = 5_000;
/// Digits that a binary floating-point number keeps for certain.
const CERTAIN_DIGITS: usize = 15;

pub(crate) fn answer(arguments: &Arguments) -> ToolResult {
    if !(1..=MOST_PRECISION).contains(&arguments.precision) {
        return Err(ToolError::invalid(
            "/precision",
            format!("`precision` is {}; it is from 1 to {MOST_PRECISION}", arguments.precision),
        ));
    }
    let work = Work::new(arguments.precision as usize);
    let variables = variables(arguments, &work)?;
    let value = evaluate(&arguments.expr, &variables, &work).map_err(|fault| fault.told("/expr", &arguments.expr))?;
    let value = match &arguments.units {
        None => value,
        Some(units) => converted(value, units, &variables, &work).map_err(|fault| fault.told("/units", units))?,
    };
    let text = shown(&value, &work).map_err(|fault| fault.told("/expr", &arguments.expr))?;
    Ok(Answer::text(text))
}

fn evaluate(text: &str, variables: &Variables, work: &Work) -> Found<Value> {
    let node = parse::expression(text)?;
    Evaluation::new(text, variables, work).whole(&node)
}

fn converted(value: Value, units: &str, variables: &Variables, work: &Work) -> Found<Value> {
    match parse::target(units)? {
        Target::Unit(node) => {
            let unit = Evaluation::new(units, variables, work).target(&node)?;
            Ok(Value { quantity: value.quantity.convert(&unit, work)?, form: None })
        }
        form => {
            value.quantity.plain("this form")?;
            Ok(Value { quantity: value.quantity, form: Some(form) })
        }
    }
}

fn variables(arguments: &Arguments, work: &Work) -> Result<Variables, ToolError> {
    if arguments.vars.len() > MOST_VARIABLES {
        return Err(ToolError::invalid(
            "/vars",
            format!("`vars` has {} names, at most {MOST_VARIABLES} are taken", arguments.vars.len()),
        ));
    }
    let mut variables = Variables::new();
    for (name, value) in &arguments.vars {
        let pointer = format!("/vars/{}", name.replace('~', "~0").replace('/', "~1"));
        check_name(name).map_err(|fault| ToolError::invalid(pointer.clone(), fault.message))?;
        let variable = match value {
            Variable::Text(text) => of_text(text, &pointer, work)?,
            Variable::Number(number) => of_number(number, &pointer, work)?,
            Variable::List(items) => list(items, &pointer, work)?,
        };
        variables.insert(name.clone(), variable);
    }
    Ok(variables)
}

fn list(items: &[Item], pointer: &str, work: &Work) -> Result<names::Variable, ToolError> {
    if items.len() > MOST_ITEMS {
        return Err(ToolError::invalid(
            pointer,
            format!("the list has {} values, at most {MOST_ITEMS} are taken", items.len()),
        ));
    }
    let mut values = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let pointer = format!("{pointer}/{index}");
        let value = match item {
            Item::Text(text) => of_text(text, &pointer, work)?,
            Item::Number(number) => of_number(number, &pointer, work)?,
        };
        match value {
            names::Variable::Value { quantity, .. } => values.push(quantity),
            names::Variable::List(more) => values.extend(more),
        }
    }
    Ok(names::Variable::List(values))
}

fn of_number(number: &serde_json::Number, pointer: &str, work: &Work) -> Result<names::Variable, ToolError> {
    let text = number_text(number).map_err(|fault| ToolError::invalid(pointer, fault.message))?;
    of_text(&text, pointer, work)
}

fn of_text(text: &str, pointer: &str, work: &Work) -> Result<names::Variable, ToolError> {
    variable(text, work).map_err(|fault| fault.told(pointer, text))
}

fn variable(text: &str, work: &Work) -> Found<names::Variable> {
    let node = parse::expression(text)?;
    let quantity = Evaluation::new(text, &Variables::new(), work).value(&node)?;
    Ok(names::Variable::Value { quantity, is_percentage: matches!(node.form, Form::Percent(_)) })
}

fn check_name(name: &str) -> Found<()> {
    let mut characters = name.chars();
    let begins = characters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    let goes_on = characters.all(|next| next.is_alphanumeric() || next == '_');
    if !begins || !goes_on || name.len() > 100 {
        return Err(Fault::new("a variable's name is made of letters, digits and _ and begins with a letter"));
    }
    if matches!(name, "to" | "in" | "as" | "of" | "mod" | "per") {
        return Err(Fault::new(format!("`{name}` is a word of expressions; give the variable another name")));
    }
    Ok(())
}

/// The digits of a JSON number. One that may have lost some on the way here is refused.
fn number_text(number: &serde_json::Number) -> Found<String> {
    if number.is_i64() || number.is_u64() {
        return Ok(number.to_string());
    }
    let text = number.to_string();
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits = mantissa.chars().filter(char::is_ascii_digit).collect::<String>();
    let significant = digits.trim_matches('0').len();
    let large = number.as_f64().is_none_or(|value| value.abs() >= 1e15);
    if significant > CERTAIN_DIGITS || large {
        return Err(Fault::new("so many digits may get lost in a JSON number; give it as a text, in quotation marks"));
    }
    Ok(text)
}
