//! Reads what binds tighter than a sign: factors side by side, powers, postfix signs, operands.

use std::ops::Range;

use super::{DEEPEST, Parser, is_word};
use crate::fault::{Fault, Found};
use crate::function;
use crate::syntax::{Form, Node};
use crate::token::{Kind, Token};
use crate::unit_find;

impl Parser {
    /// `5 km`, `2 pi`, `5 ft 11 in`.
    pub(super) fn beside(&mut self, divides: bool) -> Found<Node> {
        let start = self.place().start;
        let mut quantities = Vec::new();
        loop {
            let from = self.place().start;
            let mut factors = vec![self.power()?];
            while self.factor_follows() {
                factors.push(self.power()?);
            }
            let with_unit = factors.len() > 1;
            let quantity = match (with_unit, factors.pop()) {
                (false, Some(only)) => only,
                (_, last) => {
                    factors.extend(last);
                    self.node(from, Form::Beside(factors, divides))
                }
            };
            quantities.push(quantity);
            if !(with_unit && matches!(self.look(0), Kind::Number(_))) {
                break;
            }
        }
        match (quantities.len(), quantities.pop()) {
            (1, Some(only)) => Ok(only),
            (_, last) => {
                quantities.extend(last);
                Ok(self.node(start, Form::Mixed(quantities)))
            }
        }
    }

    fn factor_follows(&self) -> bool {
        match self.look(0) {
            Kind::Open => true,
            Kind::Name(name) if name == "in" => !self.conversion_follows(),
            Kind::Name(name) => !is_word(name),
            _ => false,
        }
    }

    fn power(&mut self) -> Found<Node> {
        let start = self.place().start;
        if self.take_if(&Kind::Root) {
            let operand = self.deeper(Self::power)?;
            return Ok(self.node(start, Form::Root(Box::new(operand))));
        }
        let base = self.postfix()?;
        if !self.take_if(&Kind::Power) {
            return Ok(base);
        }
        let exponent = self.deeper(|parser| {
            let start = parser.place().start;
            let mut minus = false;
            loop {
                match parser.look(0) {
                    Kind::Minus => minus = !minus,
                    Kind::Plus => {}
                    _ => break,
                }
                parser.next += 1;
            }
            let exponent = parser.power()?;
            Ok(if minus { parser.node(start, Form::Negate(Box::new(exponent))) } else { exponent })
        })?;
        Ok(self.node(start, Form::Power(Box::new(base), Box::new(exponent))))
    }

    fn postfix(&mut self) -> Found<Node> {
        let start = self.place().start;
        let mut node = self.operand()?;
        let mut count = 0;
        loop {
            let form = match self.look(0) {
                Kind::Factorial => Form::Factorial(Box::new(node)),
                Kind::Raised(power) => {
                    let exponent = Node { form: Form::Number((*power).into()), place: self.place() };
                    Form::Power(Box::new(node), Box::new(exponent))
                }
                Kind::Percent if !self.modulo_follows()? => Form::Percent(Box::new(node)),
                _ => return Ok(node),
            };
            self.next += 1;
            count += 1;
            if count > DEEPEST {
                return Err(Fault::at(self.place(), "too many signs in a row"));
            }
            node = self.node(start, form);
        }
    }

    /// Whether an operand stands behind the percent sign: `17 % 5` is a remainder, `17% - 5` a percentage, and
    /// `17 % -5` could be either.
    fn modulo_follows(&self) -> Found<bool> {
        match self.look(1) {
            Kind::Number(_) | Kind::Open | Kind::Root => Ok(true),
            Kind::Name(name) => Ok(!is_word(name)),
            Kind::Minus | Kind::Plus if !self.touches(self.next) && self.touches(self.next + 2) => Err(Fault::at(
                self.place(),
                "it is not clear whether this is a remainder or a percentage; write mod(17, -5), or 17% - 5",
            )),
            _ => Ok(false),
        }
    }

