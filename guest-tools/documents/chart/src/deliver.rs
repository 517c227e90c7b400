//! Saving a chart, or putting it into the answer.

use toolhost_sdk::files::{ChatPath, Saved, output_path, save};
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;

use crate::chart::{Chart, XAxis};
use crate::check::checked;
use crate::draw::draw;
use crate::scene::{Scene, Shape};
use crate::spec::Kind;
use crate::{Arguments, font, raster, svg};

/// How a chart is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Svg,
    Png,
}

impl Format {
    fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

/// Draws, and delivers.
pub(crate) fn deliver(arguments: Arguments, call: &Call) -> ToolResult {
    let out = arguments.out.as_deref().map(|out| output_path(out, "chart.png")).transpose()?;
    let format = format(out.as_ref(), arguments.format)?;
    let chart = checked(arguments.spec)?;
    let mut scene = draw(&chart);
    if format == Format::Png {
        note_missing_characters(&mut scene);
    }
    let bytes = match format {
        Format::Svg => svg::written(&scene).into_bytes(),
        Format::Png => {
            raster::png(&scene).map_err(|error| ToolError::failed(format!("the chart cannot be painted: {error}")))?
        }
    };
    let what = described(&chart, format);
    let notes: String = scene.notes.iter().map(|note| format!("note: {note}\n")).collect();
    let answer = match (out, format) {
        (Some(path), _) => {
            let done = save(&path, &bytes, arguments.overwrite)?;
            let answer =
                Answer::text(format!("{done} {path}: {what}\n{notes}")).file(path.shown(), format.media_type());
            if done == Saved::Unchanged { answer.as_noop() } else { answer }
        }
        _ if bytes.len() + notes.len() + 300 > call.output_limit() => {
            return Err(ToolError::failed(format!(
                "the chart has {} KB, more than an answer may have; give out, the name of a file such as chart.{}",
                bytes.len().div_ceil(1024),
                format.name()
            )));
        }
        (None, Format::Svg) => {
            let answer = Answer::text(String::from_utf8_lossy(&bytes));
            if notes.is_empty() { answer } else { answer.and_text(notes) }
        }
        (None, Format::Png) => Answer::text(format!("{what}\n{notes}")).image(format.media_type(), bytes),
    };
    Ok(if scene.notes.is_empty() { answer } else { answer.action("notes") })
}

/// The format that the arguments ask for.
fn format(out: Option<&ChatPath>, format: Option<Format>) -> Result<Format, ToolError> {
    let extension =
        out.and_then(|path| path.name().rsplit_once('.')).map(|(_, extension)| extension.to_ascii_lowercase());
    let by_name = match extension.as_deref() {
        Some("svg") => Some(Format::Svg),
        Some("png") => Some(Format::Png),
        _ => None,
    };
    match (by_name, format) {
        (Some(by_name), Some(format)) if by_name != format => Err(ToolError::invalid(
            "/format",
            format!(
                "out ends with .{} but format is {}; make them agree, or leave format out",
                by_name.name(),
                format.name()
            ),
        )),
        (None, None) if out.is_some() => {
            Err(ToolError::invalid("/out", "out has neither the extension .svg nor .png; add one, or say which format"))
        }
        (by_name, format) => Ok(by_name.or(format).unwrap_or(Format::Png)),
    }
}

fn described(chart: &Chart, format: Format) -> String {
    let density = if format == Format::Png { f64::from(raster::DENSITY) } else { 1.0 };
    let count: usize = chart.series.iter().map(|series| series.values().count()).sum();
    let counts = match (&chart.x, chart.kind) {
        (_, Kind::Pie) => counted(count as u64, "slice", "slices"),
        (XAxis::Names(names), Kind::Bar) => {
            format!("{}, {}", counted(names.len() as u64, "name", "names"), counted(count as u64, "value", "values"))
        }
        _ => counted(count as u64, "value", "values"),
    };
    let series = counted(chart.series.len() as u64, "series", "series");
    format!(
        "{} chart as {}, {series}, {counts}, {} x {} pixels",
        chart.kind.name(),
        format.name(),
        chart.width * density,
        chart.height * density
    )
}

/// Says which characters of the texts are drawn as boxes.
fn note_missing_characters(scene: &mut Scene) {
    fn texts(shapes: &[Shape], all: &mut String) {
        for shape in shapes {
            match shape {
                Shape::Text(text) => all.push_str(&text.content),
                Shape::Clipped { shapes, .. } => texts(shapes, all),
                _ => {}
            }
        }
    }
    let mut all = String::new();
    texts(&scene.shapes, &mut all);
    let missing = font::missing(&all);
    if !missing.is_empty() {
        let shown: String = missing.iter().take(12).collect();
        let more = if missing.len() > 12 { "…" } else { "" };
        scene.notes.push(format!(
            "the typeface of PNG charts (Latin, Greek, Cyrillic) has no {shown}{more}; signs for missing characters stand there. Use format=svg, \
             which is shown with the viewer's typefaces"
        ));
    }
}
