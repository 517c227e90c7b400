//! What is to come out, and whether there is memory for it: decided before anything is decoded.

use image::metadata::Orientation;
use toolhost_sdk::prelude::*;

use crate::Arguments;
use crate::arguments::{Fit, Flip, Operation};
use crate::format::Format;
use crate::source::Source;

/// The memory that pixels may take together, the one picture and the other. What a call has in all is 256 MiB.
const MEMORY: u64 = 200 * 1024 * 1024;
/// More pixels than this in a new picture take longer to write than a call may.
const MOST_NEW_PIXELS: u64 = 30_000_000;
/// The same for gif, whose colours are chosen first.
const MOST_GIF_PIXELS: u64 = 2_000_000;

/// The changes, in this order. Rectangles and sizes are those of the picture as it is meant to be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// None but the format.
    Keep,
    /// A part of the picture in a new size.
    Resize {
        part: Part,
        size: (u32, u32),
    },
    Crop(Part),
    Turn {
        quarters: u32,
        flip: Option<Flip>,
    },
}

/// A rectangle of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Decides what to do.
pub(crate) fn plan(source: &Source, arguments: &Arguments, format: Format) -> Result<Change, ToolError> {
    let change = change(source, arguments)?;
    let (width, height) = new_size(source, &change);
    if format == Format::Ico && (width > 256 || height > 256) {
        return Err(ToolError::invalid(
            "/format",
            format!(
                "an ico has at most 256 x 256 pixels, and this would have {width} x {height}; use op=resize with width=256 and height=256"
            ),
        ));
    }
    if format == Format::Webp && width.max(height) > 16_383 || format == Format::Gif && width.max(height) > 65_535 {
        return Err(ToolError::invalid(
            "/format",
            format!("a {} cannot have {width} x {height} pixels", format.name()),
        ));
    }
    let pixels = u64::from(width) * u64::from(height);
    if format == Format::Gif && pixels > MOST_GIF_PIXELS {
        return Err(ToolError::invalid(
            "/format",
            format!("{width} x {height} pixels are too many for a gif; use op=resize with width=1000, or png or jpeg"),
        ));
    }
    if pixels > MOST_NEW_PIXELS {
        let most = MOST_NEW_PIXELS / 1_000_000;
        let (pointer, way_out) = match change {
            Change::Resize { .. } => ("/width", ""),
            _ => ("/path", "; use op=resize to make it smaller"),
        };
        let message = format!("{width} x {height} pixels are too many to write; at most {most} megapixels{way_out}");
        return Err(ToolError::invalid(pointer, message));
    }
    check_memory(source, &change, format, pixels)?;
    Ok(change)
}

fn change(source: &Source, arguments: &Arguments) -> Result<Change, ToolError> {
    let (width, height) = source.seen();
    Ok(match arguments.op {
        Operation::Info | Operation::Convert => Change::Keep,
        Operation::Resize => resize((width, height), arguments),
        Operation::Crop => Change::Crop(part((width, height), arguments)?),
        Operation::Rotate => {
            let quarters = arguments.degrees.unwrap_or_default().rem_euclid(360) / 90;
            Change::Turn { quarters: quarters.unsigned_abs(), flip: arguments.flip }
        }
    })
}

fn resize((width, height): (u32, u32), arguments: &Arguments) -> Change {
    let whole = Part { left: 0, top: 0, width, height };
    let scaled = |length: u32, by: u32, of: u32| {
        let scaled = (u64::from(length) * u64::from(by) + u64::from(of) / 2) / u64::from(of.max(1));
        u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
    };
    match (arguments.width, arguments.height) {
        (Some(new), None) => Change::Resize { part: whole, size: (new, scaled(height, new, width)) },
        (None, Some(new)) => Change::Resize { part: whole, size: (scaled(width, new, height), new) },
        (None, None) => Change::Keep,
        (Some(wide), Some(high)) => {
            // Whether the frame is wider, for its height, than the picture.
            let is_wider = u64::from(wide) * u64::from(height) > u64::from(high) * u64::from(width);
            match (arguments.fit, is_wider) {
                (Fit::Stretch, _) => Change::Resize { part: whole, size: (wide, high) },
                (Fit::Inside, true) => {
                    Change::Resize { part: whole, size: (scaled(width, high, height).min(wide), high) }
                }
                (Fit::Inside, false) => {
                    Change::Resize { part: whole, size: (wide, scaled(height, wide, width).min(high)) }
                }
                (Fit::Cover, true) => {
                    let used = scaled(width, high, wide).min(height);
                    Change::Resize {
                        part: Part { top: (height - used) / 2, height: used, ..whole },
                        size: (wide, high),
                    }
                }
                (Fit::Cover, false) => {
                    let used = scaled(height, wide, high).min(width);
                    Change::Resize { part: Part { left: (width - used) / 2, width: used, ..whole }, size: (wide, high) }
                }
            }
        }
    }
}

