//! Names below an axis: on one line, on several, or aslant, and if need be not all of them.

use crate::colour::SOFT;
use crate::font::{shortened, width, wrapped};
use crate::frame::SMALL;
use crate::scene::{Anchor, Rect, Scene, Shape, Text};

const LINE: f64 = 1.25;
/// The angle of names that are aslant, in degrees, and a steeper one where they are close together.
const ASLANT: f64 = -40.0;
const STEEP: f64 = -55.0;
/// Slots narrower than this have steep names.
const NARROW: f64 = 30.0;
/// The room from one steep name to the next.
const STEEP_PITCH: f64 = 17.0;
const GAP: f64 = 8.0;

/// Names as they fit.
#[derive(Debug, Default)]
pub(crate) struct NamesBelow {
    /// The lines of each name that is shown, and its index.
    shown: Vec<(usize, Vec<String>)>,
    /// Degrees clockwise; 0 for names that are upright.
    angle: f64,
    every: usize,
    /// The height that they take, the gap to the axis included.
    pub(crate) height: f64,
}

/// Fits names into a width and a height.
pub(crate) fn names_below(names: &[String], room: f64, most_height: f64) -> NamesBelow {
    let slot = room / names.len().max(1) as f64;
    let widest =
        |names: &mut dyn Iterator<Item = &String>| names.map(|name| width(name, SMALL, false)).fold(0.0, f64::max);
    if widest(&mut names.iter()) <= slot - 8.0 {
        return NamesBelow::upright(names, 1, |name| vec![name.to_owned()]);
    }
    let widest_word = names
        .iter()
        .flat_map(|name| name.split_inclusive([' ', '-', '/']))
        .map(|word| width(word.trim_end(), SMALL, false))
        .fold(0.0, f64::max);
    let lines = |name: &str| wrapped(name, SMALL, false, slot - 8.0, 9);
    if widest_word <= slot - 8.0 && names.iter().all(|name| lines(name).len() <= 3) {
        return NamesBelow::upright(names, 1, lines);
    }
    // Short names in order, such as years: some of them say all.
    if widest(&mut names.iter()) <= 46.0 {
        let every = ((widest(&mut names.iter()) + 10.0) / slot).ceil().max(1.0) as usize;
        return NamesBelow::upright(names, every, |name| vec![name.to_owned()]);
    }
    let angle = if slot < NARROW { STEEP } else { ASLANT };
    let every = (STEEP_PITCH / slot).ceil().max(1.0) as usize;
    let (sine, cosine) = (angle.to_radians().sin().abs(), angle.to_radians().cos());
    let longest = ((most_height - GAP - SMALL) / sine).max(30.0);
    let shown: Vec<(usize, Vec<String>)> = names
        .iter()
        .enumerate()
        .step_by(every)
        .map(|(index, name)| {
            // The first ones would reach beyond the left edge.
            let left = (slot * (index as f64 + 0.5) + 50.0) / cosine;
            (index, vec![shortened(name, SMALL, longest.min(left))])
        })
        .collect();
    let widest = shown.iter().flat_map(|(_, lines)| lines).map(|line| width(line, SMALL, false)).fold(0.0, f64::max);
    NamesBelow { shown, angle, every, height: GAP + widest * sine + SMALL }
}

impl NamesBelow {
    fn upright(names: &[String], every: usize, lines: impl Fn(&str) -> Vec<String>) -> Self {
        let shown: Vec<_> = names.iter().enumerate().step_by(every).map(|(index, name)| (index, lines(name))).collect();
        let most = shown.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1);
        Self { shown, angle: 0.0, every, height: GAP + SMALL * LINE * most as f64 }
    }

    /// Draws them below a plot that has `count` slots.
    pub(crate) fn draw(&self, scene: &mut Scene, count: usize, plot: Rect) {
        let slot = plot.width / count.max(1) as f64;
        for (index, lines) in &self.shown {
            let x = plot.left + slot * (*index as f64 + 0.5);
            for (row, line) in lines.iter().enumerate() {
                let middle = plot.bottom() + GAP + SMALL * LINE * (row as f64 + 0.5);
                if self.angle != 0.0 {
                    scene.add(Shape::Text(Text {
                        content: line.clone(),
                        at: (x + SMALL * 0.3, plot.bottom() + GAP + SMALL * 0.6),
                        size: SMALL,
                        is_bold: false,
                        anchor: Anchor::End,
                        angle: self.angle,
                        colour: SOFT,
                    }));
                } else {
                    scene.label(line, (x, middle), SMALL, Anchor::Middle, SOFT);
                }
            }
        }
        if self.every > 1 {
            scene.notes.push(format!(
                "only one name in {} has room along the axis; a greater width or horizontal=true shows more",
                self.every
            ));
        }
    }
}
