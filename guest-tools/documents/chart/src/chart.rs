//! A chart whose parts are known to go together.

use crate::colour::Colour;
use crate::spec::Kind;

/// Everything that is to be drawn.
#[derive(Debug, Clone)]
pub(crate) struct Chart {
    pub(crate) kind: Kind,
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    pub(crate) unit: Unit,
    pub(crate) x: XAxis,
    pub(crate) series: Vec<Series>,
    pub(crate) stacked: bool,
    pub(crate) horizontal: bool,
    pub(crate) show_values: Option<bool>,
    pub(crate) y_min: Option<f64>,
    pub(crate) y_max: Option<f64>,
    pub(crate) log_scale: bool,
    pub(crate) bins: Option<u32>,
    /// A colour for each series, or for each slice.
    pub(crate) colours: Vec<Colour>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// What the positions of points along the x axis mean.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum XAxis {
    /// Positions are indices into these names.
    Names(Vec<String>),
    /// Positions are numbers.
    Numbers,
    /// Positions are seconds since 1970.
    Times,
}

/// Points that belong together.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Position on the x axis and value.
    pub(crate) points: Vec<(f64, Option<f64>)>,
}

impl Series {
    /// The values that there are.
    pub(crate) fn values(&self) -> impl Iterator<Item = f64> {
        self.points.iter().filter_map(|(_, value)| *value)
    }
}

impl Chart {
    /// The smallest and the largest of some numbers; none if there are none.
    pub(crate) fn extent(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
        values.into_iter().fold(None, |extent, value| match extent {
            None => Some((value, value)),
            Some((low, high)) => Some((f64::min(low, value), f64::max(high, value))),
        })
    }

    /// Whether a legend is needed to tell the series apart.
    pub(crate) fn has_legend(&self) -> bool {
        self.kind != Kind::Pie && (self.series.len() > 1)
    }

    /// The colour of a series or slice.
    pub(crate) fn colour(&self, index: usize) -> Colour {
        self.colours.get(index).copied().unwrap_or_else(|| Colour::of_palette(index))
    }
}

/// What is written with a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) before: String,
    pub(crate) after: String,
}

impl Unit {
    /// Where a unit belongs: dollars and pounds before the number, all else after it, most with a space.
    pub(crate) fn of(text: &str) -> Self {
        match text {
            "" => Self::default(),
            "$" | "£" | "¥" | "US$" | "A$" | "C$" => Self { before: text.to_owned(), after: String::new() },
            "°" | "'" | "\"" | "x" | "×" | "%" => Self { before: String::new(), after: text.to_owned() },
            _ => Self { before: String::new(), after: format!("\u{a0}{text}") },
        }
    }

    /// A number, written already, with its unit. A minus stays in front.
    pub(crate) fn with(&self, number: &str) -> String {
        match number.strip_prefix('−') {
            Some(digits) => format!("−{}{digits}{}", self.before, self.after),
            None => format!("{}{number}{}", self.before, self.after),
        }
    }
}
