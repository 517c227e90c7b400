//! Names that an expression can use besides functions and units, and the nearest to a wrong one.

use std::collections::BTreeMap;

use dashu_float::Context;
use dashu_float::round::mode::HalfEven;
use dashu_ratio::RBig;

use crate::fault::{Fault, Found};
use crate::function::FUNCTIONS;
use crate::number::{Number, fraction};
use crate::quantity::Quantity;
use crate::unit_find;
use crate::work::Work;

/// The values of `vars`.
pub(crate) type Variables = BTreeMap<String, Variable>;

/// What a name stands for.
#[derive(Debug, Clone)]
pub(crate) enum Variable {
    Value {
        quantity: Quantity,
        /// Whether it was given as a percentage, which is added to something as a part of that.
        is_percentage: bool,
    },
    /// Arguments of a function.
    List(Vec<Quantity>),
}

const LONGEST_COMPARED: usize = 30;

const CONSTANTS: [&str; 4] = ["pi", "e", "tau", "phi"];

/// The value of a constant.
pub(crate) fn constant(name: &str, work: &Work) -> Found<Option<Number>> {
    Ok(Some(match name {
        "pi" | "PI" | "Pi" => Number::Pi(RBig::ONE),
        "tau" => Number::Pi(RBig::from(2)),
        "e" | "E" => {
            Number::correctly_rounded(fraction(Context::<HalfEven>::new(work.digits()).e::<10>().value())?, work)?
        }
        "phi" => {
            let root = crate::power::root(&Number::from(5), 2, work)?;
            root.add(&Number::from(1), work)?.divide(&Number::from(2), work)?
        }
        _ => return Ok(None),
    }))
}

/// Says that nothing has this name, and which names are near.
pub(crate) fn unknown(name: &str, called: bool, variables: &Variables) -> Fault {
    let functions: Vec<&str> = FUNCTIONS.iter().map(|function| function.name).collect();
    if called {
        let known = variables.contains_key(name) || CONSTANTS.contains(&name);
        if known {
            return Fault::new(format!("`{name}` is no function; write {name} * (…) to multiply"));
        }
        return Fault::new(format!("there is no function of this name{}", suggest(name, functions.into_iter(), true)));
    }
    if functions.contains(&name) {
        return Fault::new(format!("{name} is a function; write {name}(…)"));
    }
    let mut all: Vec<&str> = variables.keys().map(String::as_str).collect();
    all.extend(CONSTANTS);
    all.extend(functions);
    for name in unit_find::names() {
        all.push(name);
    }
    if name == "KB" {
        return Fault::new("kB is 1000 bytes and KiB is 1024; write one of them");
    }
    if name.len() == 3 && name.chars().all(|letter| letter.is_ascii_uppercase()) {
        return Fault::new(
            "nothing has this name; if it is a currency: exchange rates are not known here, so give one in `vars`",
        );
    }
    let prefixed: Vec<String> = unit_find::prefixed_names().collect();
    all.extend(prefixed.iter().map(String::as_str));
    let advice = suggest(name, all.into_iter(), false);
    Fault::new(format!("no variable, constant or unit has this name{advice}; variables are given in `vars`"))
}

fn suggest<'a>(name: &str, known: impl Iterator<Item = &'a str>, listed: bool) -> String {
    // Nothing is similar to what is much longer than any name, and looking would take long.
    if name.chars().count() > LONGEST_COMPARED {
        return String::new();
    }
    let lower = name.to_lowercase();
    let most = if lower.chars().count() < 4 { 1 } else { 2 };
    let mut near: Vec<(usize, &str)> = Vec::new();
    let mut all = Vec::new();
    for candidate in known {
        let distance = strsim::damerau_levenshtein(&lower, &candidate.to_lowercase());
        if distance <= most && distance < candidate.chars().count() {
            near.push((distance, candidate));
        }
        all.push(candidate);
    }
    near.sort();
    near.dedup();
    near.truncate(3);
    if near.is_empty() {
        return if listed { format!("; there are {}", all.join(", ")) } else { String::new() };
    }
    let near: Vec<&str> = near.into_iter().map(|(_, name)| name).collect();
    format!("; similar: {}", near.join(", "))
}
