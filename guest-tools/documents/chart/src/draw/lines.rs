//! Lines, areas and points over an axis.

use crate::chart::{Chart, Series};
use crate::colour::{INK, PAPER};
use crate::draw::{PIXELS_UP, across, value_ticks};
use crate::frame::{SMALL, Upright, base_line, upright};
use crate::number::plain;
use crate::scene::{Anchor, Point, Scene, Shape, Step, Stroke};
use crate::spec::Kind;

const THICK: f64 = 2.4;
/// Up to this many points of a line are marked, and of this many lines.
const MARKED: usize = 30;
const MARKED_LINES: usize = 8;

/// A point in values: position, lower and upper end.
type Span = (f64, f64, f64);

pub(super) fn draw(scene: &mut Scene, chart: &Chart) {
    let spans = spans(chart);
    let all = spans.iter().flatten().flatten();
    let ends: Box<dyn Iterator<Item = f64>> = match chart.kind {
        Kind::Area => Box::new(all.flat_map(|(_, low, high)| [*low, *high]).chain([0.0])),
        _ => Box::new(all.map(|(_, _, high)| *high)),
    };
    let (low, high) = Chart::extent(ends).unwrap_or((0.0, 1.0));
    let extent = match chart.kind {
        // Where the values are not far from zero by their own measure, zero belongs into the picture.
        Kind::Line if !chart.log_scale && low > 0.0 && low < (high - low) * 1.2 => (0.0, high),
        Kind::Line if !chart.log_scale && high < 0.0 && -high < (high - low) * 1.2 => (low, 0.0),
        _ => (low, high),
    };
    let frame = upright(scene, chart, &value_ticks(chart, extent, PIXELS_UP), &|width| across(chart, width));
    let zero = frame.y.at(0.0);
    let has_zero = !chart.log_scale && zero >= frame.plot.top && zero <= frame.plot.bottom();
    let base = if has_zero { zero } else { frame.plot.bottom() };
    let mut shapes = Vec::new();
    match chart.kind {
        Kind::Area => {
            spans.iter().enumerate().for_each(|(index, spans)| area(&mut shapes, chart, &frame, index, spans))
        }
        Kind::Scatter => {
            for (index, spans) in spans.iter().enumerate() {
                points(&mut shapes, chart, &frame, index, spans);
            }
        }
        _ => {
            for (index, spans) in spans.iter().enumerate() {
                line(&mut shapes, chart, &frame, index, spans);
            }
        }
    }
    let around = crate::scene::Rect {
        left: frame.plot.left - 6.0,
        top: frame.plot.top - 6.0,
        width: frame.plot.width + 12.0,
        height: frame.plot.height + 12.0,
    };
    base_line(scene, (frame.plot.left, base), (frame.plot.right(), base));
    let is_cut = chart.y_min.is_some() || chart.y_max.is_some();
    scene.add(Shape::Clipped { window: if is_cut { frame.plot } else { around }, shapes });
    write_values(scene, chart, &frame, &spans);
}

/// For each series the spans of its points; none where a value is missing.
fn spans(chart: &Chart) -> Vec<Vec<Option<Span>>> {
    let mut floor: Vec<(f64, f64)> = Vec::new();
    let mut all = Vec::new();
    for series in &chart.series {
        let mut spans = Vec::with_capacity(series.points.len());
        for (index, (x, value)) in series.points.iter().enumerate() {
            if !chart.stacked {
                spans.push(value.map(|value| (*x, 0.0, value)));
                continue;
            }
            // What is missing in a stack counts as nothing, so that the layers above stay where they are. What is
            // negative is stacked downwards.
            if floor.len() <= index {
                floor.resize(index + 1, (0.0, 0.0));
            }
            let Some((above, below)) = floor.get_mut(index) else { continue };
            let value = value.unwrap_or_default();
            let edge = if value < 0.0 { below } else { above };
            spans.push(Some((*x, *edge, *edge + value)));
            *edge += value;
        }
        all.push(spans);
    }
    all
}

/// Stretches of points without a gap.
fn stretches(spans: &[Option<Span>]) -> impl Iterator<Item = Vec<Span>> {
    spans
        .split(Option::is_none)
        .map(|stretch| stretch.iter().copied().flatten().collect::<Vec<_>>())
        .filter(|stretch| !stretch.is_empty())
}

