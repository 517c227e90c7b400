use std::fs;

use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

use crate::check::checked;
use crate::draw::draw;
use crate::scene::{Rect, Scene, Shape};
use crate::spec::Spec;

fn call(folder: &TempDir, arguments: Value) -> ToolResult {
    let arguments = serde_json::from_value(arguments).expect("arguments that fit");
    with_root(folder.path(), || super::chart(arguments, &Call::for_tests(256_000)))
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn scene(spec: Value) -> Scene {
    let spec: Spec = serde_json::from_value(spec).expect("a spec that fits");
    draw(&checked(spec).unwrap_or_else(|error| panic!("{error}")))
}

fn refused(spec: Value) -> String {
    let spec: Spec = serde_json::from_value(spec).expect("a spec that fits");
    checked(spec).map(|_| ()).expect_err("a refusal").message().to_owned()
}

/// All shapes, those in windows too.
fn shapes(scene: &Scene) -> Vec<&Shape> {
    let mut all = Vec::new();
    for shape in &scene.shapes {
        match shape {
            Shape::Clipped { shapes, .. } => all.extend(shapes),
            other => all.push(other),
        }
    }
    all
}

fn texts(scene: &Scene) -> Vec<&str> {
    let texts = shapes(scene).into_iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.content.as_str()),
        _ => None,
    });
    texts.collect()
}

fn rects(scene: &Scene) -> Vec<Rect> {
    let inside = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Clipped { shapes, .. } => Some(shapes),
        _ => None,
    });
    inside.flatten().filter_map(|shape| if let Shape::Rect { rect, .. } = shape { Some(*rect) } else { None }).collect()
}

fn bar(labels: &[&str], values: &[f64]) -> Value {
    json!({"type": "bar", "labels": labels, "series": [{"values": values}]})
}

#[test]
fn bars_have_the_height_of_their_values() {
    let scene = scene(bar(&["a", "b", "c"], &[10.0, 20.0, -5.0]));
    let rects = rects(&scene);
    let [a, b, c] = rects.as_slice() else { panic!("{rects:?}") };
    assert!((b.height - 2.0 * a.height).abs() < 0.01 && (a.height - 2.0 * c.height).abs() < 0.01);
    assert!((a.bottom() - c.top).abs() < 0.01, "both begin at zero");
    assert!(texts(&scene).contains(&"−5"));
}

#[test]
fn stacked_bars_lie_on_top_of_each_other() {
    let series = json!([{"name": "in", "values": [10, 5]}, {"name": "more", "values": [3, null]}, {"name": "out", "values": [-4, -1]}]);
    let drawn = scene(json!({"type": "bar", "stacked": true, "labels": ["a", "b"], "series": series}));
    let rects = rects(&drawn);
    assert_eq!(rects.len(), 5);
    assert!((rects[0].top - rects[1].bottom()).abs() < 0.01 && (rects[0].bottom() - rects[2].top).abs() < 0.01);
    let flat =
        scene(json!({"type": "bar", "stacked": true, "horizontal": true, "labels": ["a", "b"], "series": series}));
    assert!(texts(&flat).contains(&"more"), "a legend");
}

#[test]
fn everything_written_stays_in_the_picture() {
    let long = "A department with a name that goes on and on, much longer than anybody would like it to be";
    let names: Vec<String> = (0..40).map(|number| format!("{long} {number}")).collect();
    let values: Vec<i32> = (0..40).map(|number| number * 1_000_000 - 7_000_000).collect();
    let mut specs = Vec::new();
    for kind in ["bar", "line", "area", "scatter", "pie"] {
        for (width, height) in [(800, 500), (200, 150), (2000, 300)] {
            let values: Vec<i32> =
                if kind == "pie" { values.iter().map(|value| value.abs()).collect() } else { values.clone() };
            specs.push(json!({
                "type": kind, "title": long, "subtitle": long, "x_label": long, "y_label": long, "labels": names,
                "series": [{"name": long, "values": values}], "width": width, "height": height
            }));
        }
    }
    specs.push(json!({"type": "bar", "horizontal": true, "labels": names, "series": [{"values": values}]}));
    for spec in specs {
        let scene = scene(spec.clone());
        for shape in shapes(&scene) {
            let Shape::Text(text) = shape else { continue };
            let wide = crate::font::width(&text.content, text.size, text.is_bold);
            let start = match text.anchor {
                crate::scene::Anchor::Start => 0.0,
                crate::scene::Anchor::Middle => -wide / 2.0,
                crate::scene::Anchor::End => -wide,
            };
            let (sine, cosine) = (text.angle.to_radians().sin(), text.angle.to_radians().cos());
            for along in [start, start + wide] {
                let (x, y) = (text.at.0 + along * cosine, text.at.1 + along * sine);
                let inside = x >= -1.0 && x <= scene.width + 1.0 && y >= -1.0 && y <= scene.height + 1.0;
                assert!(
                    inside || scene.height < 200.0 || scene.width < 300.0,
                    "{text:?} in {} {}",
                    spec["type"],
                    spec["width"]
                );
            }
        }
    }
}

