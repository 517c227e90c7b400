//! A picture file whose header has been read.

use std::fs::{self, File};
use std::io::{BufReader, Read as _, Seek as _};

use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageReader, Limits};
use toolhost_sdk::files::{self, ChatPath};
use toolhost_sdk::prelude::*;

use crate::format::{Format, sniff};
use crate::jpeg;

/// Files larger than this are not opened.
const LARGEST_FILE: u64 = 64 * 1024 * 1024;
/// What a decoder may allocate.
const DECODER: u64 = 200 * 1024 * 1024;
/// What the decoder of PNG may allocate apart from the pixels: for a row, and for a profile that is packed in the file.
pub(crate) const PNG_DECODER: u64 = 8 * 1024 * 1024;

/// A picture that has not been decoded.
pub(crate) struct Source {
    pub(crate) path: ChatPath,
    pub(crate) format: Format,
    /// The file's size in bytes.
    pub(crate) bytes: u64,
    /// Width and height as stored, before the orientation is applied.
    pub(crate) stored: (u32, u32),
    pub(crate) orientation: Orientation,
    pub(crate) colour: ColorType,
    /// Bits of a channel as it is stored.
    pub(crate) depth: u16,
    /// Bytes of the decoded pixels.
    pub(crate) decoded: u64,
    pub(crate) is_progressive: bool,
    /// Whether the file lacks the end that it should have.
    pub(crate) is_cut_off: bool,
    pub(crate) icc: Option<Vec<u8>>,
    pub(crate) exif: Option<Vec<u8>>,
    decoder: Box<dyn ImageDecoder>,
}

impl Source {
    /// Opens a picture and reads its header.
    pub(crate) fn open(path: ChatPath) -> Result<Self, ToolError> {
        let failed = |error: std::io::Error| files::io_error(&path, &error);
        let found = fs::metadata(path.real()).map_err(failed)?;
        if found.is_dir() {
            return Err(ToolError::invalid("/path", format!("`{path}` is a folder; name a picture in it")));
        }
        if found.len() > LARGEST_FILE {
            let (size, most) = (found.len() / 1_000_000, LARGEST_FILE / 1_000_000);
            return Err(ToolError::unsupported(format!("`{path}` has {size} MB; files of up to {most} MB are opened")));
        }
        let mut file = BufReader::new(File::open(path.real()).map_err(failed)?);
        let mut head = Vec::with_capacity(4096);
        (&mut file).take(4096).read_to_end(&mut head).map_err(failed)?;
        let format = sniff(&path, &head)?;
        let is_jpeg = format == Format::Jpeg;
        let is_progressive = is_jpeg && jpeg::is_progressive(&mut file);
        let is_cut_off = is_jpeg && !jpeg::has_end(&mut file, found.len());
        file.rewind().map_err(failed)?;
        let broken = |error: image::ImageError| broken(&path, format, &error);
        let mut reader = ImageReader::with_format(file, format.decoder());
        reader.limits(limits(format));
        let mut decoder: Box<dyn ImageDecoder> = Box::new(reader.into_decoder().map_err(broken)?);
        // What is wrong with these is no reason not to show the picture.
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let icc = decoder.icc_profile().ok().flatten();
        let exif = decoder.exif_metadata().ok().flatten();
        Ok(Self {
            format,
            bytes: found.len(),
            stored: decoder.dimensions(),
            orientation,
            colour: decoder.color_type(),
            depth: depth(&head, format, &*decoder),
            decoded: decoder.total_bytes(),
            is_progressive,
            is_cut_off,
            icc,
            exif,
            decoder,
            path,
        })
    }

    /// Whether the orientation exchanges width and height.
    pub(crate) fn is_turned(&self) -> bool {
        use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
        matches!(self.orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
    }

    /// Width and height as they are meant to be seen.
    pub(crate) fn seen(&self) -> (u32, u32) {
        let (width, height) = self.stored;
        if self.is_turned() { (height, width) } else { (width, height) }
    }

    /// Decodes the pixels, as they are stored.
    pub(crate) fn decode(self) -> Result<DynamicImage, ToolError> {
        let (path, format) = (self.path, self.format);
        DynamicImage::from_decoder(self.decoder).map_err(|error| broken(&path, format, &error))
    }
}

/// Bits of a channel as it is stored.
fn depth(head: &[u8], format: Format, decoder: &dyn ImageDecoder) -> u16 {
    /// Where a PNG's header has them; the next byte is the kind of colours, and 3 a palette.
    const PNG: usize = 24;
    match (format, head.get(PNG), head.get(PNG + 1)) {
        (Format::Png, Some(_), Some(3)) => 8,
        (Format::Png, Some(depth), _) => u16::from(*depth),
        _ => {
            let colour = decoder.original_color_type();
            colour.bits_per_pixel() / u16::from(colour.channel_count().max(1))
        }
    }
}

fn limits(format: Format) -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(if format == Format::Png { PNG_DECODER } else { DECODER });
    limits
}

fn broken(path: &ChatPath, format: Format, error: &image::ImageError) -> ToolError {
    let format = format.name();
    match error {
        image::ImageError::Limits(_) => ToolError::unsupported(format!(
            "`{path}` is a {format} picture that takes too much memory to decode: {error}"
        )),
        image::ImageError::Unsupported(_) => ToolError::unsupported(format!(
            "`{path}` is a {format} picture of a kind that is not decoded here: {error}"
        )),
        _ => ToolError::failed(format!("`{path}` is a broken {format} picture, perhaps cut off: {error}")),
    }
}
