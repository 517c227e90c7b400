//! Works out the value of an expression.

use std::cell::RefCell;
use std::collections::BTreeMap;

use dashu_ratio::RBig;

use crate::fault::{Fault, Found};
use crate::format;
use crate::function;
use crate::names::{self, Variable, Variables};
use crate::number::Number;
use crate::quantity::Quantity;
use crate::syntax::{Form, Node, Step, Target};
use crate::unit::{Known, Unit};
use crate::unit_find;
use crate::work::Work;

/// What an evaluation needs to know.
pub(crate) struct Evaluation<'a> {
    pub(crate) text: &'a str,
    pub(crate) variables: &'a Variables,
    pub(crate) work: &'a Work,
    /// Units that were looked up before.
    units: RefCell<BTreeMap<String, Option<Unit>>>,
}

/// The value of an expression and, if it was asked for, the form in which to show it.
pub(crate) struct Value {
    pub(crate) quantity: Quantity,
    pub(crate) form: Option<Target>,
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(text: &'a str, variables: &'a Variables, work: &'a Work) -> Self {
        Self { text, variables, work, units: RefCell::default() }
    }

    fn unit(&self, name: &str) -> Option<Unit> {
        if let Some(found) = self.units.borrow().get(name) {
            return found.clone();
        }
        let found = unit_find::find(name, self.work);
        self.units.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }

    /// The value of a whole expression: only here a conversion may end in a form of writing.
    pub(crate) fn whole(&self, node: &Node) -> Found<Value> {
        match &node.form {
            Form::Convert(operand, target) if !matches!(**target, Target::Unit(_)) => {
                let quantity = self.value(operand)?;
                quantity.plain("this form").map_err(|fault| fault.within(&node.place))?;
                Ok(Value { quantity, form: Some((**target).clone()) })
            }
            _ => Ok(Value { quantity: self.value(node)?, form: None }),
        }
    }

    /// The value of a part.
    pub(crate) fn value(&self, node: &Node) -> Found<Quantity> {
        self.work.charge(50).and_then(|()| self.of(node)).map_err(|fault| fault.within(&node.place))
    }

    fn of(&self, node: &Node) -> Found<Quantity> {
        let work = self.work;
        match &node.form {
            Form::Number(value) => Ok(Number::Exact(crate::work::bounded(value.clone())?).into()),
            Form::Name(name) => self.name(name),
            Form::Group(inner) => self.value(inner),
            Form::Call(name, arguments) => {
                let Some(function) = function::find(name) else {
                    return Err(names::unknown(name, true, self.variables));
                };
                function.call(&self.arguments(arguments)?, work)
            }
            Form::Negate(operand) => {
                let operand = self.value(operand)?;
                Ok(Quantity { number: operand.number.negate(), unit: operand.unit })
            }
            Form::Percent(operand) => self.percent(operand),
            Form::Factorial(operand) => {
                let operand = self.value(operand)?;
                match function::find("factorial") {
                    Some(factorial) => factorial.call(&[operand], work),
                    None => Err(names::unknown("factorial", true, self.variables)),
                }
            }
            Form::Root(operand) => self.value(operand)?.root(2, work),
            Form::Power(base, exponent) => self.value(base)?.power(&self.value(exponent)?, work),
            Form::Sum(terms) => self.sum(terms),
            Form::Product(first, steps) => self.product(first, steps),
            Form::Beside(factors, divides) => self.beside(factors, *divides),
            Form::Mixed(quantities) => self.mixed(quantities),
            Form::Convert(operand, target) => match &**target {
                Target::Unit(target) => self.value(operand)?.convert(&self.target(target)?, work),
                Target::Base(_) | Target::Fraction | Target::Percent => Err(Fault::new(
                    "this conversion only says how to write the result, so it stands at the end of the expression",
                )),
            },
        }
    }

    /// The values of arguments; a variable that is a list stands for all of its own.
    fn arguments(&self, nodes: &[Node]) -> Found<Vec<Quantity>> {
        let mut arguments = Vec::with_capacity(nodes.len());
        for node in nodes {
            match &node.form {
                Form::Name(name) if let Some(Variable::List(values)) = self.variables.get(name) => {
                    self.work.charge(50 * values.len() as u64)?;
                    arguments.extend(values.iter().cloned());
                }
                _ => arguments.push(self.value(node)?),
            }
        }
        Ok(arguments)
    }

    /// A variable, else a constant, else a unit.
    fn name(&self, name: &str) -> Found<Quantity> {
        match self.variables.get(name) {
            Some(Variable::Value { quantity, .. }) => return Ok(quantity.clone()),
            Some(Variable::List(_)) => {
                return Err(Fault::new(format!("{name} is a list; give it to a function, such as sum({name})")));
            }
            None => {}
        }
        if let Some(value) = names::constant(name, self.work)? {
            return Ok(value.into());
        }
        match self.unit(name) {
            Some(unit) if unit.has_scale() => Err(Fault::new(format!(
                "{} is a scale and stands right behind a number, such as 20 {}",
                unit.shown(),
                unit.shown()
            ))),
            Some(unit) => Ok(Quantity { number: Number::from(1), unit }),
            None => Err(names::unknown(name, false, self.variables)),
        }
    }

    /// The unit that a name stands for, if it stands for one.
    fn unit_name(&self, name: &str) -> Option<Unit> {
        if self.variables.contains_key(name) || matches!(names::constant(name, self.work), Ok(Some(_))) {
            return None;
        }
        self.unit(name)
    }

