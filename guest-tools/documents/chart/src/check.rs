//! From a chart as it was written to one whose parts go together, or everything that is wrong with it.

use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;

use crate::chart::{Chart, Series, Unit, XAxis};
use crate::colour::Colour;
use crate::spec::{Kind, Label, Series as Written, Spec};
use crate::time;

/// Values in a chart. More would be too many to see, and take long to draw.
const MOST_VALUES: usize = 50_000;
/// Names along an axis or slices of a pie.
const MOST_NAMES: usize = 500;

/// What is wrong, and where.
type Violations = Vec<(String, String)>;

/// Checks a chart.
pub(crate) fn checked(spec: Spec) -> Result<Chart, ToolError> {
    let mut wrong = Violations::new();
    check_choices(&spec, &mut wrong);
    check_lengths(&spec, &mut wrong);
    check_values(&spec, &mut wrong);
    let colours = colours(&spec, &mut wrong);
    let x = axis(&spec);
    if let XAxis::Names(names) = &x
        && names.len() > MOST_NAMES
    {
        let (count, kind) = (names.len(), spec.kind.name());
        let way_out = "show the largest only, group them, or use numbers or dates as labels of a line";
        wrong.push((
            "/spec/labels".to_owned(),
            format!("{count} names are too many for a {kind} chart; at most {MOST_NAMES}: {way_out}"),
        ));
    }
    let series = series(&spec, &x);
    let mut wrong = wrong.into_iter();
    if let Some((pointer, message)) = wrong.next() {
        return Err(
            wrong.fold(ToolError::invalid(pointer, message), |error, (pointer, message)| error.and(pointer, message))
        );
    }
    let text = |text: &Option<String>| clean(text.as_deref().unwrap_or_default());
    let is_flat = spec.kind == Kind::Bar && spec.horizontal;
    Ok(Chart {
        kind: spec.kind,
        title: text(&spec.title),
        subtitle: text(&spec.subtitle),
        x_label: text(&spec.x_label),
        y_label: text(&spec.y_label),
        unit: Unit::of(&text(&spec.unit)),
        stacked: spec.stacked && spec.series.len() > 1,
        horizontal: is_flat,
        show_values: spec.show_values,
        y_min: spec.y_min,
        y_max: spec.y_max,
        log_scale: spec.log_scale,
        bins: spec.bins,
        colours,
        width: f64::from(spec.width.unwrap_or(800).clamp(200, 2000)),
        height: f64::from(spec.height.unwrap_or(500).clamp(150, 2000)),
        x,
        series,
    })
}

/// A text on one line without characters that a picture or XML cannot have.
fn clean(text: &str) -> String {
    let shown = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let shown: String =
        shown.filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).take(1_000).collect();
    shown.trim().to_owned()
}

fn check_choices(spec: &Spec, wrong: &mut Violations) {
    let kind = spec.kind;
    let mut only = |is_given: bool, name: &str, kinds: &[Kind]| {
        if is_given && !kinds.contains(&kind) {
            let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
            let message =
                format!("{name} is for {} charts, not for {}; leave it out", names.join(" and "), kind.name());
            wrong.push((format!("/spec/{name}"), message));
        }
    };
    only(spec.stacked, "stacked", &[Kind::Bar, Kind::Area]);
    only(spec.horizontal, "horizontal", &[Kind::Bar]);
    only(spec.log_scale, "log_scale", &[Kind::Line, Kind::Scatter]);
    only(spec.bins.is_some(), "bins", &[Kind::Histogram]);
    only(!spec.labels.is_empty(), "labels", &[Kind::Line, Kind::Area, Kind::Bar, Kind::Scatter, Kind::Pie]);
    if kind == Kind::Pie && spec.series.len() > 1 {
        let message = "a pie shows one series, with labels that name its slices; use a stacked bar chart for several";
        wrong.push(("/spec/series".to_owned(), message.to_owned()));
    }
    if let (Some(low), Some(high)) = (spec.y_min, spec.y_max)
        && low >= high
    {
        wrong.push(("/spec/y_min".to_owned(), format!("y_min {low} is not less than y_max {high}")));
    }
    for (name, end) in [("y_min", spec.y_min), ("y_max", spec.y_max)] {
        if spec.log_scale && end.is_some_and(|end| end <= 0.0) {
            wrong.push((format!("/spec/{name}"), format!("{name} is greater than 0 on a logarithmic axis")));
        }
    }
}

fn check_lengths(spec: &Spec, wrong: &mut Violations) {
    for (index, series) in spec.series.iter().enumerate() {
        let pointer = format!("/spec/series/{index}");
        let values = counted(series.values.len() as u64, "value", "values");
        match &series.x {
            Some(_) if !matches!(spec.kind, Kind::Line | Kind::Area | Kind::Scatter) || spec.stacked => {
                let message = "x is for line, area and scatter charts that are not stacked; give labels for all series";
                wrong.push((format!("{pointer}/x"), message.to_owned()));
            }
            Some(x) if x.len() != series.values.len() => {
                wrong.push((format!("{pointer}/x"), format!("there are {values} for {} positions in x", x.len())));
            }
            None if !spec.labels.is_empty()
                && spec.kind != Kind::Histogram
                && spec.labels.len() != series.values.len() =>
            {
                let labels = counted(spec.labels.len() as u64, "label", "labels");
                wrong.push((
                    format!("{pointer}/values"),
                    format!("there are {values} for {labels}; give one for each label, null where there is none"),
                ));
            }
            _ => {}
        }
    }
    let has_positions = spec.series.iter().any(|series| series.x.is_some());
    if has_positions && spec.series.iter().any(|series| series.x.is_none()) && spec.labels.is_empty() {
        wrong.push((
            "/spec/series".to_owned(),
            "some series have x and others have not; give x for all, or labels".to_owned(),
        ));
    }
    let all: usize = spec.series.iter().map(|series| series.values.len()).sum();
    if all > MOST_VALUES {
        let message = format!("{all} values are too many; at most {MOST_VALUES}: take every n-th, or averages");
        wrong.push(("/spec/series".to_owned(), message));
    }
}

