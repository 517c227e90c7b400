//! What surrounds the data: title, legend, axes with their ticks, and the room that is left in between.

use crate::axis_names::{NamesBelow, names_below};
use crate::chart::Chart;
use crate::colour::{AXIS, GRID, INK, SOFT};
use crate::font::{shortened, width, wrapped};
use crate::scale::{Scale, Tick, Ticks};
use crate::scene::{Anchor, Rect, Scene, Shape, Text};
use crate::spec::Kind;

/// Around everything.
pub(crate) const MARGIN: f64 = 24.0;
/// The size of the letters of ticks and the legend.
pub(crate) const SMALL: f64 = 12.0;
const TITLE: f64 = 18.0;
const SMALL_TITLE: f64 = 14.0;
const SUBTITLE: f64 = 13.0;
const LINE: f64 = 1.3;
const SWATCH: f64 = 12.0;
/// Rows of the legend.
const LEGEND_ROWS: usize = 4;

/// Title, subtitle and legend. Returns the height below which there is room.
pub(crate) fn head(scene: &mut Scene, chart: &Chart) -> f64 {
    let most = chart.width - 2.0 * MARGIN;
    let mut y = MARGIN - 4.0;
    // In a small picture the data come first.
    let is_small = chart.width < 420.0 || chart.height < 280.0;
    let (title, title_lines) = if is_small { (SMALL_TITLE, 1) } else { (TITLE, 3) };
    for (text, size, is_bold, lines, colour) in
        [(&chart.title, title, true, title_lines, INK), (&chart.subtitle, SUBTITLE, false, title_lines.min(2), SOFT)]
    {
        if text.is_empty() {
            continue;
        }
        for line in wrapped(text, size, is_bold, most, lines) {
            y += size * LINE;
            scene.add(Shape::Text(Text {
                content: line,
                at: (MARGIN, y - size * 0.25),
                size,
                is_bold,
                anchor: Anchor::Start,
                angle: 0.0,
                colour,
            }));
        }
        y += 2.0;
    }
    if chart.has_legend() {
        y = legend(scene, chart, y + 8.0, most);
    }
    y + 14.0
}

fn legend(scene: &mut Scene, chart: &Chart, top: f64, most: f64) -> f64 {
    const ROW: f64 = 20.0;
    let (mut x, mut row) = (MARGIN, 0);
    let middle = |row: usize| top + ROW * (row as f64 + 0.5);
    for (index, series) in chart.series.iter().enumerate() {
        let name = shortened(&series.name, SMALL, (most * 0.45).max(60.0));
        let wide = SWATCH + 6.0 + width(&name, SMALL, false);
        if x > MARGIN && x + wide > MARGIN + most {
            row += 1;
            x = MARGIN;
        }
        if row >= LEGEND_ROWS {
            let left = chart.series.len() - index;
            scene.notes.push(format!("the legend has no room for {left} of {} series", chart.series.len()));
            row -= 1;
            break;
        }
        swatch(scene, chart, index, (x, middle(row)));
        scene.label(&name, (x + SWATCH + 6.0, middle(row)), SMALL, Anchor::Start, INK);
        x += wide + 18.0;
    }
    top + ROW * (row as f64 + 1.0)
}

fn swatch(scene: &mut Scene, chart: &Chart, index: usize, (left, middle): (f64, f64)) {
    let fill = chart.colour(index);
    match chart.kind {
        Kind::Line => scene.line((left + 1.0, middle), (left + SWATCH - 1.0, middle), fill, 3.0),
        Kind::Scatter => {
            scene.add(Shape::Circle { centre: (left + SWATCH / 2.0, middle), radius: 4.5, fill, stroke: None })
        }
        _ => scene
            .add(Shape::Rect { rect: Rect { left, top: middle - SWATCH / 2.0, width: SWATCH, height: SWATCH }, fill }),
    }
}

