//! The tool `image`.
//!
//! `source` opens a picture and reads its header; `plan` says what comes out of it and refuses what would not fit into
//! memory, before anything is decoded; `edit` makes the new picture and `encode` writes it.

mod arguments;
mod edit;
mod encode;
mod examples;
mod facts;
mod format;
mod frames;
mod jpeg;
mod perform;
mod plan;
mod png;
mod source;
#[cfg(test)]
mod tests;

use toolhost_sdk::prelude::*;

use crate::arguments::{Fit, Flip, Operation};
use crate::format::Format;

/// What to do with which picture.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The picture, relative to the chat's files: PNG, JPEG, GIF, WebP, BMP, TIFF, ICO, PNM or QOI.
    path: String,
    /// info: size, format, colours, camera data; decodes nothing. resize: to width, height or both. crop: cut out a
    /// rectangle. rotate: by degrees, or mirror with flip. convert: write in another format.
    op: Operation,
    /// The file to write. If left out, the new picture is in the answer itself, to be looked at.
    out: Option<String>,
    /// resize: the new width in pixels; the height follows if it is left out. crop: the width of the rectangle.
    #[schemars(range(min = 1, max = 16_384))]
    width: Option<u32>,
    /// resize: the new height in pixels; the width follows if it is left out. crop: the height of the rectangle.
    #[schemars(range(min = 1, max = 16_384))]
    height: Option<u32>,
    /// resize with width and height. inside: as large as fits, nothing cut off. cover: fill all of it, cut off what is
    /// over. stretch: change the proportions.
    #[serde(default)]
    fit: Fit,
    /// crop: pixels from the left edge to the rectangle; if left out, the rectangle is in the middle.
    x: Option<u32>,
    /// crop: pixels from the upper edge to the rectangle; if left out, the rectangle is in the middle.
    y: Option<u32>,
    /// rotate: degrees clockwise, a multiple of 90.
    degrees: Option<i32>,
    /// rotate: mirror, after turning. horizontal exchanges left and right, vertical top and bottom.
    flip: Option<Flip>,
    /// The format to write. If left out, the extension of out decides, else it stays as it is.
    format: Option<Format>,
    /// jpeg: from 1, small, to 100, good.
    #[schemars(range(min = 1, max = 100))]
    quality: Option<u8>,
    /// What transparent parts become in a format without transparency such as jpeg, as #rrggbb; white if left out.
    background: Option<String>,
    /// Replace the file at out if there is one.
    #[serde(default)]
    overwrite: bool,
}

/// Looks at a picture file, or makes another picture of it: resized, cropped, turned, mirrored or in another format.
///
/// op=info answers with format, size in pixels, colours, frames and camera data without decoding the picture. The others
/// write to out, or show the picture in the answer if out is left out: resize to width 1000 to look at a large one.
/// Pictures are taken as they are meant to be seen (EXIF orientation applied), and new ones carry no camera data or
/// place; the colour profile stays. Of an animation only the first picture is used.
#[tool(
    name = "image",
    title = "Work with pictures",
    category = documents,
    tier = medium,
    access = write,
    danger = low,
    class = large,
    idempotent = false,
    concurrency_safe = false,
    files = read_write,
    keywords = [
        "image", "picture", "photo", "resize", "thumbnail", "crop", "rotate", "convert", "png", "jpeg", "jpg", "webp",
        "gif", "exif", "dimensions"
    ],
    use_cases = [
        "find out the size and format of a picture",
        "look at a picture",
        "make a thumbnail",
        "convert a picture to another format",
        "cut out a part of a picture",
        "remove camera data and place from a photo"
    ],
    parameter_aliases = [
        ("file_path", "path"), ("file", "path"), ("operation", "op"), ("output", "out"), ("output_path", "out"),
        ("angle", "degrees"), ("left", "x"), ("top", "y")
    ],
    opaque = ["path", "out"],
    narrower = [(
        parameter = "op", values = ["info"], access = read, tier = low, files = read, idempotent = true,
        concurrency_safe = true
    )],
    hints = [("notes", "The answer says in what the new picture differs from what might be expected.")],
    examples = examples::examples(),
)]
fn image(arguments: Arguments, call: &Call) -> ToolResult {
    perform::perform(&arguments, call)
}
