//! What `info` answers.

use exif::{Exif, In, Reader, Tag, Value as ExifValue};
use image::metadata::Orientation;
use toolhost_sdk::prelude::*;
use toolhost_sdk::text::printable;

use crate::format::Format;
use crate::frames::frames;
use crate::source::Source;

/// Characters of a text from a camera.
const LONGEST: usize = 100;

/// What is known of a picture.
#[derive(Debug, Serialize)]
pub(crate) struct Facts {
    path: String,
    format: &'static str,
    /// The extension that the name has, if it is that of another format.
    #[serde(skip_serializing_if = "Option::is_none")]
    extension_says: Option<&'static str>,
    /// Width and height as they are meant to be seen.
    width: u32,
    height: u32,
    megapixels: f64,
    bytes: u64,
    colours: &'static str,
    bits_per_channel: u16,
    transparency: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orientation: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    colour_profile: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    progressive: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut_off: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    camera_data: Option<CameraData>,
}

/// What a camera or phone wrote into the file.
#[derive(Debug, Default, Serialize)]
struct CameraData {
    #[serde(skip_serializing_if = "Option::is_none")]
    camera: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lens: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exposure: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    software: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

/// What is known of a picture, without decoding it.
pub(crate) fn facts(source: &Source) -> Facts {
    let (width, height) = source.seen();
    let channels = source.colour.channel_count();
    let extension = Format::of_name(source.path.name()).filter(|format| *format != source.format);
    Facts {
        path: source.path.shown().to_owned(),
        format: source.format.name(),
        extension_says: extension.map(Format::name),
        width,
        height,
        megapixels: (f64::from(width) * f64::from(height) / 10_000.0).round() / 100.0,
        bytes: source.bytes,
        colours: if source.colour.has_color() { "rgb" } else { "grey" },
        bits_per_channel: source.depth,
        transparency: channels == 2 || channels == 4,
        frames: frames(source).filter(|frames| *frames > 1),
        orientation: orientation(source.orientation),
        colour_profile: source.icc.is_some(),
        progressive: source.is_progressive,
        cut_off: source.is_cut_off,
        camera_data: source.exif.as_deref().and_then(camera_data),
    }
}

/// How the stored pixels are turned before they are shown.
fn orientation(orientation: Orientation) -> Option<&'static str> {
    Some(match orientation {
        Orientation::NoTransforms => return None,
        Orientation::Rotate90 => "stored turned, shown rotated by 90 degrees",
        Orientation::Rotate180 => "stored turned, shown rotated by 180 degrees",
        Orientation::Rotate270 => "stored turned, shown rotated by 270 degrees",
        Orientation::FlipHorizontal => "stored mirrored, shown flipped horizontally",
        Orientation::FlipVertical => "stored mirrored, shown flipped vertically",
        Orientation::Rotate90FlipH => {
            "stored turned and mirrored, shown rotated by 90 degrees and flipped horizontally"
        }
        Orientation::Rotate270FlipH => {
            "stored turned and mirrored, shown rotated by 270 degrees and flipped horizontally"
        }
    })
}

/// Reads the camera's data; none if there are none of interest, or they cannot be read.
fn camera_data(raw: &[u8]) -> Option<CameraData> {
    // What can be read counts, whatever else is wrong.
    let read = Reader::new().continue_on_error(true).read_raw(raw.to_vec());
    let exif = read.or_else(|error| error.distill_partial_result(|_| {})).ok()?;
    let text = |tag: Tag| ascii(&exif, tag);
    let shown = |tag: Tag| {
        let field = exif.get_field(tag, In::PRIMARY)?;
        Some(clipped(&field.display_value().with_unit(&exif).to_string()))
    };
    let camera = match (text(Tag::Make), text(Tag::Model)) {
        (Some(make), Some(model)) if !model.starts_with(&make) => Some(format!("{make} {model}")),
        (make, model) => model.or(make),
    };
    let exposure: Vec<String> = [Tag::ExposureTime, Tag::FNumber, Tag::PhotographicSensitivity, Tag::FocalLength]
        .into_iter()
        .zip(["", "", "ISO ", ""])
        .filter_map(|(tag, before)| Some(format!("{before}{}", shown(tag)?)))
        .collect();
    let data = CameraData {
        camera,
        lens: text(Tag::LensModel),
        taken: text(Tag::DateTimeOriginal).or_else(|| text(Tag::DateTime)),
        exposure: (!exposure.is_empty()).then(|| exposure.join(", ")),
        place: place(&exif),
        software: text(Tag::Software),
        description: text(Tag::ImageDescription),
    };
    let is_empty = data.camera.is_none()
        && data.lens.is_none()
        && data.taken.is_none()
        && data.exposure.is_none()
        && data.place.is_none()
        && data.software.is_none()
        && data.description.is_none();
    (!is_empty).then_some(data)
}

fn ascii(exif: &Exif, tag: Tag) -> Option<String> {
    let ExifValue::Ascii(parts) = &exif.get_field(tag, In::PRIMARY)?.value else { return None };
    let text = String::from_utf8_lossy(parts.first()?).trim().to_owned();
    (!text.is_empty()).then(|| clipped(&text))
}

fn clipped(text: &str) -> String {
    printable(&text.chars().take(LONGEST).collect::<String>()).into_owned()
}

/// Latitude and longitude in degrees.
fn place(exif: &Exif) -> Option<String> {
    let degrees = |tag: Tag, reference: Tag, negative: u8| {
        let ExifValue::Rational(parts) = &exif.get_field(tag, In::PRIMARY)?.value else { return None };
        let [degrees, minutes, seconds, ..] = parts.as_slice() else { return None };
        let value = degrees.to_f64() + minutes.to_f64() / 60.0 + seconds.to_f64() / 3600.0;
        let is_negative = match &exif.get_field(reference, In::PRIMARY)?.value {
            ExifValue::Ascii(parts) => parts.first()?.first() == Some(&negative),
            _ => false,
        };
        value.is_finite().then_some(if is_negative { -value } else { value })
    };
    let latitude = degrees(Tag::GPSLatitude, Tag::GPSLatitudeRef, b'S')?;
    let longitude = degrees(Tag::GPSLongitude, Tag::GPSLongitudeRef, b'W')?;
    Some(format!("{latitude:.5}, {longitude:.5}"))
}
