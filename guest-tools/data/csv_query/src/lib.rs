//! The tool `csv_query`.
//!
//! A file is read once as a stream of rows, its dialect told from its beginning: that is [`toolhost_tables`]. A query (`plan`) filters the rows (`condition`, read by `conditions` and `expression`), gathers them
//! (`groups`, `aggregate`) and puts them in order (`order`); `page` keeps the answer within its size.

mod aggregate;
mod aggregates;
mod arguments;
mod condition;
mod conditions;
mod examples;
mod expression;
mod groups;
mod order;
mod page;
mod plan;
mod query;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::{ErrorKind, Read};

use toolhost_sdk::files::{ChatPath, io_error};
use toolhost_sdk::prelude::*;

use crate::arguments::{Arguments, MOST_ROWS};
use crate::query::Budget;
use toolhost_tables::source::Source;
use toolhost_tables::table::{Format, Table};

/// Reads a CSV or TSV file of any size and returns rows, or one row per group with counts, sums, averages, medians and
/// so on. Finds out delimiter, header, encoding and decimal mark by itself and says what it assumed in notes.
///
/// The answer is {columns, rows, row_count, matched or groups, total_rows, next_offset if there are more rows, notes}.
/// Numbers come as numbers, identifiers such as 007 and dates as text; ISO dates compare correctly. Missing values are
/// null, fulfil no comparison and are left out of aggregates. Sums are exact. To see what a file contains, call it
/// with path and limit 5.
#[tool(
    title = "Query a CSV file",
    category = data,
    tier = low,
    access = read,
    danger = safe,
    class = large,
    idempotent,
    concurrency_safe,
    files = read,
    cache_seconds = 300,
    keywords = ["csv", "tsv", "table", "rows", "columns", "filter", "group", "average", "sum", "count", "sort", "spreadsheet export"],
    use_cases = [
        "look at the first rows and the columns of a CSV file",
        "filter or sort the rows of a table",
        "total, average or count per group",
        "find the largest, smallest, missing or distinct values of a column",
    ],
    aliases = ["query_csv", "read_csv"],
    parameter_aliases = [("file_path", "path"), ("file", "path"), ("columns", "select"), ("filter", "where"), ("sort_by", "order_by"), ("aggregate", "agg"), ("aggregations", "agg")],
    hints = [("*", "Use what the notes say about the file before drawing conclusions. For joins, regressions or charts use code_interpreter.")],
    examples = examples::all(),
)]
fn csv_query(arguments: Arguments, call: &Call) -> ToolResult {
    let path = ChatPath::parse(&arguments.path)?;
    let failed = |error| io_error(&path, &error);
    let metadata = fs::metadata(path.real()).map_err(failed)?;
    if metadata.is_dir() {
        return Err(io_error(&path, &ErrorKind::IsADirectory.into()));
    }
    let file = fs::File::open(path.real()).map_err(failed)?;
    // What is left then suffices to write the answer.
    let reserve = call.time_left() / 10;
    let budget = Budget {
        answer_bytes: call.output_limit(),
        file_bytes: metadata.len(),
        is_late: &|| call.time_left() < reserve,
    };
    Ok(Answer::json_text(answer(&arguments, file, &budget)?))
}

/// Applies the query to the bytes of a file.
fn answer(arguments: &Arguments, input: impl Read, budget: &Budget<'_>) -> Result<String, ToolError> {
    if arguments.limit > MOST_ROWS {
        return Err(ToolError::invalid(
            "/limit",
            format!("at most {MOST_ROWS} rows are returned at once; page with offset"),
        ));
    }
    let source = Source::open(input, &arguments.path, &arguments.encoding)?;
    let format = Format {
        path: &arguments.path,
        delimiter: &arguments.delimiter,
        header: arguments.header,
        decimal: arguments.decimal.setting(),
        null_values: &arguments.null_values,
        skip: arguments.skip as usize,
    };
    let mut table = Table::open(source, &format)?;
    query::run(arguments, &mut table, budget)
}
