//! The functions that an expression can call.

use crate::angle;
use crate::fault::{Fault, Found};
use crate::integer;
use crate::quantity::Quantity;
use crate::real;
use crate::series;
use crate::work::Work;

/// A function, its name and how many arguments it takes.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    least: usize,
    most: usize,
    run: fn(&[Quantity], &Work) -> Found<Quantity>,
}

const fn one(name: &'static str, run: fn(&[Quantity], &Work) -> Found<Quantity>) -> Function {
    Function { name, least: 1, most: 1, run }
}

const fn some(
    name: &'static str,
    least: usize,
    most: usize,
    run: fn(&[Quantity], &Work) -> Found<Quantity>,
) -> Function {
    Function { name, least, most, run }
}

const ANY: usize = usize::MAX;

pub(crate) static FUNCTIONS: &[Function] = &[
    one("sqrt", real::sqrt),
    one("cbrt", real::cbrt),
    some("root", 2, 2, real::root),
    some("pow", 2, 2, real::pow),
    one("exp", real::exp),
    one("ln", real::ln),
    one("log10", real::log10),
    one("log2", real::log2),
    some("log", 1, 2, real::log),
    some("hypot", 2, 2, real::hypot),
    one("sinh", real::sinh),
    one("cosh", real::cosh),
    one("tanh", real::tanh),
    one("asinh", real::asinh),
    one("acosh", real::acosh),
    one("atanh", real::atanh),
    one("sin", angle::sin),
    one("cos", angle::cos),
    one("tan", angle::tan),
    one("asin", angle::asin),
    one("acos", angle::acos),
    one("atan", angle::atan),
    some("atan2", 2, 2, angle::atan2),
    one("abs", series::abs),
    one("sign", series::sign),
    some("round", 1, 2, series::round),
    one("floor", series::floor),
    one("ceil", series::ceil),
    one("trunc", series::trunc),
    some("min", 1, ANY, series::min),
    some("max", 1, ANY, series::max),
    some("sum", 1, ANY, series::sum),
    some("product", 1, ANY, series::product),
    some("mean", 1, ANY, series::mean),
    some("avg", 1, ANY, series::mean),
    some("average", 1, ANY, series::mean),
    some("median", 1, ANY, series::median),
    some("stdev", 2, ANY, series::sample_deviation),
    some("pstdev", 1, ANY, series::population_deviation),
    some("mod", 2, 2, series::modulo),
    some("gcd", 1, ANY, integer::gcd),
    some("lcm", 1, ANY, integer::lcm),
    one("factorial", integer::factorial),
    some("ncr", 2, 2, integer::combinations),
    some("comb", 2, 2, integer::combinations),
    some("npr", 2, 2, integer::permutations),
    some("perm", 2, 2, integer::permutations),
    some("powmod", 3, 3, integer::power_modulo),
];

/// The function of this name.
pub(crate) fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name.eq_ignore_ascii_case(name))
}

impl Function {
    pub(crate) fn call(&self, arguments: &[Quantity], work: &Work) -> Found<Quantity> {
        let count = arguments.len();
        if count < self.least || count > self.most {
            let takes = match (self.least, self.most) {
                (1, 1) => "1 argument".to_owned(),
                (least, most) if least == most => format!("{least} arguments"),
                (1, ANY) => "1 argument or more".to_owned(),
                (least, ANY) => format!("{least} arguments or more"),
                (least, most) => format!("{least} to {most} arguments"),
            };
            return Err(Fault::new(format!("{} takes {takes}, not {count}", self.name)));
        }
        (self.run)(arguments, work)
    }
}

/// The argument at this index; [`Function::call`] has counted them.
pub(crate) fn at(arguments: &[Quantity], index: usize) -> Found<&Quantity> {
    arguments.get(index).ok_or_else(|| Fault::new("an argument is missing"))
}