fn path(points: impl IntoIterator<Item = Point>) -> Vec<Step> {
    let points = points.into_iter().enumerate();
    points.map(|(index, point)| if index == 0 { Step::Move(point) } else { Step::Line(point) }).collect()
}

fn line(shapes: &mut Vec<Shape>, chart: &Chart, frame: &Upright, index: usize, spans: &[Option<Span>]) {
    let colour = chart.colour(index);
    let at = |&(x, _, value): &Span| (frame.x.at(x), frame.y.at(value));
    let count = chart.series.get(index).map(|series| series.values().count()).unwrap_or_default();
    let is_marked = count <= MARKED && chart.series.len() <= MARKED_LINES;
    for stretch in stretches(spans) {
        if stretch.len() > 1 {
            let stroke = Some(Stroke { colour, width: THICK });
            shapes.push(Shape::Path { steps: path(stretch.iter().map(at)), fill: None, stroke });
        }
        if is_marked || stretch.len() == 1 {
            for span in &stretch {
                let stroke = Some(Stroke { colour: PAPER, width: 1.4 });
                shapes.push(Shape::Circle { centre: at(span), radius: 4.2, fill: colour, stroke });
            }
        }
    }
}

fn area(shapes: &mut Vec<Shape>, chart: &Chart, frame: &Upright, index: usize, spans: &[Option<Span>]) {
    let colour = chart.colour(index);
    let fill = colour.at(if chart.stacked { 0.88 } else { 0.28 });
    for stretch in stretches(spans) {
        let upper = || stretch.iter().map(|&(x, _, high)| (frame.x.at(x), frame.y.at(high)));
        let lower = stretch.iter().rev().map(|&(x, low, _)| (frame.x.at(x), frame.y.at(low)));
        if let [(x, low, high)] = stretch.as_slice() {
            // A single point has no area; a bar of light would be one that nobody can see.
            let at = |value: f64| (frame.x.at(*x), frame.y.at(value));
            let stroke = Some(Stroke { colour, width: THICK });
            shapes.push(Shape::Path { steps: path([at(*low), at(*high)]), fill: None, stroke });
            shapes.push(Shape::Circle { centre: at(*high), radius: 4.2, fill: colour, stroke: None });
            continue;
        }
        let mut steps = path(upper().chain(lower));
        steps.push(Step::Close);
        shapes.push(Shape::Path { steps, fill: Some(fill), stroke: None });
        let width = if chart.stacked { 1.0 } else { THICK };
        shapes.push(Shape::Path { steps: path(upper()), fill: None, stroke: Some(Stroke { colour, width }) });
    }
}

fn points(shapes: &mut Vec<Shape>, chart: &Chart, frame: &Upright, index: usize, spans: &[Option<Span>]) {
    let all: usize = chart.series.iter().map(|series: &Series| series.points.len()).sum();
    let (radius, opacity) = match all {
        0..=100 => (5.0, 0.85),
        101..=1_000 => (3.8, 0.65),
        _ => (2.4, 0.45),
    };
    for (x, _, value) in spans.iter().flatten() {
        shapes.push(Shape::Circle {
            centre: (frame.x.at(*x), frame.y.at(*value)),
            radius,
            fill: chart.colour(index).at(opacity),
            stroke: (all <= 100).then_some(Stroke { colour: PAPER, width: 1.0 }),
        });
    }
}

fn write_values(scene: &mut Scene, chart: &Chart, frame: &Upright, spans: &[Vec<Option<Span>>]) {
    let count = spans.iter().flatten().flatten().count();
    let is_wanted = chart.show_values.unwrap_or(chart.kind == Kind::Line && count == 1);
    if !is_wanted || chart.kind == Kind::Scatter && count > 200 {
        return;
    }
    for &(x, low, high) in spans.iter().flatten().flatten() {
        let (across, up) = (frame.x.at(x), frame.y.at(high));
        if up < frame.plot.top - 1.0 || up > frame.plot.bottom() + 1.0 {
            continue;
        }
        let text = chart.unit.with(&plain(high - low));
        let half = crate::font::width(&text, SMALL - 1.0, false) / 2.0;
        let across = across.clamp(frame.plot.left + half, (chart.width - half - 2.0).max(frame.plot.left + half));
        scene.label(&text, (across, up - 13.0), SMALL - 1.0, Anchor::Middle, INK);
    }
}