fn part((width, height): (u32, u32), arguments: &Arguments) -> Result<Part, ToolError> {
    let mut wrong: Option<ToolError> = None;
    let mut place = |(name, start): (&str, Option<u32>), (length_name, length): (&str, Option<u32>), whole: u32| {
        let length = length.unwrap_or(whole);
        let start_or_middle = start.unwrap_or(whole.saturating_sub(length) / 2);
        if u64::from(start_or_middle) + u64::from(length) > u64::from(whole) {
            let message = format!(
                "{name}={start_or_middle} and {length_name}={length} reach beyond the picture, which has {width} x {height} pixels"
            );
            let pointer = format!("/{length_name}");
            wrong = Some(match wrong.take() {
                None => ToolError::invalid(pointer, message),
                Some(error) => error.and(pointer, message),
            });
        }
        (start_or_middle, length)
    };
    let (left, part_width) = place(("x", arguments.x), ("width", arguments.width), width);
    let (top, part_height) = place(("y", arguments.y), ("height", arguments.height), height);
    wrong.map_or(Ok(Part { left, top, width: part_width, height: part_height }), Err)
}

/// The size of the new picture.
pub(crate) fn new_size(source: &Source, change: &Change) -> (u32, u32) {
    let (width, height) = source.seen();
    match change {
        Change::Keep => (width, height),
        Change::Resize { size, .. } => *size,
        Change::Crop(part) => (part.width, part.height),
        Change::Turn { quarters, .. } if quarters % 2 == 1 => (height, width),
        Change::Turn { .. } => (width, height),
    }
}

/// About how many bytes a file may get whose pixels have this many, if they turn out not to be packable.
pub(crate) fn raw_size(pixels: u64) -> u64 {
    pixels.saturating_add(4 * 1024)
}

/// Refuses what would not fit into memory. Decoding, changing and writing come one after the other.
fn check_memory(source: &Source, change: &Change, format: Format, new_pixels: u64) -> Result<(), ToolError> {
    let (width, height) = source.stored;
    let pixels = u64::from(width).saturating_mul(u64::from(height));
    let per_pixel = u64::from(source.colour.bytes_per_pixel());
    let new = new_pixels.saturating_mul(per_pixel);
    let mut decoding = source.decoded;
    if source.format == Format::Jpeg {
        // The decoder holds the file, and of one in several passes all coefficients.
        decoding = decoding.saturating_add(source.bytes);
        if source.is_progressive {
            decoding = decoding.saturating_add(pixels.saturating_mul(2 * u64::from(source.colour.channel_count())));
        }
    }
    let changing = source.decoded.saturating_add(match change {
        // Rows of the new width and the old height come between.
        Change::Resize { size, .. } => {
            let (wide, high) = if source.is_turned() { (size.1, size.0) } else { *size };
            let between = u64::from(wide).saturating_mul(u64::from(height)).saturating_mul(per_pixel);
            let turned = u64::from(wide).saturating_mul(u64::from(high)).saturating_mul(per_pixel);
            new.saturating_add(between.max(if source.is_turned() { turned } else { 0 }))
        }
        Change::Keep if source.orientation == Orientation::NoTransforms => 0,
        _ => new,
    });
    let writing = new.saturating_add(match format {
        // A part of the raw size, but the space for it grows in steps.
        Format::Jpeg => new,
        Format::Webp => new_pixels.saturating_mul(14),
        Format::Gif => new_pixels.saturating_mul(10),
        Format::Qoi => new.saturating_mul(3),
        _ => raw_size(new),
    });
    let needed = decoding.max(changing).max(writing);
    if needed <= MEMORY {
        return Ok(());
    }
    let (size, most) = (needed / 1_000_000, MEMORY / 1_000_000);
    let way_out = match change {
        _ if needed == decoding => "make it smaller elsewhere first",
        _ if needed == writing => "a smaller size takes less, and so does format=jpeg",
        Change::Resize { .. } => "a smaller width or height takes less",
        _ => "op=resize to a smaller size takes less",
    };
    Err(ToolError::unsupported(format!(
        "`{}` has {width} x {height} pixels; this would take about {size} MB of memory, and there are {most} MB: {way_out}",
        source.path
    )))
}
