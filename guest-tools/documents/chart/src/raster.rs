//! A drawing as PNG.

use crate::colour::{Colour, PAPER};
use crate::font;
use crate::scene::{Anchor, Rect, Scene, Shape, Step, Stroke, Text};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, Rect as SkRect, Stroke as SkStroke,
    Transform,
};

/// Pixels of the PNG for a pixel of the drawing, so that it is sharp on paper and on dense screens.
pub(crate) const DENSITY: f32 = 2.0;

/// Paints the drawing.
pub(crate) fn png(scene: &Scene) -> Result<Vec<u8>, String> {
    let size = |length: f64| (length * f64::from(DENSITY)).round() as u32;
    let mut canvas = Pixmap::new(size(scene.width), size(scene.height)).ok_or("the picture has no size")?;
    canvas.fill(colour(PAPER));
    let all = Transform::from_scale(DENSITY, DENSITY);
    paint(&mut canvas, &scene.shapes, all, None);
    canvas.encode_png().map_err(|error| error.to_string())
}

fn paint(canvas: &mut Pixmap, shapes: &[Shape], transform: Transform, mask: Option<&Mask>) {
    for shape in shapes {
        match shape {
            Shape::Rect { rect, fill } => {
                if let Some(path) = rectangle(*rect) {
                    filled(canvas, &path, *fill, transform, mask);
                }
            }
            Shape::Path { steps, fill, stroke } => {
                if let Some(path) = path(steps) {
                    if let Some(fill) = fill {
                        filled(canvas, &path, *fill, transform, mask);
                    }
                    stroked(canvas, &path, *stroke, transform, mask);
                }
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                if let Some(path) = PathBuilder::from_circle(centre.0 as f32, centre.1 as f32, *radius as f32) {
                    filled(canvas, &path, *fill, transform, mask);
                    stroked(canvas, &path, *stroke, transform, mask);
                }
            }
            Shape::Text(text) => {
                if let Some(path) = outlines(text) {
                    let (x, y) = (text.at.0 as f32, text.at.1 as f32);
                    let place = transform.pre_translate(x, y).pre_concat(Transform::from_rotate(text.angle as f32));
                    filled(canvas, &path, text.colour, place, mask);
                }
            }
            Shape::Clipped { window, shapes } => {
                let Some(mut inner) = Mask::new(canvas.width(), canvas.height()) else { continue };
                if let Some(path) = rectangle(*window) {
                    inner.fill_path(&path, FillRule::Winding, true, transform);
                    paint(canvas, shapes, transform, Some(&inner));
                }
            }
        }
    }
}

fn rectangle(rect: Rect) -> Option<Path> {
    let rect = SkRect::from_xywh(rect.left as f32, rect.top as f32, rect.width as f32, rect.height as f32)?;
    Some(PathBuilder::from_rect(rect))
}

fn path(steps: &[Step]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move((x, y)) => builder.move_to(x as f32, y as f32),
            Step::Line((x, y)) => builder.line_to(x as f32, y as f32),
            Step::Curve(one, two, to) => {
                builder.cubic_to(one.0 as f32, one.1 as f32, two.0 as f32, two.1 as f32, to.0 as f32, to.1 as f32)
            }
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

fn filled(canvas: &mut Pixmap, path: &Path, fill: Colour, transform: Transform, mask: Option<&Mask>) {
    canvas.fill_path(path, &paint_of(fill), FillRule::Winding, transform, mask);
}

fn stroked(canvas: &mut Pixmap, path: &Path, stroke: Option<Stroke>, transform: Transform, mask: Option<&Mask>) {
    let Some(Stroke { colour, width }) = stroke else { return };
    let look =
        SkStroke { width: width as f32, line_cap: LineCap::Round, line_join: LineJoin::Round, ..SkStroke::default() };
    canvas.stroke_path(path, &paint_of(colour), &look, transform, mask);
}

fn paint_of(fill: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour(fill));
    paint
}

fn colour(colour: Colour) -> Color {
    let mut color = Color::from_rgba8(colour.red, colour.green, colour.blue, 255);
    color.set_alpha(colour.opacity);
    color
}

/// The outlines of a text's characters, its anchor at the origin.
fn outlines(text: &Text) -> Option<Path> {
    let width = font::width(&text.content, text.size, text.is_bold);
    let start = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -width / 2.0,
        Anchor::End => -width,
    };
    let mut path = PathBuilder::new();
    font::outline(&text.content, text.size, text.is_bold, start, &mut path);
    path.finish()
}

impl font::Pen for PathBuilder {
    fn move_to(&mut self, x: f32, y: f32) {
        PathBuilder::move_to(self, x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        PathBuilder::line_to(self, x, y);
    }

    fn curve_to(&mut self, one: (f32, f32), two: (f32, f32), to: (f32, f32)) {
        self.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
    }

    fn close(&mut self) {
        PathBuilder::close(self);
    }
}
