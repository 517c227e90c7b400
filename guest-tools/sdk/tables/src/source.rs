//! The bytes of a file as UTF-8 text, whatever encoding they came in.

use std::io::{self, Cursor, Read};

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use toolhost_sdk::prelude::*;

/// Bytes from the start of a file by which its encoding, delimiter, header and column types are told.
const SAMPLE: u64 = 512 * 1024;

/// An opened file: its beginning, and a reader over all of it.
pub struct Source<'a> {
    /// The beginning, decoded.
    pub sample: Vec<u8>,
    /// Whether the sample is the whole file.
    pub complete: bool,
    /// What the reader of an answer should know about the encoding.
    pub note: Option<String>,
    rest: Box<dyn Read + 'a>,
}

impl<'a> Source<'a> {
    /// Reads the beginning of `input` and settles the encoding; `label` is `auto` or a name such as `windows-1251`.
    pub fn open(mut input: impl Read + 'a, path: &str, label: &str) -> Result<Self, ToolError> {
        let mut sample = Vec::new();
        (&mut input).take(SAMPLE).read_to_end(&mut sample).map_err(|error| read_failed(path, &error))?;
        let complete = (sample.len() as u64) < SAMPLE;
        let (encoding, mark, note) = choose(&sample, complete, label, path)?;
        sample.drain(..mark);
        if encoding == UTF_8 {
            return Ok(Self { sample, complete, note, rest: Box::new(input) });
        }
        let mut decoding = Decoding {
            input: Cursor::new(sample).chain(input),
            decoder: encoding.new_decoder_without_bom_handling(),
            raw: Vec::new(),
            text: Vec::new(),
            given: 0,
            ended: false,
        };
        let mut sample = Vec::new();
        (&mut decoding).take(SAMPLE).read_to_end(&mut sample).map_err(|error| read_failed(path, &error))?;
        Ok(Self { sample, complete, note, rest: Box::new(decoding) })
    }

    /// All of the text, from the start.
    pub fn into_reader(self) -> impl Read + 'a {
        Cursor::new(self.sample).chain(self.rest)
    }
}

/// The error for a file that could be opened but not read.
pub fn read_failed(path: &str, error: &io::Error) -> ToolError {
    ToolError::failed(format!("reading {path} failed: {error}"))
}

type Choice = (&'static Encoding, usize, Option<String>);

fn choose(sample: &[u8], complete: bool, label: &str, path: &str) -> Result<Choice, ToolError> {
    if label != "auto" {
        let Some(encoding) = Encoding::for_label(label.as_bytes()) else {
            let message = format!(
                "unknown encoding \"{label}\"; use auto or a name such as utf-8, utf-16le, windows-1252, iso-8859-2 or shift_jis"
            );
            return Err(ToolError::invalid("/encoding", message));
        };
        let mark = Encoding::for_bom(sample).map_or(0, |(_, length)| length);
        return Ok((encoding, mark, None));
    }
    if let Some((encoding, mark)) = Encoding::for_bom(sample) {
        let note = (encoding != UTF_8).then(|| format!("read as {}", encoding.name()));
        return Ok((encoding, mark, note));
    }
    refuse_binary(sample, path)?;
    if let Some(encoding) = unmarked_utf16(sample) {
        return Ok((encoding, 0, Some(format!("read as {} (no byte order mark)", encoding.name()))));
    }
    let valid = Encoding::utf8_valid_up_to(sample);
    // A sample that was cut may end inside a character.
    let tail = if complete { 0 } else { 3 };
    if valid + tail >= sample.len() {
        return Ok((UTF_8, 0, None));
    }
    let note = format!(
        "not UTF-8 (byte {valid}), read as windows-1252; if letters look wrong, pass encoding, for example windows-1251"
    );
    Ok((WINDOWS_1252, 0, Some(note)))
}

fn refuse_binary(sample: &[u8], path: &str) -> Result<(), ToolError> {
    let kind = match sample {
        [b'P', b'K', 3 | 5, 4 | 6, ..] => "a ZIP archive or an Excel workbook; use sheet_read or archive",
        [0xD0, 0xCF, 0x11, 0xE0, ..] => "an old Office document; use sheet_read or doc_read",
        [b'%', b'P', b'D', b'F', ..] => "a PDF; use doc_read",
        [0x1F, 0x8B, ..] => "compressed with gzip; unpack it with archive first",
        [b'P', b'A', b'R', b'1', ..] => "a Parquet file, which this tool does not read",
        [b'S', b'Q', b'L', b'i', b't', b'e', ..] => "an SQLite database; use db",
        _ => {
            let strange = |byte: &&u8| matches!(byte, 0..=8 | 14..=26 | 28..=31);
            let share = sample.iter().filter(strange).count() * 100;
            if unmarked_utf16(sample).is_some() || share <= sample.len() * 5 {
                return Ok(());
            }
            "binary data, not text"
        }
    };
    Err(ToolError::unsupported(format!("{path} is {kind}")))
}

/// UTF-16 without a byte order mark shows as zeros at every second place.
fn unmarked_utf16(sample: &[u8]) -> Option<&'static Encoding> {
    let sample = sample.get(..sample.len().min(4096) & !1)?;
    let zeros = |from: usize| sample.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count() * 10;
    let pairs = sample.len() / 2;
    if pairs < 2 {
        return None;
    }
    match (zeros(0) > pairs * 7, zeros(1) > pairs * 7) {
        (true, false) => Some(UTF_16BE),
        (false, true) => Some(UTF_16LE),
        _ => None,
    }
}

