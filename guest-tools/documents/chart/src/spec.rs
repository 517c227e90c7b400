//! The chart as a model writes it.

use toolhost_sdk::prelude::*;

/// What to draw.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spec {
    /// The kind of chart. histogram counts raw values in intervals; pie takes one series.
    #[serde(rename = "type")]
    pub(crate) kind: Kind,
    /// The title above the chart: what it says.
    pub(crate) title: Option<String>,
    /// A smaller line beneath the title: period, source, unit.
    pub(crate) subtitle: Option<String>,
    /// What each value stands for: names for bars and slices; names, numbers or dates (2024, 2024-03, 2024-03-31,
    /// 2024-03-31T14:00) along the x axis of line, area and scatter, where numbers and dates are placed to scale.
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    pub(crate) labels: Vec<Label>,
    /// The data.
    #[schemars(length(min = 1, max = 50))]
    pub(crate) series: Vec<Series>,
    /// What the x axis shows, with its unit.
    pub(crate) x_label: Option<String>,
    /// What the y axis shows, with its unit.
    pub(crate) y_label: Option<String>,
    /// bar, area: put the series on top of each other instead of side by side.
    #[serde(default)]
    pub(crate) stacked: bool,
    /// bar: draw the bars from left to right. Good for many or long names.
    #[serde(default)]
    pub(crate) horizontal: bool,
    /// bar, line: write the values into the chart. If left out, only where there are few.
    pub(crate) show_values: Option<bool>,
    /// A unit written with every value of the value axis, such as % or €.
    pub(crate) unit: Option<String>,
    /// Where the value axis begins. Bars and areas begin at 0.
    pub(crate) y_min: Option<f64>,
    /// Where the value axis ends.
    pub(crate) y_max: Option<f64>,
    /// line, scatter: a logarithmic value axis. All values are greater than 0.
    #[serde(default)]
    pub(crate) log_scale: bool,
    /// histogram: about how many intervals; chosen from the data if left out.
    #[schemars(range(min = 1, max = 200))]
    pub(crate) bins: Option<u32>,
    /// A colour for each series, or for each slice of a pie, as #rrggbb.
    #[serde(default)]
    #[schemars(length(max = 50))]
    pub(crate) colors: Vec<String>,
    /// The width in pixels, 800 if left out. A PNG has twice as many.
    #[schemars(range(min = 200, max = 2000))]
    pub(crate) width: Option<u32>,
    /// The height in pixels, 500 if left out. A PNG has twice as many.
    #[schemars(range(min = 150, max = 2000))]
    pub(crate) height: Option<u32>,
}

/// A kind of chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Line,
    Area,
    Bar,
    Scatter,
    Pie,
    Histogram,
}

impl Kind {
    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Area => "area",
            Self::Bar => "bar",
            Self::Scatter => "scatter",
            Self::Pie => "pie",
            Self::Histogram => "histogram",
        }
    }
}

/// Values that belong together.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Series {
    /// The name in the legend.
    pub(crate) name: Option<String>,
    /// The values, one for each label; null where there is none.
    #[schemars(length(max = 20_000))]
    pub(crate) values: Vec<Option<f64>>,
    /// line, area, scatter: positions on the x axis of this series' values, instead of labels.
    #[schemars(length(max = 20_000))]
    pub(crate) x: Option<Vec<Label>>,
}

/// A name, number or date.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Label {
    Number(f64),
    Text(String),
}
