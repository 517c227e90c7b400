//! The formats that pictures are read and written in, and files that are something else.

use image::ImageFormat;
use toolhost_sdk::files::ChatPath;
use toolhost_sdk::prelude::*;

/// A format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Png,
    Jpeg,
    Webp,
    Gif,
    Bmp,
    Tiff,
    Ico,
    Pnm,
    Qoi,
}

const ALL: [Format; 9] = [
    Format::Png,
    Format::Jpeg,
    Format::Webp,
    Format::Gif,
    Format::Bmp,
    Format::Tiff,
    Format::Ico,
    Format::Pnm,
    Format::Qoi,
];

impl Format {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
            Self::Webp => "webp",
            Self::Gif => "gif",
            Self::Bmp => "bmp",
            Self::Tiff => "tiff",
            Self::Ico => "ico",
            Self::Pnm => "pnm",
            Self::Qoi => "qoi",
        }
    }

    pub(crate) fn media_type(self) -> &'static str {
        self.decoder().to_mime_type()
    }

    /// What the library calls it.
    pub(crate) fn decoder(self) -> ImageFormat {
        match self {
            Self::Png => ImageFormat::Png,
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Webp => ImageFormat::WebP,
            Self::Gif => ImageFormat::Gif,
            Self::Bmp => ImageFormat::Bmp,
            Self::Tiff => ImageFormat::Tiff,
            Self::Ico => ImageFormat::Ico,
            Self::Pnm => ImageFormat::Pnm,
            Self::Qoi => ImageFormat::Qoi,
        }
    }

    fn of(format: ImageFormat) -> Option<Self> {
        ALL.into_iter().find(|one| one.decoder() == format)
    }

    /// The format that a name's extension stands for.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::of(ImageFormat::from_extension(name.rsplit_once('.')?.1)?)
    }

    /// Whether whoever reads an answer can be expected to show such a picture.
    pub(crate) fn is_shown_everywhere(self) -> bool {
        matches!(self, Self::Png | Self::Jpeg | Self::Webp | Self::Gif)
    }
}

/// Tells the format by the file's first bytes, or says what the file is instead.
pub(crate) fn sniff(path: &ChatPath, head: &[u8]) -> Result<Format, ToolError> {
    if let Some(format) = image::guess_format(head).ok().and_then(Format::of) {
        return Ok(format);
    }
    Err(ToolError::unsupported(format!("`{path}` {}", what_else(head))))
}

fn what_else(head: &[u8]) -> String {
    let text = String::from_utf8_lossy(head.get(..1024).unwrap_or(head));
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let brand = head.get(8..12).filter(|_| head.get(4..8) == Some(b"ftyp"));
    let known = match (head, brand) {
        ([], _) => "is empty",
        (_, Some(b"avif" | b"avis")) => {
            "is an AVIF picture, which cannot be decoded here; save it as PNG or JPEG first"
        }
        (_, Some(b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1")) => {
            "is a HEIC picture, which cannot be decoded here; save it as JPEG first"
        }
        (_, Some(_)) => "is a video or audio file, not a picture",
        ([0x25, b'P', b'D', b'F', ..], _) => "is a PDF, not a picture; use doc_read for its text",
        ([b'8', b'B', b'P', b'S', ..], _) => "is a Photoshop file, which cannot be decoded here; save it as PNG first",
        ([0xff, 0x0a, ..] | [0, 0, 0, 0x0c, b'J', b'X', b'L', b' ', ..], _) => {
            "is a JPEG XL picture, which cannot be decoded here; save it as PNG or JPEG first"
        }
        ([0x76, 0x2f, 0x31, 0x01, ..], _) => {
            "is an OpenEXR picture, which cannot be decoded here; save it as PNG first"
        }
        _ if text.starts_with("<svg") || (text.starts_with("<?xml") && text.contains("<svg")) => {
            "is an SVG drawing, which is text and not pixels; use read to see it"
        }
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let names: Vec<_> = ALL.iter().map(|format| format.name()).collect();
    format!("is no picture of a format known here ({}); use read to see what it is", names.join(", "))
}