fn check_values(spec: &Spec, wrong: &mut Violations) {
    if spec.series.iter().all(|series| series.values.iter().all(Option::is_none)) {
        wrong.push(("/spec/series".to_owned(), "there is nothing to draw: no series has a value".to_owned()));
    }
    for (index, series) in spec.series.iter().enumerate() {
        for (place, value) in series.values.iter().enumerate() {
            let Some(value) = *value else { continue };
            let problem = if !value.is_finite() || value.abs() > 1e300 {
                "is too large to draw"
            } else if spec.log_scale && value <= 0.0 {
                "cannot be on a logarithmic axis, whose values are greater than 0; use null or leave log_scale out"
            } else if spec.kind == Kind::Pie && value < 0.0 {
                "is negative, and a slice cannot be; use a bar chart"
            } else {
                continue;
            };
            wrong.push((format!("/spec/series/{index}/values/{place}"), format!("{value} {problem}")));
            if wrong.len() >= 10 {
                return;
            }
        }
    }
    if spec.kind == Kind::Pie && spec.series.iter().flat_map(|series| &series.values).flatten().sum::<f64>() == 0.0 {
        wrong.push((
            "/spec/series/0/values".to_owned(),
            "the values of a pie add up to 0, so there are no slices".to_owned(),
        ));
    }
}

fn colours(spec: &Spec, wrong: &mut Violations) -> Vec<Colour> {
    let mut colours = Vec::new();
    for (index, text) in spec.colors.iter().enumerate() {
        match Colour::parse(text) {
            Some(colour) => colours.push(colour),
            None => {
                let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
                wrong.push((format!("/spec/colors/{index}"), format!("`{shown}` is no colour; write it like #2f6fb5")));
            }
        }
    }
    colours
}

/// What the x axis is.
fn axis(spec: &Spec) -> XAxis {
    let written = |label: &Label| match label {
        Label::Number(number) => format!("{number}"),
        Label::Text(text) => clean(text),
    };
    if matches!(spec.kind, Kind::Bar | Kind::Pie) {
        let longest = spec.series.iter().map(|series| series.values.len()).max().unwrap_or_default();
        return XAxis::Names(match spec.labels.is_empty() {
            true => (1..=longest).map(|number| number.to_string()).collect(),
            false => spec.labels.iter().map(written).collect(),
        });
    }
    let positions = || spec.series.iter().filter_map(|series| series.x.as_ref()).flatten().chain(&spec.labels);
    if positions().all(|label| number(label).is_some()) {
        XAxis::Numbers
    } else if positions().all(|label| date(label).is_some()) {
        XAxis::Times
    } else {
        // In the order in which they are first met, each once.
        let mut names: Vec<String> = Vec::new();
        let mut known = std::collections::HashSet::new();
        for name in
            spec.labels.iter().chain(spec.series.iter().filter_map(|series| series.x.as_ref()).flatten()).map(written)
        {
            if !spec.labels.is_empty() && names.len() < spec.labels.len() || known.insert(name.clone()) {
                known.insert(name.clone());
                names.push(name);
            }
        }
        XAxis::Names(names)
    }
}

/// A label that is a number: also a year or the like that was written as a text.
fn number(label: &Label) -> Option<f64> {
    let number = match label {
        Label::Number(number) => *number,
        // `007` is a name.
        Label::Text(text) if text.len() > 1 && text.starts_with('0') && !text.starts_with("0.") => return None,
        Label::Text(text) => text.trim().parse().ok()?,
    };
    (number.is_finite() && number.abs() <= 1e300).then_some(number)
}

fn date(label: &Label) -> Option<f64> {
    match label {
        Label::Number(_) => None,
        Label::Text(text) => time::parse(text),
    }
}

fn series(spec: &Spec, x: &XAxis) -> Vec<Series> {
    spec.series.iter().enumerate().map(|(index, series)| one(spec, x, index, series)).collect()
}

fn one(spec: &Spec, x: &XAxis, index: usize, series: &Written) -> Series {
    let name = series.name.as_deref().map(clean).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| format!("Series {}", index + 1));
    let own = series.x.as_deref();
    let labels = own.unwrap_or(&spec.labels);
    let position = |place: usize| match (labels.get(place), x) {
        (Some(label), XAxis::Numbers) => number(label),
        (Some(label), XAxis::Times) => date(label),
        (Some(label), XAxis::Names(names)) if own.is_some() => {
            let text = match label {
                Label::Number(number) => format!("{number}"),
                Label::Text(text) => clean(text),
            };
            names.iter().position(|name| *name == text).map(|place| place as f64)
        }
        (_, XAxis::Names(_)) => Some(place as f64),
        (None, _) => Some(place as f64 + 1.0),
    };
    let values = series.values.iter().enumerate();
    let mut points: Vec<_> = values.filter_map(|(place, value)| Some((position(place)?, *value))).collect();
    if matches!(spec.kind, Kind::Line | Kind::Area) {
        // A line goes from left to right.
        points.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    }
    Series { name, points }
}
