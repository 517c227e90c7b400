//! What a call may ask for.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::Value;

use toolhost_tables::kinds::Decimal;
use toolhost_tables::number::Style;

/// The most rows that one call returns.
pub(crate) const MOST_ROWS: u64 = 10_000;

/// Which file to query, and what of it to return.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The CSV file, relative to the chat's files.
    pub(crate) path: String,
    /// Columns to return, in this order; all if empty. With group_by or agg: names of group columns and aggregates.
    #[serde(default)]
    pub(crate) select: Vec<String>,
    /// Conditions that must all hold. Each is text such as "price > 10 and city in ('Rome', 'Oslo')" or an object such
    /// as {"column": "price", "op": ">", "value": 10}. Operators: = != < <= > >= contains starts_with ends_with matches
    /// (regular expression) like in not_in between is_null not_null. {"any": [...]} needs one of several.
    #[serde(default)]
    #[schemars(schema_with = "conditions")]
    pub(crate) r#where: Vec<Value>,
    /// Columns whose values form groups; the answer has one row per group. Without agg, each group is counted.
    #[serde(default)]
    pub(crate) group_by: Vec<String>,
    /// Aggregates, per group or over all rows. Each is text such as "sum(amount) as total" or an object such as {"fn":
    /// "sum", "column": "amount", "as": "total"}. Functions: count count_distinct sum avg min max median stddev first
    /// last.
    #[serde(default)]
    #[schemars(schema_with = "aggregates")]
    pub(crate) agg: Vec<Value>,
    /// What to order by: column or aggregate names, with - before a name for descending. Missing values come last.
    #[serde(default)]
    #[schemars(schema_with = "orders")]
    pub(crate) order_by: Vec<Value>,
    /// The most rows to return; 0 only counts.
    #[serde(default = "hundred")]
    #[schemars(range(max = 10_000))]
    pub(crate) limit: u64,
    /// Rows to leave out before the first one returned: next_offset of the answer before.
    #[serde(default)]
    pub(crate) offset: u64,
    /// What separates the fields: auto, tab, or one character.
    #[serde(default = "auto")]
    pub(crate) delimiter: String,
    /// Whether the first row names the columns. Detected if left out; without names columns are c1, c2, ...
    #[serde(default)]
    pub(crate) header: Option<bool>,
    /// The decimal mark of numbers: auto, "." or ",".
    #[serde(default)]
    pub(crate) decimal: DecimalMark,
    /// Texts that mean missing, besides an empty cell. If left out: NA, N/A, null, NaN, - and the like in columns of
    /// numbers.
    #[serde(default)]
    pub(crate) null_values: Vec<String>,
    /// The encoding: auto, or a name such as windows-1251.
    #[serde(default = "auto")]
    pub(crate) encoding: String,
    /// Rows to skip at the start of the file, before the header.
    #[serde(default)]
    #[schemars(range(max = 1_000))]
    pub(crate) skip: u32,
}

/// How the fraction of a number is separated.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub(crate) enum DecimalMark {
    #[default]
    #[serde(rename = "auto")]
    Auto,
    #[serde(rename = ".")]
    Point,
    #[serde(rename = ",")]
    Comma,
}

impl DecimalMark {
    pub(crate) fn setting(self) -> Decimal {
        match self {
            Self::Auto => Decimal::Auto,
            Self::Point => Decimal::Fixed(Style::Point),
            Self::Comma => Decimal::Fixed(Style::Comma),
        }
    }
}

fn hundred() -> u64 {
    100
}

fn auto() -> String {
    "auto".to_owned()
}

// Objects are checked by the tool itself, which can say more than a schema: the nearest name, the form that is right.

fn conditions(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "default": [],
        "items": {"anyOf": [
            {"type": "string"},
            {"type": "object", "properties": {
                "column": {"type": "string"},
                "op": {"type": "string"},
                "value": {},
                "any": {"type": "array"},
                "all": {"type": "array"},
                "not": {"type": ["object", "string"]}
            }}
        ]}
    })
}

fn aggregates(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "default": [],
        "items": {"anyOf": [
            {"type": "string"},
            {"type": "object", "properties": {
                "fn": {"type": "string"},
                "column": {"type": ["string", "null"]},
                "as": {"type": ["string", "null"]}
            }}
        ]}
    })
}

fn orders(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "default": [],
        "items": {"anyOf": [
            {"type": "string"},
            {"type": "object", "properties": {"column": {"type": "string"}, "desc": {"type": "boolean"}}}
        ]}
    })
}
