//! Reads an expression. From loose to tight: conversion, sum, product, sign, factors side by side, power, postfix.

use std::ops::Range;

use crate::fault::{Fault, Found};
use crate::syntax::{Form, Node, Step, Target};
use crate::token::{Kind, Token, split};

/// The longest expression in bytes.
pub(crate) const LONGEST: usize = 10_000;
/// How deep brackets, signs and powers may nest.
const DEEPEST: usize = 60;

mod operand;

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

/// Reads a whole expression.
pub(crate) fn expression(text: &str) -> Found<Node> {
    let mut parser = Parser::over(text)?;
    let node = parser.conversions()?;
    parser.finish()?;
    Ok(node)
}

/// Reads what a result is converted to.
pub(crate) fn target(text: &str) -> Found<Target> {
    let mut parser = Parser::over(text)?;
    let target = parser.target()?;
    parser.finish()?;
    Ok(target)
}

fn is_conversion(name: &str) -> bool {
    matches!(name, "to" | "in" | "as")
}

fn is_word(name: &str) -> bool {
    is_conversion(name) || matches!(name, "of" | "mod" | "per")
}

impl Parser {
    fn over(text: &str) -> Found<Self> {
        if text.len() > LONGEST {
            return Err(Fault::new(format!(
                "the expression has {} bytes, at most {LONGEST} are read; split it or put values into `vars`",
                text.len()
            )));
        }
        Ok(Self { tokens: split(text)?, next: 0, depth: 0 })
    }

    fn look(&self, ahead: usize) -> &Kind {
        self.tokens.get(self.next + ahead).map_or(&Kind::End, |token| &token.kind)
    }

    fn place(&self) -> Range<usize> {
        self.tokens.get(self.next).or(self.tokens.last()).map_or(0..0, |token| token.place.clone())
    }

    /// Where the last part that was taken ends.
    fn end(&self) -> usize {
        self.next.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(0, |token| token.place.end)
    }

    fn take_if(&mut self, kind: &Kind) -> bool {
        let found = self.look(0) == kind && *kind != Kind::End;
        self.next += usize::from(found);
        found
    }

    fn node(&self, start: usize, form: Form) -> Node {
        Node { form, place: start..self.end() }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Found<T>) -> Found<T> {
        if self.depth >= DEEPEST {
            return Err(Fault::at(
                self.place(),
                format!("this nests more than {DEEPEST} deep; put inner parts into `vars`"),
            ));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn finish(&self) -> Found<()> {
        match self.look(0) {
            Kind::End => Ok(()),
            Kind::Close => Err(Fault::at(self.place(), "this bracket was never opened")),
            Kind::Comma => Err(Fault::at(
                self.place(),
                "commas only separate the arguments of a function; write 1234.5 without separators, or 1_234.5",
            )),
            Kind::Number(_) => Err(Fault::at(self.place(), "an operator such as + or * is missing before this")),
            _ => Err(Fault::at(self.place(), "an operator is missing before this, or this is one too many")),
        }
    }

    /// Whether a conversion follows. `in` is the inch where no unit can follow it, as in `5 ft 11 in`.
    fn conversion_follows(&self) -> bool {
        match (self.look(0), self.look(1)) {
            (Kind::Arrow, _) => true,
            (Kind::Name(word), Kind::Name(next)) if word == "in" => !is_word(next),
            (Kind::Name(word), _) => matches!(word.as_str(), "to" | "as"),
            _ => false,
        }
    }

    fn conversions(&mut self) -> Found<Node> {
        let start = self.place().start;
        let mut node = self.sum()?;
        let mut count = 0;
        while self.conversion_follows() {
            count += 1;
            if count > DEEPEST {
                return Err(Fault::at(self.place(), "too many conversions in a row; one is enough"));
            }
            self.next += 1;
            let target = self.target()?;
            node = self.node(start, Form::Convert(Box::new(node), Box::new(target)));
        }
        Ok(node)
    }

    fn target(&mut self) -> Found<Target> {
        let special = match self.look(0) {
            Kind::Percent => Some(Target::Percent),
            Kind::Name(name) => match name.to_ascii_lowercase().as_str() {
                "hex" | "hexadecimal" => Some(Target::Base(16)),
                "oct" | "octal" => Some(Target::Base(8)),
                "bin" | "binary" => Some(Target::Base(2)),
                "fraction" => Some(Target::Fraction),
                "percent" => Some(Target::Percent),
                _ => None,
            },
            Kind::End => return Err(Fault::at(self.place(), "a unit to convert to is missing, such as km")),
            _ => None,
        };
        if let Some(target) = special {
            self.next += 1;
            return Ok(target);
        }
        Ok(Target::Unit(self.product()?))
    }

    fn sum(&mut self) -> Found<Node> {
        let start = self.place().start;
        let first = self.product()?;
        let mut terms = vec![(false, first)];
        loop {
            let minus = match self.look(0) {
                Kind::Plus => false,
                Kind::Minus => true,
                _ => break,
            };
            self.next += 1;
            terms.push((minus, self.product()?));
        }
        match (terms.len(), terms.pop()) {
            (1, Some((_, only))) => Ok(only),
            (_, last) => {
                terms.extend(last);
                Ok(self.node(start, Form::Sum(terms)))
            }
        }
    }

    fn product(&mut self) -> Found<Node> {
        let start = self.place().start;
        let first = self.signed(false)?;
        let mut steps = Vec::new();
        loop {
            let step = match self.look(0) {
                Kind::Times => Step::Times,
                Kind::Divide => Step::Divide,
                Kind::DivideDown => Step::DivideDown,
                // A percent sign with an operand behind it; any other was taken as a percentage.
                Kind::Percent => Step::Modulo,
                Kind::Name(name) => match name.as_str() {
                    "of" => Step::Times,
                    "per" => Step::Divide,
                    "mod" => Step::Modulo,
                    _ => break,
                },
                _ => break,
            };
            self.next += 1;
            let divides = matches!(step, Step::Divide | Step::DivideDown);
            steps.push((step, self.signed(divides)?));
        }
        if steps.is_empty() { Ok(first) } else { Ok(self.node(start, Form::Product(Box::new(first), steps))) }
    }

    fn signed(&mut self, divides: bool) -> Found<Node> {
        let start = self.place().start;
        match self.look(0) {
            Kind::Minus => {
                self.next += 1;
                let operand = self.deeper(|parser| parser.signed(divides))?;
                Ok(self.node(start, Form::Negate(Box::new(operand))))
            }
            Kind::Plus => {
                self.next += 1;
                self.deeper(|parser| parser.signed(divides))
            }
            _ => self.beside(divides),
        }
    }
}
