//! The tool `chart`.
//!
//! `check` turns what was written into a chart whose parts go together; `draw` makes a drawing of it, `svg` and `raster`
//! write the same drawing in two formats, `deliver` saves it or puts it into the answer.

mod axis_names;
mod chart;
mod check;
mod colour;
mod deliver;
mod draw;
mod examples;
mod font;
mod frame;
mod number;
mod raster;
mod scale;
mod scene;
mod spec;
mod svg;
#[cfg(test)]
mod tests;
mod time;

use toolhost_sdk::prelude::*;

use crate::deliver::Format;
use crate::spec::Spec;

/// What to draw, and where to put it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The chart.
    spec: Spec,
    /// The file to write, relative to the chat's files, such as charts/sales.png. If left out, the chart is in the answer
    /// itself.
    out: Option<String>,
    /// svg for documents and the web, png for everything else. If left out, the extension of out decides, else png.
    format: Option<Format>,
    /// Replace the file at out if there is one.
    #[serde(default)]
    overwrite: bool,
}

/// Draws a chart as SVG or PNG: lines, areas, bars (side by side or stacked, upright or horizontal), points, a pie, or a
/// histogram. The same arguments give the same bytes.
///
/// spec = {type, title, labels, series: [{name, values}], …}. labels are shared by all series; numbers and dates among them
/// are placed to scale. Axes, legend, colours and the layout of long labels are chosen to fit; the answer says what had
/// to be left out. Compute the values first, for example with csv_query.
#[tool(
    name = "chart",
    title = "Draw a chart",
    category = documents,
    tier = low,
    access = write,
    danger = low,
    class = large,
    idempotent = false,
    concurrency_safe = false,
    files = read_write,
    keywords = [
        "chart", "plot", "graph", "diagram", "visualize", "bar chart", "line chart", "pie chart", "histogram", "scatter",
        "trend", "svg", "png"
    ],
    use_cases = [
        "show numbers of a table as a chart",
        "draw how something develops over time",
        "compare groups with bars",
        "show shares of a whole",
        "show how values are distributed",
        "show how two quantities depend on each other"
    ],
    aliases = ["plot"],
    parameter_aliases = [("path", "out"), ("output", "out"), ("file", "out"), ("output_path", "out")],
    opaque = ["out"],
    hints = [("notes", "Something did not fit; the answer says what and how to make room.")],
    examples = examples::examples(),
)]
fn chart(arguments: Arguments, call: &Call) -> ToolResult {
    deliver::deliver(arguments, call)
}