    fn percent(&self, operand: &Node) -> Found<Quantity> {
        let operand = self.value(operand)?;
        let number = operand.plain("a percentage")?.divide(&Number::from(100), self.work)?;
        Ok(number.into())
    }

    fn is_percentage(&self, node: &Node) -> bool {
        match &node.form {
            Form::Percent(_) => true,
            Form::Name(name) => {
                matches!(self.variables.get(name), Some(Variable::Value { is_percentage: true, .. }))
            }
            _ => false,
        }
    }

    /// A percentage that is added or subtracted is one of what stands before it, unless that is a percentage too.
    fn sum(&self, terms: &[(bool, Node)]) -> Found<Quantity> {
        let mut sum: Option<Quantity> = None;
        let mut percentages = true;
        for (minus, node) in terms {
            let is_percentage = self.is_percentage(node);
            let mut term = self.value(node)?;
            sum = Some(match sum {
                None => term,
                Some(sum) => {
                    if is_percentage && !percentages {
                        term = sum.multiply(&term, self.work).map_err(|fault| fault.within(&node.place))?;
                    }
                    let result = if *minus { sum.subtract(&term, self.work) } else { sum.add(&term, self.work) };
                    result.map_err(|fault| fault.within(&node.place))?
                }
            });
            percentages &= is_percentage;
        }
        sum.ok_or_else(|| Fault::new("a sum needs terms"))
    }

    fn product(&self, first: &Node, steps: &[(Step, Node)]) -> Found<Quantity> {
        let mut product = self.value(first)?;
        for (step, node) in steps {
            let factor = self.value(node)?;
            let result = match step {
                Step::Times => product.multiply(&factor, self.work),
                Step::Divide => product.divide(&factor, self.work),
                Step::DivideDown => product.divide_down(&factor, self.work),
                Step::Modulo => product.modulo(&factor, self.work),
            };
            product = result.map_err(|fault| fault.within(&node.place))?;
        }
        Ok(product)
    }

    /// A number and its unit, or factors without a sign between them.
    fn beside(&self, factors: &[Node], divides: bool) -> Found<Quantity> {
        if let [number, Node { form: Form::Name(name), place }] = factors
            && let Some(unit) = self.unit_name(name)
            && unit.has_scale()
        {
            let number = self.value(number)?;
            let number = number.plain("a scale").map_err(|fault| fault.within(place))?.clone();
            return Ok(Quantity { number, unit });
        }
        let mut product: Option<Quantity> = None;
        for node in factors {
            if divides && product.is_some() && !self.is_unit(node) {
                return Err(Fault::at(
                    node.place.clone(),
                    "what is divided by is not clear: write * or brackets, such as 1 / (2 * x) or 1 / 2 * x",
                ));
            }
            let factor = self.value(node)?;
            product = Some(match product {
                None => factor,
                Some(product) => product.multiply(&factor, self.work).map_err(|fault| fault.within(&node.place))?,
            });
        }
        product.ok_or_else(|| Fault::new("a product needs factors"))
    }

    fn is_unit(&self, node: &Node) -> bool {
        match &node.form {
            Form::Name(name) => self.unit_name(name).is_some(),
            Form::Power(base, _) => self.is_unit(base),
            _ => false,
        }
    }

    /// `5 ft 11 in`: quantities of one kind that add up.
    fn mixed(&self, quantities: &[Node]) -> Found<Quantity> {
        let mut sum: Option<Quantity> = None;
        for node in quantities {
            let quantity = self.value(node)?;
            if quantity.unit.is_none() || quantity.is_point() {
                return Err(Fault::at(
                    node.place.clone(),
                    "two numbers stand side by side without units that add up; an operator such as * is missing",
                ));
            }
            sum = Some(match sum {
                None => quantity,
                Some(sum) => sum.add(&quantity, self.work).map_err(|fault| fault.within(&node.place))?,
            });
        }
        sum.ok_or_else(|| Fault::new("a sum needs terms"))
    }

    /// The unit that something is converted to. `L/(100 km)` becomes a unit of its own.
    pub(crate) fn target(&self, node: &Node) -> Found<Unit> {
        if let Form::Name(name) = &node.form
            && let Some(unit) = self.unit_name(name)
        {
            return Ok(unit);
        }
        let quantity = self.value(node)?;
        if quantity.unit.is_none() && node_is_number(node) {
            return Err(Fault::at(node.place.clone(), "this is no unit to convert to; name one, such as km"));
        }
        if quantity.number.exact().is_some_and(RBig::is_one) {
            return Ok(quantity.unit);
        }
        if quantity.is_point() || quantity.number.is_zero() {
            return Err(Fault::at(node.place.clone(), "this is no unit to convert to; name one, such as km"));
        }
        let symbol = self.text.get(node.place.clone()).unwrap_or_default().trim().to_owned();
        let size = quantity.number.multiply(&quantity.unit.size(self.work)?, self.work)?;
        Ok(Unit::of(Known { symbol, size, dimension: quantity.unit.dimension(), zero: None }, 1))
    }
}

fn node_is_number(node: &Node) -> bool {
    matches!(node.form, Form::Number(_) | Form::Negate(_))
}

/// A value as it is answered.
pub(crate) fn shown(value: &Value, work: &Work) -> Found<String> {
    match &value.form {
        Some(form) => format::special(&value.quantity.number, form, work),
        None => {
            let number = format::number(&value.quantity.number, work)?;
            let unit = value.quantity.unit.shown();
            Ok(if unit.is_empty() { number } else { format!("{number} {unit}") })
        }
    }
}
