//! The tool `json_query`.
//!
//! Text is made UTF-8 (`source`) and read as values that keep every digit (`document`); a query (`query`) in the jq
//! language (`jq`) or JSONPath (`path`) is applied to each, and its results written (`encode`) within the answer's size
//! (`results`).

mod document;
mod encode;
mod examples;
mod jq;
mod path;
mod query;
mod results;
mod source;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};

use toolhost_sdk::files::{ChatPath, io_error};
use toolhost_sdk::prelude::*;

use crate::query::{Input, Query, run};
use crate::results::Results;

/// What to query and how much of the result to return.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The JSON or JSON Lines file, relative to the chat's files. Give either this or json.
    #[serde(default)]
    path: Option<String>,
    /// JSON as text, instead of a file.
    #[serde(default)]
    json: Option<String>,
    /// A jq program such as ".items[] | select(.price > 10) | .name", or a JSONPath that begins with $, such as
    /// "$.items[?@.price > 10].name".
    query: String,
    /// Puts all values of the text into one array before the query; for totals over the lines of a JSON Lines file.
    #[serde(default)]
    slurp: bool,
    /// The most results to return; 0 only counts.
    #[serde(default = "hundred")]
    #[schemars(range(max = 10_000))]
    limit: u64,
    /// Results to leave out before the first one returned.
    #[serde(default)]
    offset: u64,
}

fn hundred() -> u64 {
    100
}

/// The most results that one call returns.
const MOST_RESULTS: u64 = 10_000;

/// The largest text that is held as a whole; its values take several times as much memory.
const WHOLE_BYTES: u64 = 12 * 1024 * 1024;

/// The longest line of a file that is read line by line.
const LONGEST_LINE: u64 = 4 * 1024 * 1024;

/// Queries a JSON or JSON Lines file, or JSON given as text, with a jq program or a JSONPath.
///
/// The answer has one result per line as compact JSON, in the document's order, "no results" if there are none, and after
/// it a note if something was left out. Integers of any size keep every digit. A file with several values, such as JSON
/// Lines, is queried value by value; slurp makes one array of them. Start with "keys", "length" or "map_values(type)" to
/// see what an unknown document is made of. The query sees nothing but its input: no files, clock or environment.
#[tool(
    title = "Query JSON",
    category = data,
    tier = low,
    access = read,
    danger = safe,
    class = large,
    idempotent,
    concurrency_safe,
    files = read,
    cache_seconds = 300,
    keywords = ["json", "jsonl", "ndjson", "jq", "jsonpath", "field", "filter", "extract", "api response", "log"],
    use_cases = [
        "take fields out of a JSON file or an API response",
        "filter, reshape, group or count the elements of a JSON array",
        "search a JSON Lines log",
        "find out how an unknown JSON document is structured",
    ],
    aliases = ["jq", "query_json"],
    parameter_aliases = [("file_path", "path"), ("file", "path"), ("filter", "query"), ("expression", "query"), ("data", "json")],
    opaque = ["query", "json"],
    hints = [("*", "Use json_query for the structure that the file has. For tables prefer csv_query, for programs code_interpreter.")],
    examples = examples::all(),
)]
fn json_query(arguments: Arguments, call: &Call) -> ToolResult {
    if arguments.limit > MOST_RESULTS {
        return Err(ToolError::invalid(
            "/limit",
            format!("at most {MOST_RESULTS} results are returned at once; page with offset"),
        ));
    }
    let query = Query::new(&arguments.query)?;
    // Notes need room too.
    let bytes = call.output_limit().saturating_sub(1_000.min(call.output_limit() / 4));
    let mut results = Results::new(arguments.offset, arguments.limit, bytes);
    let notes = match (&arguments.path, &arguments.json) {
        (Some(path), None) => over_file(&query, path, arguments.slurp, &mut results)?,
        (None, Some(json)) => over_text(&query, "", json.clone().into_bytes(), arguments.slurp, &mut results)?,
        _ => return Err(ToolError::invalid("", "give either path or json")),
    };
    let notes: Vec<String> = results.note().into_iter().chain(notes).collect();
    let answer = Answer::text(results.into_text());
    Ok(if notes.is_empty() { answer } else { answer.and_text(format!("Note: {}", notes.join(". Note: "))) })
}

fn over_file(query: &Query, path: &str, slurp: bool, results: &mut Results) -> Result<Vec<String>, ToolError> {
    let path = ChatPath::parse(path)?;
    let failed = |error| io_error(&path, &error);
    let metadata = std::fs::metadata(path.real()).map_err(failed)?;
    if metadata.is_dir() {
        return Err(io_error(&path, &ErrorKind::IsADirectory.into()));
    }
    let mut file = File::open(path.real()).map_err(failed)?;
    if metadata.len() > WHOLE_BYTES {
        return over_lines(query, &path, file, slurp, results);
    }
    let mut bytes = Vec::new();
    (&mut file).take(WHOLE_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    over_text(query, path.shown(), bytes, slurp, results)
}

fn over_text(
    query: &Query,
    name: &str,
    bytes: Vec<u8>,
    slurp: bool,
    results: &mut Results,
) -> Result<Vec<String>, ToolError> {
    let (text, note) = source::decode(bytes);
    if text.trim_ascii().is_empty() {
        return Err(match name {
            "" => ToolError::invalid("/json", "the text is empty"),
            name => ToolError::failed(format!("{name} is empty")),
        });
    }
    let repeated = run(query, &Input { name, text: &text, first_line: 1 }, slurp, results)?;
    Ok(note.map(str::to_owned).into_iter().chain(repeated).collect())
}

/// A file that is too large to be held is read line by line, if each line is a value.
fn over_lines(
    query: &Query,
    path: &ChatPath,
    file: File,
    slurp: bool,
    results: &mut Results,
) -> Result<Vec<String>, ToolError> {
    let too_large = || {
        ToolError::failed(format!(
            "{path} has more than {} MiB; only JSON Lines without slurp can be larger, one value per line of at most {} MiB",
            WHOLE_BYTES >> 20,
            LONGEST_LINE >> 20
        ))
    };
    if slurp {
        return Err(too_large());
    }
    let mut reader = BufReader::with_capacity(64 * 1024, file);
    let (mut line, mut number, mut notes) = (Vec::new(), 0, Vec::new());
    while !results.is_done() {
        line.clear();
        let length = (&mut reader)
            .take(LONGEST_LINE + 1)
            .read_until(b'\n', &mut line)
            .map_err(|error| io_error(path, &error))?;
        if length == 0 {
            break;
        }
        number += 1;
        if length as u64 > LONGEST_LINE || (number == 1 && document::Values::new(&line).any(|value| value.is_err())) {
            return Err(too_large());
        }
        let (text, note) = source::decode(std::mem::take(&mut line));
        let repeated = run(query, &Input { name: path.shown(), text: &text, first_line: number }, false, results)?;
        if notes.is_empty() {
            notes.extend(note.map(str::to_owned).into_iter().chain(repeated));
        }
        line = text;
    }
    Ok(notes)
}