    /// Whether nothing stands between a token and the one before it.
    fn touches(&self, index: usize) -> bool {
        let place = |index: usize| self.tokens.get(index).map(|token| token.place.clone());
        index.checked_sub(1).and_then(place).zip(place(index)).is_some_and(|(before, this)| before.end == this.start)
    }

    fn operand(&mut self) -> Found<Node> {
        let Some(Token { kind, place }) = self.tokens.get(self.next).cloned() else {
            return Err(Fault::new("the expression is empty; give one such as 2 * (3 + 4)"));
        };
        let start = place.start;
        match kind {
            Kind::Number(value) => {
                self.next += 1;
                Ok(self.node(start, Form::Number(value)))
            }
            Kind::Name(name) if *self.look(1) == Kind::Open && !(is_word(&name) && name != "mod") => {
                self.next += 2;
                let arguments = self.deeper(|parser| parser.arguments(&name, &place))?;
                Ok(self.node(start, Form::Call(name, arguments)))
            }
            Kind::Name(name) if !is_word(&name) || name == "in" => {
                self.next += 1;
                if let Kind::Name(second) = self.look(0)
                    && unit_find::is_joined(&name, second)
                {
                    // `nautical miles`, `square feet`
                    let joined = format!("{name}_{second}");
                    self.next += 1;
                    return Ok(self.node(start, Form::Name(joined)));
                }
                if matches!(self.look(0), Kind::Number(_)) && function::find(&name).is_some() {
                    return Err(Fault::at(place, format!("{name} is a function; write {name}(…)")));
                }
                Ok(self.node(start, Form::Name(name)))
            }
            Kind::Open => {
                self.next += 1;
                let inner = self.deeper(Self::conversions)?;
                if self.look(0) == &Kind::Comma {
                    return self.finish().map(|()| inner);
                }
                if !self.take_if(&Kind::Close) {
                    return Err(self.unclosed(&place));
                }
                Ok(self.node(start, Form::Group(Box::new(inner))))
            }
            Kind::OpenList | Kind::CloseList => {
                Err(Fault::at(place, "only round brackets group; lists go into functions, such as sum([1, 2, 3])"))
            }
            Kind::End if self.next == 0 => Err(Fault::new("the expression is empty; give one such as 2 * (3 + 4)")),
            Kind::End => Err(Fault::at(place, "a number or a name is missing")),
            _ => Err(Fault::at(place, "a number or a name is missing before this")),
        }
    }

    fn arguments(&mut self, name: &str, place: &Range<usize>) -> Found<Vec<Node>> {
        let mut arguments = Vec::new();
        if self.take_if(&Kind::Close) {
            return Ok(arguments);
        }
        loop {
            if self.take_if(&Kind::OpenList) {
                self.list(&mut arguments)?;
            } else {
                arguments.push(self.conversions()?);
            }
            if self.take_if(&Kind::Close) {
                return Ok(arguments);
            }
            if !self.take_if(&Kind::Comma) {
                return Err(match self.look(0) {
                    Kind::End => Fault::at(place.clone(), format!("the bracket of {name}( is not closed")),
                    _ => Fault::at(self.place(), "an operator, a comma or a closing bracket is missing before this"),
                });
            }
        }
    }

    /// The values of `[1, 2, 3]`, which are arguments as if they stood there without the brackets.
    fn list(&mut self, arguments: &mut Vec<Node>) -> Found<()> {
        loop {
            if self.take_if(&Kind::CloseList) {
                return Ok(());
            }
            arguments.push(self.conversions()?);
            if !self.take_if(&Kind::Comma) && self.look(0) != &Kind::CloseList {
                return Err(Fault::at(self.place(), "a comma or `]` is missing before this"));
            }
        }
    }

    fn unclosed(&self, opened: &Range<usize>) -> Fault {
        match self.look(0) {
            Kind::End => Fault::at(opened.clone(), "this bracket is not closed"),
            _ => Fault::at(self.place(), "an operator or a closing bracket is missing before this"),
        }
    }
}