/// What goes along the bottom or the left.
#[derive(Debug, Clone)]
pub(crate) enum Along {
    /// Names, each in the middle of a slot.
    Names(Vec<String>),
    /// Ticks on a scale.
    Ticks(Ticks),
}

/// Ticks of values for an axis of this length, which is the height of an upright chart.
pub(crate) type ValueTicks<'a> = &'a dyn Fn(f64) -> Ticks;

/// Axes of an upright chart: values up, names or ticks along the bottom.
#[derive(Debug)]
pub(crate) struct Upright {
    pub(crate) plot: Rect,
    pub(crate) x: Scale,
    pub(crate) y: Scale,
}

/// Draws the axes of an upright chart and says where the data go. `across` makes what is along the bottom from the
/// width that it has.
pub(crate) fn upright(
    scene: &mut Scene,
    chart: &Chart,
    values: ValueTicks<'_>,
    across: &dyn Fn(f64) -> Along,
) -> Upright {
    let top = head(scene, chart);
    let x_label = if chart.x_label.is_empty() { 0.0 } else { 24.0 };
    let y_label = if chart.y_label.is_empty() { 0.0 } else { 24.0 };
    // The height depends on how the names below fit, and that on the width of the numbers on the left: twice is enough.
    let mut bottom = chart.height - MARGIN - x_label - 24.0;
    let mut right = chart.width - MARGIN;
    let mut left = MARGIN;
    let mut along = across(right - left);
    let mut below = NamesBelow::default();
    let mut ticks = values(0.0);
    for _ in 0..2 {
        ticks = values((bottom - top).max(20.0));
        let widest = ticks.ticks.iter().map(|tick| width(&tick.text, SMALL, false)).fold(0.0, f64::max);
        left = (MARGIN + y_label + widest + 8.0).min(chart.width * 0.4);
        along = across(right - left);
        match &along {
            Along::Names(names) => {
                below = names_below(names, right - left, chart.height * 0.32);
                bottom = chart.height - MARGIN + 4.0 - x_label - below.height;
            }
            Along::Ticks(ticks) => {
                let lines = ticks.ticks.iter().map(|tick| tick.text.lines().count()).max().unwrap_or(1);
                bottom = chart.height - MARGIN + 4.0 - x_label - 8.0 - SMALL * LINE * lines as f64;
                // The last number may reach beyond the axis.
                if let Some(last) = ticks.ticks.last() {
                    let over = width(&last.text, SMALL, false) / 2.0 - 12.0;
                    right = chart.width - MARGIN - over.max(0.0);
                }
            }
        }
    }
    let plot = Rect { left, top, width: (right - left).max(20.0), height: (bottom - top).max(20.0) };
    let y = Scale { from: ticks.ends, to: (plot.bottom(), plot.top), is_log: chart.log_scale };
    for tick in &ticks.ticks {
        let at = y.at(tick.value);
        scene.line((plot.left, at), (plot.right(), at), GRID, 1.0);
        scene.label(&tick.text, (plot.left - 8.0, at), SMALL, Anchor::End, SOFT);
    }
    let x = match &along {
        Along::Names(names) => {
            below.draw(scene, names.len(), plot);
            Scale { from: (-0.5, names.len() as f64 - 0.5), to: (plot.left, plot.right()), is_log: false }
        }
        Along::Ticks(ticks) => {
            let x = Scale { from: ticks.ends, to: (plot.left, plot.right()), is_log: false };
            ticks_below(scene, &ticks.ticks, x, plot);
            x
        }
    };
    axis_labels(scene, chart, plot, (&chart.x_label, &chart.y_label));
    Upright { plot, x, y }
}

fn ticks_below(scene: &mut Scene, ticks: &[Tick], x: Scale, plot: Rect) {
    for tick in ticks {
        let at = x.at(tick.value);
        scene.line((at, plot.bottom()), (at, plot.bottom() + 5.0), AXIS, 1.0);
        for (index, line) in tick.text.lines().enumerate() {
            let middle = plot.bottom() + 8.0 + SMALL * LINE * (index as f64 + 0.5);
            scene.label(line, (at, middle), SMALL, Anchor::Middle, SOFT);
        }
    }
}

