//! What a JPEG file's markers say, without decoding it.

use std::io::{BufRead, Read as _, Seek};

/// More segments than this are not looked at.
const MOST_SEGMENTS: usize = 10_000;

/// Whether the picture comes in several passes, which a decoder has to keep all of in memory.
pub(crate) fn is_progressive(file: &mut (impl BufRead + Seek)) -> bool {
    scan(file).unwrap_or(false)
}

fn scan(file: &mut (impl BufRead + Seek)) -> std::io::Result<bool> {
    file.seek(std::io::SeekFrom::Start(2))?;
    for _ in 0..MOST_SEGMENTS {
        let mut marker = [0; 2];
        file.read_exact(&mut marker)?;
        while marker == [0xff, 0xff] {
            file.read_exact(marker.last_mut().map(std::slice::from_mut).unwrap_or_default())?;
        }
        match marker {
            // Baseline and sequential, or the beginning of the pixels.
            [0xff, 0xc0 | 0xc1 | 0xda | 0xd9] => return Ok(false),
            [0xff, 0xc2] => return Ok(true),
            // Markers without a length.
            [0xff, 0x01 | 0xd0..=0xd8] => continue,
            [0xff, _] => {}
            _ => return Ok(false),
        }
        let mut length = [0; 2];
        file.read_exact(&mut length)?;
        file.seek_relative(i64::from(u16::from_be_bytes(length)).saturating_sub(2).max(0))?;
    }
    Ok(false)
}

/// Whether the file has the marker with which a whole one ends, in its last part.
pub(crate) fn has_end(file: &mut (impl BufRead + Seek), size: u64) -> bool {
    /// Cameras append things after the picture, but seldom more than this.
    const LAST: u64 = 256 * 1024;
    let mut last = Vec::new();
    let start = size.saturating_sub(LAST);
    let read = file.seek(std::io::SeekFrom::Start(start)).and_then(|_| file.take(LAST).read_to_end(&mut last));
    read.is_err() || last.windows(2).any(|pair| pair == [0xff, 0xd9])
}
