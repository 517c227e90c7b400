//! A drawing as SVG.

use std::fmt::Write as _;

use crate::colour::{Colour, PAPER};
use crate::scene::{Anchor, Scene, Shape, Step, Stroke, Text};

/// Writes the drawing. The same drawing gives the same bytes.
pub(crate) fn written(scene: &Scene) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"Inter, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif\">\n"
    );
    if !scene.title.is_empty() {
        svg.push_str(&format!("<title>{}</title>\n", escaped(&scene.title)));
    }
    svg.push_str(&format!("<desc>{}</desc>\n", escaped(&scene.description)));
    svg.push_str(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n", PAPER.hex()));
    let mut clips = 0;
    shapes(&mut svg, &scene.shapes, &mut clips);
    svg.push_str("</svg>\n");
    svg
}

fn shapes(svg: &mut String, list: &[Shape], clips: &mut u32) {
    for shape in list {
        // Writing to a string cannot fail.
        let _ = match shape {
            Shape::Rect { rect, fill } => writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>",
                number(rect.left),
                number(rect.top),
                number(rect.width),
                number(rect.height),
                filled(Some(*fill))
            ),
            Shape::Path { steps, fill, stroke } => {
                writeln!(svg, "<path d=\"{}\"{}{}/>", path(steps), filled(*fill), stroked(*stroke))
            }
            Shape::Circle { centre, radius, fill, stroke } => writeln!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}{}/>",
                number(centre.0),
                number(centre.1),
                number(*radius),
                filled(Some(*fill)),
                stroked(*stroke)
            ),
            Shape::Text(content) => writeln!(svg, "{}", text(content)),
            Shape::Clipped { window, shapes: inner } => {
                *clips += 1;
                let name = format!("clip{clips}");
                svg.push_str(&format!(
                    "<clipPath id=\"{name}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n\
                     <g clip-path=\"url(#{name})\">\n",
                    number(window.left),
                    number(window.top),
                    number(window.width),
                    number(window.height)
                ));
                shapes(svg, inner, clips);
                writeln!(svg, "</g>")
            }
        };
    }
}

fn path(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let at = |(x, y): (f64, f64)| format!("{} {}", number(x), number(y));
        match step {
            Step::Move(to) => text.push_str(&format!("M{}", at(*to))),
            Step::Line(to) => text.push_str(&format!("L{}", at(*to))),
            Step::Curve(one, two, to) => text.push_str(&format!("C{} {} {}", at(*one), at(*two), at(*to))),
            Step::Close => text.push('Z'),
        }
    }
    text
}

fn text(text: &Text) -> String {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let (x, y) = (number(text.at.0), number(text.at.1));
    let weight = if text.is_bold { " font-weight=\"600\"" } else { "" };
    let turn = if text.angle == 0.0 {
        String::new()
    } else {
        format!(" transform=\"rotate({} {x} {y})\"", number(text.angle))
    };
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{weight}{anchor}{turn}{}>{}</text>",
        number(text.size),
        filled(Some(text.colour)),
        escaped(&text.content)
    )
}

fn filled(fill: Option<Colour>) -> String {
    match fill {
        None => " fill=\"none\"".to_owned(),
        Some(colour) if colour.opacity >= 1.0 => format!(" fill=\"{}\"", colour.hex()),
        Some(colour) => format!(" fill=\"{}\" fill-opacity=\"{}\"", colour.hex(), number(f64::from(colour.opacity))),
    }
}

fn stroked(stroke: Option<Stroke>) -> String {
    let Some(Stroke { colour, width }) = stroke else { return String::new() };
    format!(
        " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
        colour.hex(),
        number(width)
    )
}

/// A coordinate with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // No minus before a zero.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