/// Axes of bars that go from left to right: names on the left, values along the bottom.
#[derive(Debug)]
pub(crate) struct Flat {
    pub(crate) plot: Rect,
    pub(crate) values: Scale,
    pub(crate) names: Scale,
}

/// Draws the axes of bars that go from left to right and says where the bars go.
pub(crate) fn flat(scene: &mut Scene, chart: &Chart, values: ValueTicks<'_>, names: &[String]) -> Flat {
    let top = head(scene, chart);
    let (below, beside) = (&chart.y_label, &chart.x_label);
    let bottom_room = if below.is_empty() { 0.0 } else { 24.0 };
    let left_room = if beside.is_empty() { 0.0 } else { 24.0 };
    let bottom = chart.height - MARGIN + 4.0 - bottom_room - 8.0 - SMALL * LINE;
    let height = (bottom - top).max(20.0);
    let slot = height / names.len().max(1) as f64;
    let most = chart.width * 0.36;
    let lines = ((slot / (SMALL * LINE)).floor() as usize).clamp(1, 3);
    let written: Vec<Vec<String>> = names.iter().map(|name| wrapped(name, SMALL, false, most, lines)).collect();
    let widest = written.iter().flatten().map(|line| width(line, SMALL, false)).fold(0.0, f64::max);
    let left = MARGIN + left_room + widest + 10.0;
    // Values written behind the longest bar need room.
    let right = chart.width - MARGIN - 12.0;
    let plot = Rect { left, top, width: (right - left).max(20.0), height };
    let ticks = values(plot.width);
    let scale = Scale { from: ticks.ends, to: (plot.left, plot.right()), is_log: false };
    for tick in &ticks.ticks {
        let at = scale.at(tick.value);
        scene.line((at, plot.top), (at, plot.bottom()), GRID, 1.0);
        scene.label(&tick.text, (at, plot.bottom() + 8.0 + SMALL * LINE * 0.5), SMALL, Anchor::Middle, SOFT);
    }
    let places = Scale { from: (-0.5, names.len() as f64 - 0.5), to: (plot.top, plot.bottom()), is_log: false };
    let every = ((SMALL * 1.1 / slot).ceil() as usize).max(1);
    if every > 1 {
        scene.notes.push(format!("only one name in {every} has room; a greater height shows more"));
    }
    for (index, lines) in written.iter().enumerate().step_by(every) {
        let middle = places.at(index as f64);
        let first = middle - SMALL * LINE * (lines.len() as f64 - 1.0) / 2.0;
        for (line, text) in lines.iter().enumerate() {
            scene.label(text, (plot.left - 10.0, first + SMALL * LINE * line as f64), SMALL, Anchor::End, INK);
        }
    }
    axis_labels(scene, chart, plot, (below, beside));
    Flat { plot, values: scale, names: places }
}

fn axis_labels(scene: &mut Scene, chart: &Chart, plot: Rect, (below, beside): (&str, &str)) {
    if !below.is_empty() {
        let text = shortened(below, SUBTITLE, plot.width);
        let at = (plot.left + plot.width / 2.0, chart.height - MARGIN + 2.0);
        scene.label(&text, at, SUBTITLE, Anchor::Middle, INK);
    }
    if !beside.is_empty() {
        scene.add(Shape::Text(Text {
            content: shortened(beside, SUBTITLE, plot.height.max(60.0)),
            at: (MARGIN + SUBTITLE * 0.6, plot.top + plot.height / 2.0),
            size: SUBTITLE,
            is_bold: false,
            anchor: Anchor::Middle,
            angle: -90.0,
            colour: INK,
        }));
    }
}

/// The line that the values rise from, over what was drawn.
pub(crate) fn base_line(scene: &mut Scene, from: (f64, f64), to: (f64, f64)) {
    scene.line(from, to, AXIS, 1.2);
}