#[test]
fn names_are_broken_then_aslant_then_left_out() {
    let wide = scene(bar(&["North", "South"], &[1.0, 2.0]));
    assert!(texts(&wide).contains(&"North"));
    let broken = scene(bar(&["Research and development"; 7], &[1.0; 7]));
    assert!(texts(&broken).contains(&"Research and"));
    let names: Vec<String> = (0..200).map(|number| format!("Entry number {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let many = scene(bar(&names, &[1.0; 200]));
    assert!(many.notes.iter().any(|note| note.contains("one name in")), "{:?}", many.notes);
    let flat =
        scene(json!({"type": "bar", "horizontal": true, "labels": names, "series": [{"values": vec![1.0; 200]}]}));
    assert!(flat.notes.iter().any(|note| note.contains("greater height")), "{:?}", flat.notes);
}

#[test]
fn dates_and_numbers_are_placed_to_scale() {
    let circles = |spec: Value| {
        let scene = scene(spec);
        let found: Vec<f64> = shapes(&scene)
            .into_iter()
            .filter_map(|shape| if let Shape::Circle { centre, .. } = shape { Some(centre.0) } else { None })
            .collect();
        found
    };
    let ratio = |x: Vec<f64>| ((x[2] - x[1]) / (x[1] - x[0]) * 100.0).round() / 100.0;
    let line = |labels: Value| json!({"type": "line", "labels": labels, "series": [{"values": [1, 2, 3]}]});
    assert_eq!(ratio(circles(line(json!(["2024-01-01", "2024-01-11", "2024-01-31"])))), 2.0);
    assert_eq!(ratio(circles(line(json!([2000, 2010, 2015])))), 0.5);
    assert_eq!(ratio(circles(line(json!(["2000", "2010", "2015"])))), 0.5);
    assert_eq!(ratio(circles(line(json!(["Mon", "Tue", "Wed"])))), 1.0);
    assert_eq!(ratio(circles(line(json!(["2015", "2000", "2010"])))), 0.5, "a line goes from left to right");
    let drawn = scene(line(json!([2000, 2010, 2015])));
    assert!(texts(&drawn).contains(&"2010"), "a year has no comma");
}

#[test]
fn a_missing_value_is_a_gap() {
    let drawn = scene(json!({"type": "line", "labels": [1, 2, 3, 4, 5], "series": [{"values": [1, 2, null, 4, 5]}]}));
    let inside = drawn
        .shapes
        .iter()
        .filter_map(|shape| if let Shape::Clipped { shapes, .. } = shape { Some(shapes) } else { None });
    assert_eq!(inside.flatten().filter(|shape| matches!(shape, Shape::Path { .. })).count(), 2);
}

#[test]
fn one_point_is_a_chart() {
    for kind in ["line", "area", "scatter", "bar", "histogram", "pie"] {
        let labels = if kind == "histogram" { json!([]) } else { json!(["2024-05-01"]) };
        let drawn = scene(json!({"type": kind, "labels": labels, "series": [{"values": [42]}]}));
        assert!(shapes(&drawn).iter().all(|shape| is_finite(shape)), "{kind}");
        assert!(crate::svg::written(&drawn).starts_with("<svg"));
    }
    let line = scene(json!({"type": "line", "labels": ["2024-05-01"], "series": [{"values": [42]}]}));
    assert!(texts(&line).contains(&"1 May 2024") && texts(&line).contains(&"42"));
}

#[test]
fn small_slices_become_one() {
    let values: Vec<u32> = (1..=30).collect();
    let drawn = scene(json!({"type": "pie", "series": [{"values": values}]}));
    assert!(texts(&drawn).contains(&"Other (19)"), "{:?}", texts(&drawn));
    assert_eq!(drawn.notes, ["the 19 smallest slices are drawn as one, Other"]);
    let shares = scene(json!({"type": "pie", "labels": ["a", "b"], "series": [{"values": [1, 3]}]}));
    assert!(texts(&shares).contains(&"75.0%"));
}

#[test]
fn what_makes_no_sense_is_said() {
    for (spec, words) in [
        (json!({"type": "bar", "series": [{"values": []}]}), "nothing to draw"),
        (json!({"type": "bar", "series": [{"values": [null]}]}), "nothing to draw"),
        (json!({"type": "bar", "labels": ["a"], "series": [{"values": [1, 2]}]}), "2 values for 1 label"),
        (json!({"type": "pie", "series": [{"values": [1, -2]}]}), "negative"),
        (json!({"type": "pie", "series": [{"values": [0, 0]}]}), "add up to 0"),
        (json!({"type": "pie", "series": [{"values": [1]}, {"values": [1]}]}), "one series"),
        (json!({"type": "line", "horizontal": true, "series": [{"values": [1]}]}), "horizontal is for bar charts"),
        (json!({"type": "line", "log_scale": true, "series": [{"values": [0]}]}), "greater than 0"),
        (json!({"type": "line", "y_min": 5, "y_max": 5, "series": [{"values": [1]}]}), "not less than"),
        (json!({"type": "bar", "colors": ["red"], "series": [{"values": [1]}]}), "`red` is no colour"),
        (json!({"type": "bar", "series": [{"values": [1], "x": [1]}]}), "x is for line"),
        (json!({"type": "line", "series": [{"values": [1, 2], "x": [1]}]}), "2 values for 1 position"),
        (json!({"type": "line", "series": [{"values": [1], "x": [1]}, {"values": [1]}]}), "give x for all"),
        (json!({"type": "bar", "series": [{"values": vec![1; 501]}]}), "too many"),
        (json!({"type": "bar", "series": [{"values": [1e301]}]}), "too large"),
    ] {
        let message = refused(spec.clone());
        assert!(message.contains(words), "{spec}: {message}");
    }
}

#[test]
fn a_file_is_written_once_and_replaced_only_on_demand() {
    let folder = folder();
    let spec = bar(&["a"], &[1.0]);
    let first = call(&folder, json!({"spec": spec, "out": "charts/a.png"})).expect("a chart");
    assert!(first.shown().starts_with("wrote charts/a.png: bar chart as png"), "{}", first.shown());
    let png = fs::read(folder.path().join("charts/a.png")).expect("a file");
    assert!(png.starts_with(b"\x89PNG"));
    assert!(call(&folder, json!({"spec": spec, "out": "charts/a.png"})).expect("no change").is_noop());
    let other = bar(&["a"], &[2.0]);
    let refusal = call(&folder, json!({"spec": other, "out": "charts/a.png"})).expect_err("a conflict");
    assert_eq!(
        (refusal.kind(), fs::read(folder.path().join("charts/a.png")).expect("a file") == png),
        ("conflict", true)
    );
    let replaced = call(&folder, json!({"spec": other, "out": "charts/a.png", "overwrite": true})).expect("a chart");
    assert!(replaced.shown().starts_with("replaced"));
    for (arguments, kind) in [
        (json!({"spec": spec, "out": "a.svg", "format": "png"}), "invalid_arguments"),
        (json!({"spec": spec, "out": "a.txt"}), "invalid_arguments"),
        (json!({"spec": spec, "out": "charts/"}), "invalid_arguments"),
        (json!({"spec": spec, "out": "charts", "format": "svg"}), "conflict"),
        (json!({"spec": spec, "out": "../a.svg"}), "invalid_arguments"),
    ] {
        assert_eq!(call(&folder, arguments.clone()).expect_err("a refusal").kind(), kind, "{arguments}");
    }
}

#[test]
fn the_answer_holds_the_chart_if_no_file_is_named() {
    let folder = folder();
    let spec = json!({"type": "bar", "title": "a < b & c", "labels": ["<x>"], "series": [{"values": [1]}]});
    let svg = call(&folder, json!({"spec": spec, "format": "svg"})).expect("a chart").shown();
    assert!(svg.contains("<title>a &lt; b &amp; c</title>") && svg.contains("&lt;x&gt;</text>"), "{svg}");
    assert_eq!(svg, call(&folder, json!({"spec": spec, "format": "svg"})).expect("a chart").shown());
    let png = call(&folder, json!({"spec": spec})).expect("a chart").shown();
    assert!(png.starts_with("bar chart as png, 1 series, 1 name, 1 value, 1600 x 1000 pixels"), "{png}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn characters_that_the_typeface_lacks_are_named() {
    let folder = folder();
    let spec = bar(&["東京", "Zürich"], &[1.0, 2.0]);
    let png = call(&folder, json!({"spec": spec, "out": "a.png"})).expect("a chart").shown();
    assert!(png.contains("京東") && png.contains("format=svg"), "{png}");
    let svg = call(&folder, json!({"spec": spec, "out": "a.svg"})).expect("a chart").shown();
    assert!(!svg.contains("note"), "{svg}");
}

fn is_finite(shape: &Shape) -> bool {
    match shape {
        Shape::Rect { rect, .. } => {
            [rect.left, rect.top, rect.width, rect.height].iter().all(|value| value.is_finite()) && rect.width >= 0.0
        }
        Shape::Circle { centre, radius, .. } => centre.0.is_finite() && centre.1.is_finite() && radius.is_finite(),
        Shape::Text(text) => text.at.0.is_finite() && text.at.1.is_finite(),
        Shape::Path { steps, .. } => steps.iter().all(|step| match step {
            crate::scene::Step::Move(to) | crate::scene::Step::Line(to) => to.0.is_finite() && to.1.is_finite(),
            crate::scene::Step::Curve(one, two, to) => {
                [one, two, to].iter().all(|at| at.0.is_finite() && at.1.is_finite())
            }
            crate::scene::Step::Close => true,
        }),
        Shape::Clipped { shapes, .. } => shapes.iter().all(is_finite),
    }
}

fn value() -> impl Strategy<Value = Option<f64>> {
    prop_oneof![
        1 => Just(None),
        4 => (-1000.0..1000.0).prop_map(Some),
        1 => any::<f64>().prop_map(|value| Some(value).filter(|value| value.is_finite())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_is_accepted_can_be_drawn(
        kind in prop_oneof![Just("line"), Just("area"), Just("bar"), Just("scatter"), Just("pie"), Just("histogram")],
        values in proptest::collection::vec(proptest::collection::vec(value(), 6), 1..4),
        labels in proptest::collection::vec(prop_oneof![any::<String>().prop_map(Value::from), any::<f64>().prop_map(Value::from), Just(json!("2024-02-29"))], 6),
        flags in any::<[bool; 4]>(),
        ends in (value(), value()),
        text in any::<String>(),
        size in (200..2000_u32, 150..2000_u32),
    ) {
        let is_bar = kind == "bar";
        let spec = json!({
            "type": kind, "title": text, "unit": text, "y_label": text,
            "labels": if kind == "histogram" { vec![] } else { labels.into_iter().filter(|label| !label.is_null()).chain(std::iter::repeat(json!("x"))).take(6).collect() },
            "series": values.iter().map(|values| json!({"name": text, "values": values})).collect::<Vec<_>>(),
            "stacked": flags[0] && (is_bar || kind == "area"), "horizontal": flags[1] && is_bar,
            "show_values": flags[2], "log_scale": flags[3] && kind == "line",
            "y_min": ends.0, "y_max": ends.1, "width": size.0, "height": size.1,
        });
        let spec: Spec = serde_json::from_value(spec).expect("a spec that fits");
        if let Ok(chart) = checked(spec) {
            let scene = draw(&chart);
            prop_assert!(shapes(&scene).iter().all(|shape| is_finite(shape)));
            prop_assert!(!crate::svg::written(&scene).contains("NaN"));
            if chart.width < 400.0 {
                prop_assert!(crate::raster::png(&scene).is_ok());
            }
        }
    }
}
