//! Slices of a whole, with their names and shares beside them.

use std::f64::consts::TAU;

use crate::chart::{Chart, XAxis};
use crate::colour::{Colour, INK, PAPER, SOFT};
use crate::font::{shortened, width};
use crate::frame::{MARGIN, SMALL, head};
use crate::number::plain;
use crate::scene::{Anchor, Point, Rect, Scene, Shape, Step, Stroke};

/// More slices than this cannot be told apart; the smallest are put together.
const MOST: usize = 12;
const ROW: f64 = 24.0;
/// A share that is written into its slice.
const WRITTEN: f64 = 0.045;

struct Slice {
    name: String,
    value: f64,
    colour: Colour,
}

pub(super) fn draw(scene: &mut Scene, chart: &Chart) {
    let top = head(scene, chart);
    let slices = slices(scene, chart, ((chart.height - MARGIN - top) / ROW) as usize);
    let total: f64 = slices.iter().map(|slice| slice.value).sum();
    let room =
        Rect { left: MARGIN, top, width: chart.width - 2.0 * MARGIN, height: (chart.height - MARGIN - top).max(40.0) };
    let size = SMALL + 1.0;
    let shares: Vec<String> = slices.iter().map(|slice| share(slice.value / total)).collect();
    let values: Vec<String> = slices.iter().map(|slice| chart.unit.with(&plain(slice.value))).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text, size, false)).fold(0.0, f64::max);
    let (share_width, value_width) = (widest(&shares), widest(&values));
    let columns = 20.0 + 16.0 + value_width + 16.0 + share_width;
    // Long names take room from the circle, but not all of it.
    let full = slices.iter().map(|slice| width(&slice.name, size, false)).fold(0.0, f64::max).min(room.width * 0.4);
    let beside = (room.width - columns - 42.0 - full) / 2.0;
    let radius = (room.height / 2.0).min(beside.max(room.width * 0.17)).min(room.width * 0.3);
    let names_most = (room.width - 2.0 * radius - 40.0 - columns).max(40.0);
    let names: Vec<String> = slices.iter().map(|slice| shortened(&slice.name, size, names_most)).collect();
    let list_width = columns + widest(&names);
    // The circle and the list stand together in the middle.
    let left = room.left + ((room.width - 2.0 * radius - 40.0 - list_width) / 2.0).max(0.0);
    let centre = (left + radius, room.top + room.height / 2.0);

    let mut from = 0.0;
    for slice in &slices {
        let to = from + slice.value / total;
        scene.add(sector(centre, radius, from, to, slice.colour));
        from = to;
    }
    from = 0.0;
    for (slice, text) in slices.iter().zip(&shares) {
        let part = slice.value / total;
        if part >= WRITTEN && radius * part * TAU * 0.7 > width(text, SMALL, false) * 0.8 {
            let (x, y) = on_circle(centre, radius * if part > 0.999 { 0.0 } else { 0.7 }, from + part / 2.0);
            let colour = if slice.colour.is_dark() { PAPER } else { INK };
            scene.label(text, (x, y), SMALL, Anchor::Middle, colour);
        }
        from += part;
    }

    let list = left + 2.0 * radius + 40.0;
    let first = centre.1 - ROW * (slices.len() as f64 - 1.0) / 2.0;
    let name_width = widest(&names);
    for (index, slice) in slices.iter().enumerate() {
        let middle = first + ROW * index as f64;
        let swatch = Rect { left: list, top: middle - 6.0, width: 12.0, height: 12.0 };
        scene.add(Shape::Rect { rect: swatch, fill: slice.colour });
        let text = |texts: &[String]| texts.get(index).cloned().unwrap_or_default();
        scene.label(&text(&names), (list + 20.0, middle), size, Anchor::Start, INK);
        let values_end = list + 20.0 + name_width + 16.0 + value_width;
        scene.label(&text(&values), (values_end, middle), size, Anchor::End, INK);
        scene.label(&text(&shares), (values_end + 16.0 + share_width, middle), size, Anchor::End, SOFT);
    }
}

fn slices(scene: &mut Scene, chart: &Chart, rows: usize) -> Vec<Slice> {
    let empty = Vec::new();
    let names = if let XAxis::Names(names) = &chart.x { names } else { &empty };
    let points = chart.series.first().map(|series| series.points.as_slice()).unwrap_or_default();
    let values = points.iter().map(|(_, value)| value.unwrap_or_default());
    let mut slices: Vec<Slice> = names
        .iter()
        .zip(values)
        .enumerate()
        .filter(|(_, (_, value))| *value > 0.0)
        .map(|(index, (name, value))| Slice { name: name.clone(), value, colour: chart.colour(index) })
        .collect();
    let most = MOST.min(rows.max(2));
    if slices.len() > most {
        let mut order: Vec<f64> = slices.iter().map(|slice| slice.value).collect();
        order.sort_by(|one, other| other.total_cmp(one));
        let bound = order.get(most - 2).copied().unwrap_or_default();
        let (mut kept, mut small) = (Vec::new(), Vec::new());
        for slice in slices {
            if slice.value >= bound && kept.len() < most - 1 { kept.push(slice) } else { small.push(slice) }
        }
        let value = small.iter().map(|slice| slice.value).sum();
        scene.notes.push(format!("the {} smallest slices are drawn as one, Other", small.len()));
        kept.push(Slice {
            name: format!("Other ({})", small.len()),
            value,
            colour: Colour::parse("#b4bac1").unwrap_or(SOFT),
        });
        slices = kept;
        if chart.colours.is_empty() {
            for (index, slice) in slices.iter_mut().take(most - 1).enumerate() {
                slice.colour = Colour::of_palette(index);
            }
        }
    }
    slices
}

fn share(part: f64) -> String {
    let percent = part * 100.0;
    match percent {
        _ if percent > 0.0 && percent < 0.1 => "<0.1%".to_owned(),
        _ if percent > 99.9 && percent < 100.0 => ">99.9%".to_owned(),
        _ if part >= 1.0 => "100%".to_owned(),
        _ => format!("{percent:.1}%"),
    }
}

/// A point on a circle; `turn` runs clockwise from the top, once around from 0 to 1.
fn on_circle((x, y): Point, radius: f64, turn: f64) -> Point {
    let angle = turn * TAU;
    (x + radius * angle.sin(), y - radius * angle.cos())
}

fn sector(centre: Point, radius: f64, from: f64, to: f64, colour: Colour) -> Shape {
    let stroke = Some(Stroke { colour: PAPER, width: 1.5 });
    if to - from > 0.9999 {
        return Shape::Circle { centre, radius, fill: colour, stroke };
    }
    let mut steps = vec![Step::Move(centre), Step::Line(on_circle(centre, radius, from))];
    // An arc of at most an eighth of the circle is a cubic curve, as far as eyes can tell.
    let count = ((to - from) * 8.0).ceil().max(1.0);
    let part = (to - from) / count;
    let reach = radius * 4.0 / 3.0 * (part * TAU / 4.0).tan();
    let mut turn = from;
    for _ in 0..count as u32 {
        let (start, end) = (on_circle(centre, radius, turn), on_circle(centre, radius, turn + part));
        let along = |turn: f64| ((turn * TAU).cos(), (turn * TAU).sin());
        let (one, two) = (along(turn), along(turn + part));
        steps.push(Step::Curve(
            (start.0 + reach * one.0, start.1 + reach * one.1),
            (end.0 - reach * two.0, end.1 - reach * two.1),
            end,
        ));
        turn += part;
    }
    steps.push(Step::Close);
    Shape::Path { steps, fill: Some(colour), stroke }
}
