//! A drawing: shapes in the order in which they are painted. Both formats are made of the same one.

use crate::colour::Colour;

/// A point: x from the left, y from above, in pixels.
pub(crate) type Point = (f64, f64);

/// An upright rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rect {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Rect {
    pub(crate) fn right(self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(self) -> f64 {
        self.top + self.height
    }
}

/// A line's look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
}

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Step {
    Move(Point),
    Line(Point),
    /// A cubic curve with two control points.
    Curve(Point, Point, Point),
    Close,
}

/// Which point of a text is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text. Its position is on the base line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Text {
    pub(crate) content: String,
    pub(crate) at: Point,
    pub(crate) size: f64,
    pub(crate) is_bold: bool,
    pub(crate) anchor: Anchor,
    /// Degrees clockwise around its position.
    pub(crate) angle: f64,
    pub(crate) colour: Colour,
}

/// Something to paint.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    Rect {
        rect: Rect,
        fill: Colour,
    },
    Path {
        steps: Vec<Step>,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    },
    Circle {
        centre: Point,
        radius: f64,
        fill: Colour,
        stroke: Option<Stroke>,
    },
    Text(Text),
    /// Shapes of which only what lies in the rectangle is seen.
    Clipped {
        window: Rect,
        shapes: Vec<Shape>,
    },
}

/// The whole drawing.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) title: String,
    /// What is to be seen, in words.
    pub(crate) description: String,
    pub(crate) shapes: Vec<Shape>,
    /// What was left out or changed to make it fit, in words for whoever asked for the chart.
    pub(crate) notes: Vec<String>,
}

impl Scene {
    pub(crate) fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// A straight line.
    pub(crate) fn line(&mut self, from: Point, to: Point, colour: Colour, width: f64) {
        self.add(Shape::Path {
            steps: vec![Step::Move(from), Step::Line(to)],
            fill: None,
            stroke: Some(Stroke { colour, width }),
        });
    }

    /// A text whose middle is at a height; digits and capitals look centred.
    pub(crate) fn label(&mut self, content: &str, (x, middle): Point, size: f64, anchor: Anchor, colour: Colour) {
        self.add(Shape::Text(Text {
            content: content.to_owned(),
            at: (x, middle + size * 0.36),
            size,
            is_bold: false,
            anchor,
            angle: 0.0,
            colour,
        }));
    }
}
