//! Writing a picture in a format: what the format cannot hold is brought into a form that it can.

use std::io::Cursor;

use image::codecs::{bmp, gif, ico, jpeg, pnm, qoi, tiff, webp};
use image::{ColorType, DynamicImage, ImageEncoder, ImageResult, RgbImage};
use toolhost_sdk::prelude::*;

use crate::edit::is_transparent;
use crate::format::Format;
use crate::plan::raw_size;

const QUALITY: u8 = 85;

/// How to write.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) format: Format,
    pub(crate) quality: Option<u8>,
    /// Behind transparent parts, if the format has none.
    pub(crate) background: [u8; 3],
    /// The colour profile of the pixels.
    pub(crate) icc: Option<&'a [u8]>,
}

/// A picture as bytes of a file.
#[derive(Debug)]
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    /// In what the file differs from the picture.
    pub(crate) notes: Vec<&'static str>,
}

/// Writes a picture.
pub(crate) fn encoded(picture: DynamicImage, wanted: Wanted<'_>) -> Result<Encoded, ToolError> {
    let mut notes = Vec::new();
    let picture = fitted(picture, wanted, &mut notes);
    let bytes = written(&picture, wanted).map_err(|error| {
        ToolError::failed(format!("the picture cannot be written as {}: {error}", wanted.format.name()))
    })?;
    Ok(Encoded { bytes, notes })
}

/// The picture in colours that the format has.
fn fitted(picture: DynamicImage, wanted: Wanted<'_>, notes: &mut Vec<&'static str>) -> DynamicImage {
    let is_deep = !matches!(picture.color(), ColorType::L8 | ColorType::La8 | ColorType::Rgb8 | ColorType::Rgba8);
    match wanted.format {
        Format::Jpeg | Format::Pnm if is_transparent(&picture) => {
            let rgba = picture.into_rgba8();
            if rgba.pixels().any(|pixel| pixel.0[3] < 255) {
                notes.push("transparent parts were filled with the background colour");
            }
            flattened(&rgba, wanted.background)
        }
        Format::Jpeg | Format::Webp | Format::Gif | Format::Bmp | Format::Ico | Format::Pnm | Format::Qoi
            if is_deep =>
        {
            notes.push("16 bits per channel became 8");
            let has_alpha = is_transparent(&picture);
            match (picture.color().has_color(), has_alpha) {
                (_, true) => picture.into_rgba8().into(),
                (true, false) => picture.into_rgb8().into(),
                (false, false) => picture.into_luma8().into(),
            }
        }
        _ => picture,
    }
}

fn flattened(picture: &image::RgbaImage, background: [u8; 3]) -> DynamicImage {
    let mut flat = RgbImage::new(picture.width(), picture.height());
    for (to, from) in flat.pixels_mut().zip(picture.pixels()) {
        let [red, green, blue, alpha] = from.0;
        let mixed = |over: u8, under: u8| {
            let sum = u32::from(over) * u32::from(alpha) + u32::from(under) * (255 - u32::from(alpha));
            u8::try_from((sum + 127) / 255).unwrap_or(u8::MAX)
        };
        let [under_red, under_green, under_blue] = background;
        to.0 = [mixed(red, under_red), mixed(green, under_green), mixed(blue, under_blue)];
    }
    flat.into()
}

fn written(picture: &DynamicImage, wanted: Wanted<'_>) -> ImageResult<Vec<u8>> {
    let mut bytes = room(picture, wanted.format)?;
    let icc = wanted.icc.filter(|icc| fits(icc, picture.color()));
    match wanted.format {
        Format::Png => crate::png::write(picture, icc, &mut bytes)?,
        Format::Jpeg => {
            let quality = wanted.quality.unwrap_or(QUALITY);
            let mut encoder = jpeg::JpegEncoder::new_with_quality(&mut bytes, quality);
            if let Some(icc) = icc {
                // A profile that cannot be written is left out.
                let _ = encoder.set_icc_profile(icc.to_vec());
            }
            picture.write_with_encoder(encoder)?;
        }
        Format::Webp => {
            // The encoder takes colours only.
            let plain = match picture.color() {
                ColorType::L8 => Some(DynamicImage::from(picture.to_rgb8())),
                ColorType::La8 => Some(DynamicImage::from(picture.to_rgba8())),
                _ => None,
            };
            let mut encoder = webp::WebPEncoder::new_lossless(&mut bytes);
            if let Some(icc) = wanted.icc.filter(|icc| fits(icc, ColorType::Rgb8)) {
                // A profile that cannot be written is left out.
                let _ = encoder.set_icc_profile(icc.to_vec());
            }
            plain.as_ref().unwrap_or(picture).write_with_encoder(encoder)?;
        }
        Format::Gif => {
            let frame = image::Frame::new(picture.to_rgba8());
            gif::GifEncoder::new_with_speed(&mut bytes, 10).encode_frame(frame)?;
        }
        Format::Bmp => picture.write_with_encoder(bmp::BmpEncoder::new(&mut bytes))?,
        Format::Tiff => {
            let mut cursor = Cursor::new(bytes);
            let mut encoder = tiff::TiffEncoder::new(&mut cursor);
            if let Some(icc) = icc {
                let _ = encoder.set_icc_profile(icc.to_vec());
            }
            picture.write_with_encoder(encoder)?;
            bytes = cursor.into_inner();
        }
        Format::Ico => {
            DynamicImage::from(picture.to_rgba8()).write_with_encoder(ico::IcoEncoder::new(&mut bytes))?;
        }
        Format::Pnm => {
            // The forms that every program reads, PGM and PPM.
            let binary = pnm::SampleEncoding::Binary;
            let subtype = match picture.color().has_color() {
                true => pnm::PnmSubtype::Pixmap(binary),
                false => pnm::PnmSubtype::Graymap(binary),
            };
            picture.write_with_encoder(pnm::PnmEncoder::new(&mut bytes).with_subtype(subtype))?;
        }
        Format::Qoi => {
            let plain = match picture.color() {
                ColorType::L8 => Some(DynamicImage::from(picture.to_rgb8())),
                ColorType::La8 => Some(DynamicImage::from(picture.to_rgba8())),
                _ => None,
            };
            plain.as_ref().unwrap_or(picture).write_with_encoder(qoi::QoiEncoder::new(&mut bytes))?;
        }
    }
    Ok(bytes)
}

/// Space for the file. Where the size is known, growing in steps would take several times as much.
fn room(picture: &DynamicImage, format: Format) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    if matches!(format, Format::Png | Format::Bmp | Format::Tiff | Format::Pnm) {
        // The size was checked before the picture was decoded.
        let size = raw_size(picture.as_bytes().len() as u64);
        bytes
            .try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX))
            .map_err(|error| image::ImageError::IoError(std::io::Error::other(error)))?;
    }
    Ok(bytes)
}

/// Whether a profile is for pixels like these: the header names the colours that it is for.
fn fits(icc: &[u8], colour: ColorType) -> bool {
    match icc.get(16..20) {
        Some(b"RGB ") => colour.has_color(),
        Some(b"GRAY") => !colour.has_color(),
        _ => false,
    }
}
