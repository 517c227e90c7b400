//! The embedded typeface: how wide a text is, and the outlines of its characters.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

static REGULAR: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../fonts/Inter-Regular.otf"), 0).ok());
static BOLD: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../fonts/Inter-SemiBold.otf"), 0).ok());

fn face(is_bold: bool) -> Option<&'static Face<'static>> {
    if is_bold { BOLD.as_ref() } else { REGULAR.as_ref() }
}

/// The width of a text in pixels, if the letters are `size` pixels high.
pub(crate) fn width(text: &str, size: f64, is_bold: bool) -> f64 {
    let Some(face) = face(is_bold) else { return text.chars().count() as f64 * size * 0.6 };
    let units: f64 = text.chars().map(|c| advance(face, c)).sum();
    units * size / f64::from(face.units_per_em())
}

/// Characters that the typeface does not have, each once.
pub(crate) fn missing(text: &str) -> Vec<char> {
    let Some(face) = face(false) else { return Vec::new() };
    let mut missing: Vec<char> = text.chars().filter(|&c| face.glyph_index(c).is_none()).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// Something that takes the outlines of characters, in pixels from the text's start; y points down.
pub(crate) trait Pen {
    fn move_to(&mut self, x: f32, y: f32);
    fn line_to(&mut self, x: f32, y: f32);
    fn curve_to(&mut self, one: (f32, f32), two: (f32, f32), to: (f32, f32));
    fn close(&mut self);
}

/// Draws a text that begins at `start`.
pub(crate) fn outline(text: &str, size: f64, is_bold: bool, start: f64, pen: &mut impl Pen) {
    let Some(face) = face(is_bold) else { return };
    let scale = size / f64::from(face.units_per_em());
    let mut x = start;
    for c in text.chars() {
        face.outline_glyph(glyph(face, c), &mut Placed { pen, x: x as f32, scale: scale as f32 });
        x += advance(face, c) * scale;
    }
}

/// A pen at a character's place.
struct Placed<'a, P> {
    pen: &'a mut P,
    x: f32,
    scale: f32,
}

impl<P> Placed<'_, P> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl<P: Pen> OutlineBuilder for Placed<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.pen.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.pen.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        // The outlines of this typeface are cubic; the end point alone would still be a readable letter.
        let (one, to) = (self.at(x1, y1), self.at(x, y));
        self.pen.curve_to(one, one, to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (one, two, to) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.pen.curve_to(one, two, to);
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

/// The glyph of a character; an empty box if there is none.
fn glyph(face: &Face<'_>, c: char) -> GlyphId {
    face.glyph_index(c).unwrap_or(GlyphId(0))
}

fn advance(face: &Face<'_>, c: char) -> f64 {
    f64::from(face.glyph_hor_advance(glyph(face, c)).unwrap_or_default())
}

/// The text, or its beginning with an ellipsis if it is wider.
pub(crate) fn shortened(text: &str, size: f64, most: f64) -> String {
    if width(text, size, false) <= most {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let short: String = kept.iter().collect::<String>().trim_end().to_owned() + "…";
        if width(&short, size, false) <= most {
            return short;
        }
    }
    "…".to_owned()
}

/// The text in lines that are not wider than `most`, broken at spaces and after hyphens and slashes. The last line is
/// shortened if there would be more than `lines`; so is a word that is too wide.
pub(crate) fn wrapped(text: &str, size: f64, is_bold: bool, most: f64, lines: usize) -> Vec<String> {
    let mut done: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find([' ', '-', '/']).map_or(rest.len(), |end| end + 1);
        let (word, after) = rest.split_at(end);
        let longer = format!("{line}{word}");
        if !line.is_empty() && width(longer.trim_end(), size, is_bold) > most {
            if done.len() + 1 >= lines {
                done.push(shortened(&format!("{line}{rest}"), size, most));
                return done;
            }
            done.push(std::mem::take(&mut line).trim_end().to_owned());
            line = word.to_owned();
        } else {
            line = longer;
        }
        rest = after;
    }
    done.push(line.trim_end().to_owned());
    done.into_iter().map(|line| shortened(&line, size, most)).collect()
}
