//! How many pictures a file has.

use std::fs::File;
use std::io::BufReader;

use crate::format::Format;
use crate::source::{PNG_DECODER, Source};

/// More are not counted.
const MOST: u32 = 10_000;

/// Counts the frames of an animation or the pages of a TIFF, without decoding them; none if that cannot be done.
pub(crate) fn frames(source: &Source) -> Option<u32> {
    let file = || File::open(source.path.real()).map(BufReader::new).ok();
    match source.format {
        Format::Gif => {
            let mut options = gif::DecodeOptions::new();
            options.skip_frame_decoding(true);
            let mut decoder = options.read_info(file()?).ok()?;
            let mut frames = 0;
            while frames < MOST && matches!(decoder.next_frame_info(), Ok(Some(_))) {
                frames += 1;
            }
            Some(frames)
        }
        Format::Png => {
            let limits = png::Limits { bytes: usize::try_from(PNG_DECODER).unwrap_or_default() };
            let reader = png::Decoder::new_with_limits(file()?, limits).read_info().ok()?;
            reader.info().animation_control().map(|control| control.num_frames)
        }
        Format::Webp => Some(image_webp::WebPDecoder::new(file()?).ok()?.num_frames()),
        Format::Tiff => {
            let mut decoder = tiff::decoder::Decoder::new(file()?).ok()?;
            let mut pages = 1;
            while pages < MOST && decoder.more_images() && decoder.next_image().is_ok() {
                pages += 1;
            }
            Some(pages)
        }
        _ => None,
    }
}
