//! Writing PNG row by row: the library's own way holds the picture three times.

use std::borrow::Cow;
use std::io::Write as _;

use image::{ColorType, DynamicImage, ImageError, ImageResult};
use png::{BitDepth, ColorType as PngColour, Encoder, EncodingError, Info};

/// Larger pictures are packed with less effort.
const LARGE: u64 = 4_000_000;

/// Writes a picture with 8 or 16 bits for each channel.
pub(crate) fn write(picture: &DynamicImage, icc: Option<&[u8]>, to: &mut Vec<u8>) -> ImageResult<()> {
    let plain;
    let picture = match picture.color() {
        ColorType::Rgb32F => {
            plain = DynamicImage::from(picture.to_rgb16());
            &plain
        }
        ColorType::Rgba32F => {
            plain = DynamicImage::from(picture.to_rgba16());
            &plain
        }
        _ => picture,
    };
    streamed(picture, icc, to).map_err(|error| match error {
        EncodingError::IoError(error) => ImageError::IoError(error),
        other => ImageError::IoError(std::io::Error::other(other.to_string())),
    })
}

fn streamed(picture: &DynamicImage, icc: Option<&[u8]>, to: &mut Vec<u8>) -> Result<(), EncodingError> {
    let (width, height) = (picture.width(), picture.height());
    let mut info = Info::with_size(width, height);
    info.color_type = match picture.color().channel_count() {
        1 => PngColour::Grayscale,
        2 => PngColour::GrayscaleAlpha,
        3 => PngColour::Rgb,
        _ => PngColour::Rgba,
    };
    let is_deep = picture.color().bytes_per_pixel() / picture.color().channel_count() == 2;
    info.bit_depth = if is_deep { BitDepth::Sixteen } else { BitDepth::Eight };
    info.icc_profile = icc.map(Cow::Borrowed);
    let mut encoder = Encoder::with_info(to, info)?;
    let is_large = u64::from(width) * u64::from(height) > LARGE;
    encoder.set_compression(if is_large { png::Compression::Fast } else { png::Compression::Balanced });
    let mut header = encoder.write_header()?;
    let mut pixels = header.stream_writer()?;
    let row = (width as usize).saturating_mul(usize::from(picture.color().bytes_per_pixel())).max(1);
    let mut turned = Vec::new();
    for row in picture.as_bytes().chunks(row) {
        if is_deep {
            // The file has the high byte first, whatever the machine.
            turned.clear();
            turned.extend(row.chunks_exact(2).flat_map(|pair| match pair {
                [one, other] => u16::from_ne_bytes([*one, *other]).to_be_bytes(),
                _ => [0, 0],
            }));
            pixels.write_all(&turned)?;
        } else {
            pixels.write_all(row)?;
        }
    }
    pixels.finish()
}
