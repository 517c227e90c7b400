//! What the tool takes.

use std::collections::BTreeMap;

use toolhost_sdk::prelude::*;

/// The most digits of a result that is no whole number.
pub(crate) const MOST_PRECISION: u32 = 100;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// What to work out, such as (19.99 * 3) + 8.25% or 5 ft 11 in to cm.
    pub(crate) expr: String,
    /// Values of names in expr: numbers, texts such as "12.5 km" or "1/3", or lists of these for functions such as
    /// mean(prices). Long numbers as texts keep all digits.
    #[serde(default)]
    pub(crate) vars: BTreeMap<String, Variable>,
    /// Significant digits of a result that cannot be exact.
    #[serde(default = "usual")]
    #[schemars(range(min = 1, max = 100))]
    pub(crate) precision: u32,
    /// The unit for the result, such as km/h; or hex, bin, oct, fraction, percent.
    pub(crate) units: Option<String>,
}

fn usual() -> u32 {
    28
}

/// The value of a variable.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[serde(expecting = "a variable is a number, a text such as \"12.5 km\", or a list of these")]
pub(crate) enum Variable {
    Number(serde_json::Number),
    Text(String),
    List(Vec<Item>),
}

/// One of a list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[serde(expecting = "a list holds numbers and texts such as \"12.5 km\"")]
pub(crate) enum Item {
    Number(serde_json::Number),
    Text(String),
}
