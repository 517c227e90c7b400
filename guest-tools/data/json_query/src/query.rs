//! Applies a query to every value of a text.

use jaq_json::Val;
use toolhost_sdk::prelude::*;

use crate::document::Values;
use crate::jq::{self, clip};
use crate::path::Path;
use crate::results::{Results, Unshowable};
use crate::source::{describe, describe_repeated, place};

/// A query in either language.
pub(crate) enum Query {
    Jq(jq::Query),
    Path(Path),
}

/// The longest query. The parser recurses with its operators.
const LONGEST_QUERY: usize = 3_000;

impl Query {
    /// Reads the `query` argument.
    pub(crate) fn new(text: &str) -> Result<Self, ToolError> {
        let text = text.trim();
        if text.len() > LONGEST_QUERY {
            return Err(ToolError::invalid(
                "/query",
                format!("the query has {} bytes, more than {LONGEST_QUERY}", text.len()),
            ));
        }
        let query =
            if Path::is_path(text) { Path::new(text).map(Self::Path) } else { jq::Query::new(text).map(Self::Jq) };
        query.map_err(|message| ToolError::invalid("/query", message))
    }

    fn run(&self, input: Val) -> Box<dyn Iterator<Item = Result<Val, String>> + '_> {
        match self {
            Self::Jq(query) => Box::new(query.run(input)),
            Self::Path(path) => Box::new(path.find(&input).into_iter().map(Ok)),
        }
    }
}

/// A text, or a piece of a longer one that ends between two values.
pub(crate) struct Input<'a> {
    /// What the text is called in an error.
    pub(crate) name: &'a str,
    pub(crate) text: &'a [u8],
    /// The number of the text's first line.
    pub(crate) first_line: usize,
}

impl Input<'_> {
    /// Says which of several values an error is about.
    fn whose(&self, offset: usize, end: usize) -> String {
        let around = [self.text.get(..offset), self.text.get(end..)];
        let alone = around.into_iter().flatten().all(|text| text.trim_ascii().is_empty());
        if alone && self.first_line == 1 {
            return String::new();
        }
        format!("for the value in line {}: ", place(self.text, offset).0 + self.first_line - 1)
    }

    fn malformed(&self, error: &crate::document::Malformed) -> ToolError {
        let message = describe(self.text, error, self.first_line);
        match self.name {
            "" => ToolError::invalid("/json", message),
            name => ToolError::failed(format!("{name} is {message}")),
        }
    }
}

/// Adds the results for every value of the text to `results`. Returns what there is to say about the text.
pub(crate) fn run(
    query: &Query,
    input: &Input<'_>,
    slurp: bool,
    results: &mut Results,
) -> Result<Option<String>, ToolError> {
    let mut values = Values::new(input.text);
    if slurp {
        let all: Result<Vec<Val>, _> = values.by_ref().collect();
        let all = all.map_err(|error| input.malformed(&error))?;
        apply(query, all.into_iter().collect(), String::new, results)?;
    } else {
        while let Some(value) = values.next() {
            let value = value.map_err(|error| input.malformed(&error))?;
            let (offset, end) = (values.offset, values.consumed());
            apply(query, value, || input.whose(offset, end), results)?;
            if results.is_done() {
                break;
            }
        }
    }
    Ok(describe_repeated(input.text, &values.repeated, input.first_line))
}

fn apply(query: &Query, value: Val, whose: impl Fn() -> String, results: &mut Results) -> Result<(), ToolError> {
    for result in query.run(value) {
        let value = result.map_err(|error| {
            let before =
                if results.shown() > 0 { format!(" (after {} results)", results.shown()) } else { String::new() };
            let advice = if error.contains("cannot index") || error.contains("cannot use") {
                "; to skip values that do not fit, put ? after the path or select them by type first"
            } else {
                ""
            };
            ToolError::failed(format!("{}{}{before}{advice}", whose(), clip(&error, 300)))
        })?;
        results.add(value).map_err(|error| match error {
            Unshowable::TooLarge { bytes } => ToolError::failed(format!(
                "one result has more than {bytes} bytes of JSON; ask for less, for example keys, length, .[0:10] or {{a, b}}"
            )),
            Unshowable::TooDeep => ToolError::failed("a result is nested more than 1000 deep".to_owned()),
        })?;
        if results.is_done() {
            break;
        }
    }
    Ok(())
}
