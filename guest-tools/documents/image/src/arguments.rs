//! The choices of the arguments, and which parameters go with which operation.

use toolhost_sdk::prelude::*;

use crate::Arguments;
use crate::format::Format;

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Operation {
    Info,
    Resize,
    Crop,
    Rotate,
    Convert,
}

impl Operation {
    fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Resize => "resize",
            Self::Crop => "crop",
            Self::Rotate => "rotate",
            Self::Convert => "convert",
        }
    }
}

/// What becomes of the proportions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fit {
    #[default]
    Inside,
    Cover,
    Stretch,
}

/// How to mirror.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Flip {
    Horizontal,
    Vertical,
}

/// Says everything that does not go together.
pub(crate) fn check(arguments: &Arguments) -> Result<(), ToolError> {
    use Operation::{Convert, Crop, Info, Resize, Rotate};
    let op = arguments.op;
    let all: &[Operation] = &[Resize, Crop, Rotate, Convert];
    let given: [(&str, bool, &[Operation]); 12] = [
        ("width", arguments.width.is_some(), &[Resize, Crop]),
        ("height", arguments.height.is_some(), &[Resize, Crop]),
        ("fit", arguments.fit != Fit::Inside, &[Resize]),
        ("x", arguments.x.is_some(), &[Crop]),
        ("y", arguments.y.is_some(), &[Crop]),
        ("degrees", arguments.degrees.is_some(), &[Rotate]),
        ("flip", arguments.flip.is_some(), &[Rotate]),
        ("out", arguments.out.is_some(), all),
        ("format", arguments.format.is_some(), all),
        ("quality", arguments.quality.is_some(), all),
        ("background", arguments.background.is_some(), all),
        ("overwrite", arguments.overwrite, all),
    ];
    let mut violations: Vec<(&str, String)> = given
        .into_iter()
        .filter(|(_, is_given, operations)| *is_given && !operations.contains(&op))
        .map(|(name, ..)| (name, format!("op={} does not take {name}; leave it out", op.name())))
        .collect();
    let (has_width, has_height) = (arguments.width.is_some(), arguments.height.is_some());
    match op {
        Info | Convert => {}
        Resize if !has_width && !has_height => {
            violations.push(("width", "op=resize needs width, height or both, in pixels".to_owned()));
        }
        Resize if arguments.fit != Fit::Inside && !(has_width && has_height) => {
            violations.push(("fit", "fit=cover and fit=stretch need width and height".to_owned()));
        }
        Crop if !has_width || !has_height => {
            violations.push(("width", "op=crop needs width and height, in pixels".to_owned()));
        }
        Rotate if arguments.degrees.is_none() && arguments.flip.is_none() => {
            violations.push(("degrees", "op=rotate needs degrees, flip or both".to_owned()));
        }
        _ => {}
    }
    if let Some(degrees) = arguments.degrees
        && degrees % 90 != 0
    {
        violations.push(("degrees", format!("pictures are turned by multiples of 90 degrees, not by {degrees}")));
    }
    if op == Convert && arguments.out.is_none() && arguments.format.is_none() {
        violations.push(("format", "op=convert needs format, or out with an extension".to_owned()));
    }
    if arguments.quality.is_some() && arguments.format.is_some_and(|format| format != Format::Jpeg) {
        violations.push(("quality", "quality is for jpeg; the other formats keep every pixel as it is".to_owned()));
    }
    let mut violations = violations.into_iter();
    let Some((name, message)) = violations.next() else { return Ok(()) };
    let first = ToolError::invalid(format!("/{name}"), message);
    Err(violations.fold(first, |error, (name, message)| error.and(format!("/{name}"), message)))
}
