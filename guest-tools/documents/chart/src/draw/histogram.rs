//! How often values lie in intervals.

use crate::chart::Chart;
use crate::colour::PAPER;
use crate::draw::{PIXELS_ACROSS, PIXELS_UP};
use crate::frame::{Along, base_line, upright};
use crate::scale::{Ticks, Wanted, nearest_step, step, ticks};
use crate::scene::{Rect, Scene, Shape, Stroke};

/// Intervals of equal width.
#[derive(Debug, PartialEq)]
struct Bins {
    start: f64,
    width: f64,
    count: usize,
}

pub(super) fn draw(scene: &mut Scene, chart: &Chart) {
    let mut all: Vec<f64> = chart.series.iter().flat_map(|series| series.values()).collect();
    all.sort_by(f64::total_cmp);
    let bins = bins(&all, chart.bins);
    let counts: Vec<Vec<u32>> = chart.series.iter().map(|series| counted(series.values(), &bins)).collect();
    let highest = counts.iter().flatten().copied().max().unwrap_or(1);
    let ends = (bins.start, bins.start + bins.width * bins.count as f64);
    let values = |height: f64| {
        // Counts are whole numbers.
        let count = ((height / PIXELS_UP) as usize).clamp(2, 12).min(highest as usize);
        let fixed = (chart.y_min, chart.y_max);
        ticks(Wanted { extent: (0.0, f64::from(highest)), fixed, is_log: false, count, is_loose: true })
    };
    let across = |width: f64| {
        let count = ((width / PIXELS_ACROSS) as usize).clamp(2, 14);
        let mut made = ticks(Wanted { extent: ends, fixed: (None, None), is_log: false, count, is_loose: false });
        for tick in &mut made.ticks {
            tick.text = chart.unit.with(&tick.text);
        }
        Along::Ticks(Ticks { ends, ticks: made.ticks })
    };
    let mut labelled = chart.clone();
    if labelled.y_label.is_empty() {
        labelled.y_label = "Count".to_owned();
    }
    let frame = upright(scene, &labelled, &values, &across);
    let mut shapes = Vec::new();
    let is_one = chart.series.len() == 1;
    for (index, counts) in counts.iter().enumerate() {
        let colour = chart.colour(index);
        for (bin, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let left = frame.x.at(bins.start + bins.width * bin as f64);
            let right = frame.x.at(bins.start + bins.width * (bin as f64 + 1.0));
            let top = frame.y.at(f64::from(count));
            let bottom = frame.y.at(0.0);
            let rect = Rect { left, top, width: right - left, height: bottom - top };
            shapes.push(Shape::Rect { rect, fill: colour.at(if is_one { 1.0 } else { 0.55 }) });
            if right - left > 4.0 {
                let steps = outline(rect);
                shapes.push(Shape::Path { steps, fill: None, stroke: Some(Stroke { colour: PAPER, width: 1.0 }) });
            }
        }
    }
    scene.add(Shape::Clipped { window: frame.plot, shapes });
    base_line(scene, (frame.plot.left, frame.plot.bottom()), (frame.plot.right(), frame.plot.bottom()));
}

fn outline(rect: Rect) -> Vec<crate::scene::Step> {
    use crate::scene::Step::{Close, Line, Move};
    let (left, top, right, bottom) = (rect.left, rect.top, rect.right(), rect.bottom());
    vec![Move((left, top)), Line((right, top)), Line((right, bottom)), Line((left, bottom)), Close]
}

/// Intervals with round bounds for values in ascending order: about as many as asked for, else by the rule of Freedman
/// and Diaconis, within reason.
fn bins(sorted: &[f64], wanted: Option<u32>) -> Bins {
    let (Some(&low), Some(&high)) = (sorted.first(), sorted.last()) else {
        return Bins { start: 0.0, width: 1.0, count: 1 };
    };
    if low == high {
        let width = if low == 0.0 { 1.0 } else { step(0.0, low.abs(), 4) };
        return Bins { start: low - width / 2.0, width, count: 1 };
    }
    let quantile = |part: f64| sorted.get((part * (sorted.len() - 1) as f64).round() as usize).copied().unwrap_or(low);
    let count = match wanted {
        Some(count) => count as usize,
        None => {
            let rule = 2.0 * (quantile(0.75) - quantile(0.25)) / (sorted.len() as f64).cbrt();
            let sturges = (sorted.len() as f64).log2().ceil() + 1.0;
            let by_rule = if rule > 0.0 { (high / rule - low / rule).ceil() } else { sturges };
            by_rule.clamp(sturges.min(5.0), 60.0) as usize
        }
    };
    let width = nearest_step(low, high, count);
    // Whole numbers are counted one by one, not by halves, and stand in the middle of their bars.
    if width <= 1.0 && sorted.iter().all(|value| value.fract() == 0.0) {
        return Bins { start: low - 0.5, width: 1.0, count: (high - low) as usize + 1 };
    }
    let start = (low / width + 1e-9).floor() * width;
    let count = ((high / width - start / width) + 1e-9).floor() as usize + 1;
    Bins { start, width, count: count.clamp(1, 1_000) }
}

/// How many values lie in each interval. A value on a bound belongs to the interval above it.
fn counted(values: impl Iterator<Item = f64>, bins: &Bins) -> Vec<u32> {
    let mut counts = vec![0; bins.count];
    for value in values {
        let bin = (value / bins.width - bins.start / bins.width + 1e-9).floor().max(0.0) as usize;
        if let Some(count) = counts.get_mut(bin.min(bins.count - 1)) {
            *count += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_have_round_bounds() {
        assert_eq!(bins(&[1.0, 2.0, 2.5, 9.0], Some(4)), Bins { start: 0.0, width: 2.0, count: 5 });
        assert_eq!(bins(&[5.0, 5.0], None), Bins { start: 4.0, width: 2.0, count: 1 });
        assert_eq!(bins(&[0.0, 1.0, 1.0, 3.0], None), Bins { start: -0.5, width: 1.0, count: 4 });
        let many: Vec<f64> = (0..1000).map(f64::from).collect();
        assert_eq!(bins(&many, None), Bins { start: 0.0, width: 100.0, count: 10 });
    }

    #[test]
    fn every_value_is_counted_once() {
        let bins = bins(&[0.0, 0.1, 0.3, 0.7, 1.0], Some(10));
        let counts = counted([0.0, 0.1, 0.3, 0.7, 1.0].into_iter(), &bins);
        assert_eq!(counts.iter().sum::<u32>(), 5);
        assert_eq!(counts, [1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1]);
    }
}
