//! Bars: upright or from left to right, side by side or on top of each other.

use crate::chart::{Chart, XAxis};
use crate::colour::{Colour, INK, PAPER};
use crate::draw::{PIXELS_ACROSS, PIXELS_UP, value_ticks};
use crate::font::width;
use crate::frame::{Along, SMALL, base_line, flat, upright};
use crate::number::plain_among;
use crate::scale::Scale;
use crate::scene::{Anchor, Rect, Scene, Shape};

/// The part of a slot that its bars take.
const TAKEN: f64 = 0.74;
const WIDEST: f64 = 72.0;
/// Up to this many bars have their values written, if nothing else was said.
const FEW: usize = 16;

/// A bar: from one value to another, in a slot and at a place in it.
struct Bar {
    slot: usize,
    from: f64,
    to: f64,
    /// The value to write.
    value: f64,
    series: usize,
    /// Which of the bars that are side by side in the slot.
    lane: usize,
}

pub(super) fn draw(scene: &mut Scene, chart: &Chart) {
    let XAxis::Names(names) = &chart.x else { return };
    let bars = bars(chart);
    let lanes = if chart.stacked { 1 } else { chart.series.len().max(1) };
    let ends = bars.iter().flat_map(|bar| [bar.from, bar.to]).chain([0.0]);
    let extent = with_room(Chart::extent(ends).unwrap_or((0.0, 1.0)), is_written(chart, &bars) && !chart.stacked);
    if chart.horizontal {
        let frame = flat(scene, chart, &value_ticks(chart, extent, PIXELS_ACROSS), names);
        let shapes = shapes(chart, &bars, lanes, frame.values, frame.names, true);
        scene.add(Shape::Clipped { window: frame.plot, shapes });
        let zero = frame.values.at(0.0).clamp(frame.plot.left, frame.plot.right());
        base_line(scene, (zero, frame.plot.top), (zero, frame.plot.bottom()));
        write_values(scene, chart, &bars, lanes, (frame.values, frame.names), true);
    } else {
        let frame = upright(scene, chart, &value_ticks(chart, extent, PIXELS_UP), &|_| Along::Names(names.clone()));
        let shapes = shapes(chart, &bars, lanes, frame.y, frame.x, false);
        scene.add(Shape::Clipped { window: frame.plot, shapes });
        let zero = frame.y.at(0.0).clamp(frame.plot.top, frame.plot.bottom());
        base_line(scene, (frame.plot.left, zero), (frame.plot.right(), zero));
        write_values(scene, chart, &bars, lanes, (frame.y, frame.x), false);
    }
}

/// An extent with a little room for values that are written at the ends of bars.
fn with_room((low, high): (f64, f64), is_needed: bool) -> (f64, f64) {
    let room = if is_needed { (high - low) * 0.05 } else { 0.0 };
    (if low < 0.0 { low - room } else { low }, if high > 0.0 { high + room } else { high })
}

fn bars(chart: &Chart) -> Vec<Bar> {
    let slots = chart.series.iter().map(|series| series.points.len()).max().unwrap_or_default();
    let mut bars = Vec::new();
    for slot in 0..slots {
        let (mut above, mut below) = (0.0, 0.0);
        for (series, values) in chart.series.iter().enumerate() {
            let Some((_, Some(value))) = values.points.get(slot).copied() else { continue };
            let (from, lane) = match chart.stacked {
                false => (0.0, series),
                true if value < 0.0 => (below, 0),
                true => (above, 0),
            };
            let to = from + value;
            if chart.stacked {
                *(if value < 0.0 { &mut below } else { &mut above }) = to;
            }
            bars.push(Bar { slot, from, to, value, series, lane });
        }
    }
    bars
}

/// The place of a bar along the names: its middle and its thickness.
fn place(names: Scale, slot: usize, lane: usize, lanes: usize) -> (f64, f64) {
    let slot_width = (names.at(1.0) - names.at(0.0)).abs();
    let thickness = (slot_width * TAKEN / lanes as f64).min(WIDEST);
    let first = names.at(slot as f64) - thickness * (lanes as f64 - 1.0) / 2.0;
    (first + thickness * lane as f64, thickness)
}

