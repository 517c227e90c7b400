//! Doing what the arguments say.

use toolhost_sdk::files::{ChatPath, Saved, output_path, save};
use toolhost_sdk::prelude::*;

use crate::Arguments;
use crate::arguments::{Operation, check};
use crate::edit::edited;
use crate::encode::{Wanted, encoded};
use crate::facts::facts;
use crate::format::Format;
use crate::frames::frames;
use crate::plan::plan;
use crate::source::Source;

/// Room for the words of an answer beside a picture.
const WORDS: usize = 1_000;

/// Does it.
pub(crate) fn perform(arguments: &Arguments, call: &Call) -> ToolResult {
    check(arguments)?;
    let path = ChatPath::parse(&arguments.path)?;
    let out = arguments.out.as_deref().map(|out| output_path(out, "picture.png")).transpose()?;
    let background = arguments.background.as_deref().map_or(Ok([255; 3]), colour)?;
    let source = Source::open(path)?;
    if arguments.op == Operation::Info {
        return Ok(Answer::json(&facts(&source)));
    }
    let format = format(out.as_ref(), arguments, source.format)?;
    let change = plan(&source, arguments, format)?;
    let mut notes: Vec<String> = Vec::new();
    if Format::of_name(source.path.name()).is_some_and(|named| named != source.format) {
        notes.push(format!("`{}` is a {} picture, whatever its name says", source.path, source.format.name()));
    }
    if let Some(count) = frames(&source).filter(|frames| *frames > 1) {
        notes.push(format!("the file has {count} frames or pages; this is made of the first one"));
    }
    if source.is_cut_off {
        notes.push("the file seems to be cut off; what is missing is grey or damaged".to_owned());
    }
    let (from, seen, icc) = (source.path.clone(), source.seen(), source.icc.clone());
    let picture = edited(source, &change)?;
    let (width, height) = (picture.width(), picture.height());
    let wanted = Wanted { format, quality: arguments.quality, background, icc: icc.as_deref() };
    let new = encoded(picture, wanted)?;
    notes.extend(new.notes.iter().map(|note| (*note).to_owned()));
    let bytes = new.bytes;
    let what = format!(
        "{}, {width} x {height} pixels, {} B, from {from} with {} x {}",
        format.name(),
        bytes.len(),
        seen.0,
        seen.1
    );
    let noted: String = notes.iter().map(|note| format!("note: {note}\n")).collect();
    let answer = match out {
        Some(out) => {
            let saved = save(&out, &bytes, arguments.overwrite)?;
            let answer = Answer::text(format!("{saved} {out}: {what}\n{noted}")).file(out.shown(), format.media_type());
            if saved == Saved::Unchanged { answer.as_noop() } else { answer }
        }
        None if bytes.len() + WORDS > call.output_limit() => {
            return Err(ToolError::failed(format!(
                "the new picture has {} KB, more than an answer may have; give out, or make it smaller: op=resize with \
                 width=800, or format=jpeg",
                bytes.len().div_ceil(1000)
            )));
        }
        None => Answer::text(format!("{what}\n{noted}")).image(format.media_type(), bytes),
    };
    Ok(if notes.is_empty() { answer } else { answer.action("notes") })
}

/// The format to write.
fn format(out: Option<&ChatPath>, arguments: &Arguments, source: Format) -> Result<Format, ToolError> {
    let by_name = out.and_then(|out| Format::of_name(out.name()));
    let format = match (by_name, arguments.format, out) {
        (Some(by_name), Some(format), _) if by_name != format => {
            return Err(ToolError::invalid(
                "/format",
                format!(
                    "out ends like a {} but format is {}; make them agree, or leave format out",
                    by_name.name(),
                    format.name()
                ),
            ));
        }
        (None, None, Some(out)) => {
            return Err(ToolError::invalid(
                "/out",
                format!("`{out}` has no extension that says its format; add one such as .png or .jpg, or give format"),
            ));
        }
        (Some(format), ..) | (None, Some(format), _) => format,
        (None, None, None) if source.is_shown_everywhere() => source,
        (None, None, None) => Format::Png,
    };
    if arguments.quality.is_some() && format != Format::Jpeg {
        return Err(ToolError::invalid(
            "/quality",
            format!("quality is for jpeg, and this is written as {}; leave it out", format.name()),
        ));
    }
    Ok(format)
}

/// Reads `#rrggbb`.
fn colour(text: &str) -> Result<[u8; 3], ToolError> {
    let digits = text.trim().strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
    let part = |range| u8::from_str_radix(digits?.get(range)?, 16).ok();
    match (part(0..2), part(2..4), part(4..6)) {
        (Some(red), Some(green), Some(blue)) => Ok([red, green, blue]),
        _ => {
            let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
            Err(ToolError::invalid("/background", format!("`{shown}` is no colour; write it like #ffffff")))
        }
    }
}