/// Decodes while it is read, with a bounded buffer.
struct Decoding<R> {
    input: R,
    decoder: Decoder,
    raw: Vec<u8>,
    text: Vec<u8>,
    given: usize,
    ended: bool,
}

const CHUNK: usize = 32 * 1024;

impl<R: Read> Read for Decoding<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if self.ended && self.raw.is_empty() {
                return Ok(0);
            }
            self.fill()?;
        }
        let ready = self.text.get(self.given..).unwrap_or_default();
        let length = ready.len().min(into.len());
        into.iter_mut().zip(ready).for_each(|(to, from)| *to = *from);
        self.given += length;
        Ok(length)
    }
}

impl<R: Read> Decoding<R> {
    fn fill(&mut self) -> io::Result<()> {
        if !self.ended && self.raw.len() < CHUNK {
            let before = self.raw.len();
            (&mut self.input).take((CHUNK - before) as u64).read_to_end(&mut self.raw)?;
            self.ended = self.raw.len() == before;
        }
        self.text.resize(CHUNK * 3, 0);
        let (result, read, written, _) = self.decoder.decode_to_utf8(&self.raw, &mut self.text, self.ended);
        self.raw.drain(..read);
        self.text.truncate(written);
        self.given = 0;
        if self.ended && result == CoderResult::InputEmpty {
            self.raw.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8], label: &str) -> (String, Option<String>) {
        let source = Source::open(bytes, "a.csv", label).unwrap_or_else(|_| panic!("refused"));
        let note = source.note.clone();
        let mut all = Vec::new();
        source.into_reader().read_to_end(&mut all).unwrap();
        (String::from_utf8(all).unwrap(), note)
    }

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn byte_order_marks_are_removed() {
        assert_eq!(text(b"\xEF\xBB\xBFa,b\n", "auto"), ("a,b\n".to_owned(), None));
        let marked = utf16("\u{FEFF}a,ü\n", u16::to_le_bytes);
        assert_eq!(text(&marked, "auto"), ("a,ü\n".to_owned(), Some("read as UTF-16LE".to_owned())));
    }

    #[test]
    fn utf16_is_told_without_a_mark() {
        assert_eq!(text(&utf16("name,city\n", u16::to_be_bytes), "auto").0, "name,city\n");
        assert_eq!(text(&utf16("name,city\n", u16::to_le_bytes), "auto").0, "name,city\n");
    }

    #[test]
    fn invalid_utf8_falls_back_and_says_so() {
        let (decoded, note) = text(b"name\nJos\xE9\n", "auto");
        assert_eq!(decoded, "name\nJosé\n");
        assert!(note.is_some_and(|note| note.contains("windows-1252")));
        assert_eq!(text(b"\xEF\xF0\n", "windows-1251").0, "пр\n");
    }

    #[test]
    fn long_utf16_decodes_whole() {
        let long = "é,1\n".repeat(300_000);
        assert_eq!(text(&utf16(&format!("\u{FEFF}{long}"), u16::to_le_bytes), "auto").0, long);
    }

    #[test]
    fn other_formats_are_named() {
        for (bytes, word) in
            [(&b"PK\x03\x04...."[..], "sheet_read"), (b"%PDF-1.7", "doc_read"), (b"\x1F\x8B\x08", "archive")]
        {
            let error = Source::open(bytes, "a.csv", "auto").err().unwrap();
            assert!(error.message().contains(word), "{}", error.message());
        }
        assert!(Source::open(&[0u8, 1, 2, 3, 4, 200, 7, 1, 0, 0][..], "a.csv", "auto").is_err());
        assert!(Source::open(&b"a,b\n1,x\0y\n1,2\n1,2\n1,2\n1,2\n1,2\n"[..], "a.csv", "auto").is_ok());
    }
}
