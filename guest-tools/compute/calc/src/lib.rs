//! The tool `calc`.
//!
//! `token` and `parse` read an expression into the form that `syntax` describes; `evaluate` works it out with
//! quantities, which are numbers with units; `format` writes the result.

mod angle;
mod approximate;
mod arguments;
mod calculate;
mod dimension;
mod evaluate;
mod examples;
mod fault;
mod format;
mod function;
mod integer;
mod names;
mod number;
mod parse;
mod power;
mod quantity;
mod real;
mod series;
mod syntax;
#[cfg(test)]
mod tests;
mod token;
mod unit;
mod unit_find;
mod unit_table;
mod work;

use toolhost_sdk::prelude::*;

use arguments::Arguments;

/// Works out an expression exactly: decimals and fractions are never rounded on the way, whole numbers have any size.
/// A result that had to be rounded to the precision begins with ≈.
///
/// - Operators: + - * / ^ (or **) ! // (rounds down) and mod (a remainder with the sign of the divisor; 17 % 5 is one
///   too). -2^2 is -4.
/// - Percentages: 15% of 80; 80 + 15% is 92, as on a pocket calculator.
/// - Functions: sqrt cbrt root(x, n) exp ln log10 log2 log(x, base) sin cos tan asin acos atan atan2(y, x) sinh cosh
///   tanh asinh acosh atanh hypot abs sign round(x, decimals) floor ceil trunc min max sum product mean median stdev
///   pstdev gcd lcm factorial ncr npr powmod(a, n, m). Angles are radians unless they have a unit: sin(30 deg).
///   round takes halves away from zero. Constants: pi e tau phi.
/// - Units: 5 ft 11 in to cm; 90 km/h * 20 min; 98.6 degF to degC; 3 GiB / (20 MB/s) to min; 7 L/(100 km). Gallons,
///   pints and tons are those of the US, a year is 365.25 days. There are no currencies.
/// - Writing: 255 to hex (bin, oct), 0.35 to fraction, 1/8 to percent. Numbers: 1_000.5, 1e-9, 0xff.
#[tool(
    name = "calc",
    title = "Calculator",
    category = compute,
    tier = low,
    access = read,
    danger = safe,
    class = small,
    idempotent,
    concurrency_safe,
    files = none,
    cache_seconds = 86_400,
    keywords = [
        "calculate", "math", "arithmetic", "percent", "convert", "unit", "units", "temperature", "sqrt", "logarithm",
        "sum", "average", "hex", "exact", "big number"
    ],
    use_cases = [
        "work out a number that has to be right",
        "add, share out or compare amounts, prices and percentages",
        "convert units, such as miles to km or °F to °C",
        "compute with very large whole numbers or many digits",
        "write a number in hexadecimal, in binary or as a fraction"
    ],
    aliases = ["calculator", "calculate", "math", "convert_units"],
    parameter_aliases = [
        ("expression", "expr"), ("formula", "expr"), ("input", "expr"), ("variables", "vars"), ("digits", "precision"),
        ("unit", "units"), ("to", "units")
    ],
    opaque = ["expr", "units"],
    examples = examples::examples(),
)]
fn calc(arguments: Arguments, _call: &Call) -> ToolResult {
    calculate::answer(&arguments)
}
