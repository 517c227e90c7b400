//! Drawing each kind of chart.

mod bars;
mod histogram;
mod lines;
mod pie;

use crate::chart::{Chart, XAxis};
use crate::frame::Along;
use crate::scale::{Ticks, Wanted, ticks};
use crate::scene::Scene;
use crate::spec::Kind;
use crate::time;

/// Pixels from tick to tick, about.
const PIXELS_UP: f64 = 48.0;
const PIXELS_ACROSS: f64 = 85.0;

/// Draws a chart.
pub(crate) fn draw(chart: &Chart) -> Scene {
    let mut scene = Scene {
        width: chart.width,
        height: chart.height,
        title: chart.title.clone(),
        description: description(chart),
        shapes: Vec::new(),
        notes: Vec::new(),
    };
    match chart.kind {
        Kind::Bar => bars::draw(&mut scene, chart),
        Kind::Line | Kind::Area | Kind::Scatter => lines::draw(&mut scene, chart),
        Kind::Pie => pie::draw(&mut scene, chart),
        Kind::Histogram => histogram::draw(&mut scene, chart),
    }
    scene
}

/// What the chart shows, for whoever cannot see it.
fn description(chart: &Chart) -> String {
    let mut parts = Vec::new();
    let names: Vec<&str> = chart.series.iter().map(|series| series.name.as_str()).take(10).collect();
    parts.push(format!("{} chart", chart.kind.name()));
    match chart.series.len() {
        1 => {}
        count => parts.push(format!("{count} series: {}", names.join(", "))),
    }
    let count: usize = chart.series.iter().map(|series| series.values().count()).sum();
    if let Some((low, high)) = Chart::extent(chart.series.iter().flat_map(|series| series.values())) {
        let (low, high) = (crate::number::plain(low), crate::number::plain(high));
        parts.push(format!("{count} values from {} to {}", chart.unit.with(&low), chart.unit.with(&high)));
    }
    parts.join("; ")
}

/// The ticks of the value axis for a length in pixels, with the unit.
fn value_ticks(chart: &Chart, extent: (f64, f64), pixels: f64) -> impl Fn(f64) -> Ticks {
    move |length: f64| {
        let fixed = (chart.y_min, chart.y_max);
        let count = ((length / pixels) as usize).clamp(2, 12);
        let mut made = ticks(Wanted { extent, fixed, is_log: chart.log_scale, count, is_loose: true });
        for tick in &mut made.ticks {
            tick.text = chart.unit.with(&tick.text);
        }
        made
    }
}

/// What is along the bottom, for a width in pixels.
fn across(chart: &Chart, width: f64) -> Along {
    if let XAxis::Names(names) = &chart.x {
        return Along::Names(names.clone());
    }
    let positions = chart.series.iter().flat_map(|series| series.points.iter().map(|(x, _)| *x));
    let (low, high) = Chart::extent(positions).unwrap_or((0.0, 1.0));
    let count = ((width / PIXELS_ACROSS) as usize).clamp(2, 14);
    if chart.x == XAxis::Times {
        if low == high {
            return Along::Ticks(Ticks { ends: (low - 43_200.0, high + 43_200.0), ticks: vec![time::tick(low)] });
        }
        let room = (high - low) * 0.02;
        let ends = (low - room, high + room);
        return Along::Ticks(Ticks { ends, ticks: time::ticks(ends, count) });
    }
    let is_whole = |value: f64| value.fract() == 0.0;
    let all_whole = chart.series.iter().flat_map(|series| &series.points).all(|(x, _)| is_whole(*x));
    // Whole numbers have no ticks between them.
    let count = if all_whole { count.min(((high - low).abs().min(100.0) as usize).max(1)) } else { count };
    let mut made = ticks(Wanted { extent: (low, high), fixed: (None, None), is_log: false, count, is_loose: false });
    if low == high {
        made.ticks.retain(|tick| tick.value == low);
    }
    let room = (made.ends.1 - made.ends.0) * 0.02;
    made.ends = (made.ends.0 - room, made.ends.1 + room);
    // Four digits between these bounds are years, and 2,024 is not.
    if all_whole && low >= 1000.0 && high <= 2999.0 {
        let format = crate::number::Format::of(high, 1.0).ungrouped();
        for tick in &mut made.ticks {
            tick.text = format.write(tick.value);
        }
    }
    Along::Ticks(made)
}