fn shapes(chart: &Chart, bars: &[Bar], lanes: usize, values: Scale, names: Scale, is_flat: bool) -> Vec<Shape> {
    let rects = bars.iter().map(|bar| {
        let (middle, thickness) = place(names, bar.slot, bar.lane, lanes);
        // A hair of paper between neighbours.
        let thick = if lanes > 1 { (thickness - 1.5).max(thickness * 0.8) } else { thickness };
        let (one, other) = (values.at(bar.from), values.at(bar.to));
        let (start, length) = (one.min(other), (one - other).abs());
        let rect = match is_flat {
            true => Rect { left: start, top: middle - thick / 2.0, width: length, height: thick },
            false => Rect { left: middle - thick / 2.0, top: start, width: thick, height: length },
        };
        Shape::Rect { rect, fill: chart.colour(bar.series) }
    });
    rects.collect()
}

/// Whether the values are written.
fn is_written(chart: &Chart, bars: &[Bar]) -> bool {
    chart.show_values.unwrap_or(!chart.stacked && chart.series.len() <= 2 && bars.len() <= FEW)
}

fn write_values(
    scene: &mut Scene,
    chart: &Chart,
    bars: &[Bar],
    lanes: usize,
    (values, names): (Scale, Scale),
    is_flat: bool,
) {
    if !is_written(chart, bars) {
        return;
    }
    let size = SMALL - 1.0;
    let largest = bars.iter().map(|bar| bar.value.abs()).fold(0.0, f64::max);
    let texts: Vec<String> = bars.iter().map(|bar| chart.unit.with(&plain_among(bar.value, largest))).collect();
    let fits = |bar: &Bar, text: &str| {
        let (_, thickness) = place(names, bar.slot, bar.lane, lanes);
        let length = (values.at(bar.from) - values.at(bar.to)).abs();
        let wide = width(text, size, false);
        match (is_flat, chart.stacked) {
            (true, true) => length >= wide + 6.0 && thickness >= size,
            (false, true) => length >= size + 4.0 && thickness >= wide + 2.0,
            (true, false) => thickness >= size * 0.9,
            (false, false) => (names.at(1.0) - names.at(0.0)).abs() * TAKEN.max(0.92) / lanes as f64 >= wide,
        }
    };
    if !chart.stacked && !bars.iter().zip(&texts).all(|(bar, text)| fits(bar, text)) {
        if chart.show_values == Some(true) {
            scene.notes.push("there is no room to write the values; use horizontal=true or a greater width".to_owned());
        }
        return;
    }
    let (low, high) = (values.to.0.min(values.to.1), values.to.0.max(values.to.1));
    for (bar, text) in bars.iter().zip(&texts).filter(|(bar, text)| fits(bar, text)) {
        let (middle, _) = place(names, bar.slot, bar.lane, lanes);
        let colour: Colour = match chart.stacked {
            false => INK,
            true if chart.colour(bar.series).is_dark() => PAPER,
            true => INK,
        };
        let end = values.at(bar.to).clamp(low, high);
        let is_backward = bar.value < 0.0;
        let (at, anchor) = match (is_flat, chart.stacked) {
            (true, true) => (((values.at(bar.from) + end) / 2.0, middle), Anchor::Middle),
            (false, true) => ((middle, (values.at(bar.from) + end) / 2.0), Anchor::Middle),
            (true, false) if is_backward => ((end - 5.0, middle), Anchor::End),
            (true, false) => ((end + 5.0, middle), Anchor::Start),
            (false, false) if is_backward => ((middle, end + size * 0.8), Anchor::Middle),
            (false, false) => ((middle, end - size * 0.8), Anchor::Middle),
        };
        scene.label(text, at, size, anchor, colour);
    }
}
