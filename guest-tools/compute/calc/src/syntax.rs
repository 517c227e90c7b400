//! The form of an expression.

use std::ops::Range;

use dashu_ratio::RBig;

/// A part of an expression and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) form: Form,
    pub(crate) place: Range<usize>,
}

/// Chains are lists, so that a long one is no deep one.
#[derive(Debug, Clone)]
pub(crate) enum Form {
    Number(RBig),
    Name(String),
    Group(Box<Node>),
    Call(String, Vec<Node>),
    Negate(Box<Node>),
    Percent(Box<Node>),
    Factorial(Box<Node>),
    Root(Box<Node>),
    Power(Box<Node>, Box<Node>),
    /// Terms, each with whether it is subtracted.
    Sum(Vec<(bool, Node)>),
    Product(Box<Node>, Vec<(Step, Node)>),
    /// Factors side by side, such as `5 km`; and whether a division stands before them.
    Beside(Vec<Node>, bool),
    /// Quantities side by side that add up, such as `5 ft 11 in`.
    Mixed(Vec<Node>),
    Convert(Box<Node>, Box<Target>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Times,
    Divide,
    /// A division whose quotient is rounded down.
    DivideDown,
    Modulo,
}

/// What a value is converted to.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    Unit(Node),
    /// A whole number in base 16, 8 or 2.
    Base(u32),
    Fraction,
    Percent,
}
