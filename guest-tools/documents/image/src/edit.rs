//! Making the new picture.

use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::DynamicImage;
use image::metadata::Orientation;
use toolhost_sdk::prelude::*;

use crate::arguments::Flip;
use crate::plan::{Change, Part};
use crate::source::Source;

/// Decodes the picture and changes it.
pub(crate) fn edited(source: Source, change: &Change) -> Result<DynamicImage, ToolError> {
    let (orientation, is_turned, stored) = (source.orientation, source.is_turned(), source.stored);
    let mut picture = source.decode()?;
    match change {
        // A small picture is turned with less effort than a large one, so the size comes first.
        Change::Resize { part, size } => {
            let part = as_stored(*part, orientation, stored);
            let size = if is_turned { (size.1, size.0) } else { *size };
            picture = resized(&picture, part, size)?;
            picture.apply_orientation(orientation);
        }
        Change::Keep => picture.apply_orientation(orientation),
        Change::Crop(part) => {
            let part = as_stored(*part, orientation, stored);
            picture = picture.crop_imm(part.left, part.top, part.width, part.height);
            picture.apply_orientation(orientation);
        }
        Change::Turn { quarters, flip } => {
            picture.apply_orientation(orientation);
            picture.apply_orientation(match quarters % 4 {
                1 => Orientation::Rotate90,
                2 => Orientation::Rotate180,
                3 => Orientation::Rotate270,
                _ => Orientation::NoTransforms,
            });
            match flip {
                Some(Flip::Horizontal) => picture.apply_orientation(Orientation::FlipHorizontal),
                Some(Flip::Vertical) => picture.apply_orientation(Orientation::FlipVertical),
                None => {}
            }
        }
    }
    Ok(picture)
}

/// Where a rectangle of the picture as it is seen lies in the picture as it is stored.
fn as_stored(part: Part, orientation: Orientation, (width, height): (u32, u32)) -> Part {
    let Part { left, top, width: wide, height: high } = part;
    // From the other edge.
    let across = |start: u32, length: u32, whole: u32| whole.saturating_sub(start.saturating_add(length));
    match orientation {
        Orientation::NoTransforms => part,
        Orientation::FlipHorizontal => Part { left: across(left, wide, width), ..part },
        Orientation::FlipVertical => Part { top: across(top, high, height), ..part },
        Orientation::Rotate180 => Part { left: across(left, wide, width), top: across(top, high, height), ..part },
        Orientation::Rotate90 => Part { left: top, top: across(left, wide, height), width: high, height: wide },
        Orientation::Rotate270 => Part { left: across(top, high, width), top: left, width: high, height: wide },
        Orientation::Rotate90FlipH => Part { left: top, top: left, width: high, height: wide },
        Orientation::Rotate270FlipH => {
            Part { left: across(top, high, width), top: across(left, wide, height), width: high, height: wide }
        }
    }
}

fn resized(picture: &DynamicImage, part: Part, (width, height): (u32, u32)) -> Result<DynamicImage, ToolError> {
    let mut new = DynamicImage::new(width, height, picture.color());
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3)).crop(
        f64::from(part.left),
        f64::from(part.top),
        f64::from(part.width),
        f64::from(part.height),
    );
    Resizer::new()
        .resize(picture, &mut new, &options)
        .map_err(|error| ToolError::failed(format!("the picture cannot be resized: {error}")))?;
    Ok(new)
}

/// Whether a picture has parts that let something through.
pub(crate) fn is_transparent(picture: &DynamicImage) -> bool {
    picture.color().has_alpha()
}
