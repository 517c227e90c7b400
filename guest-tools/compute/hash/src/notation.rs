//! Bytes written as text, and back.

use data_encoding::{
    BASE64, BASE64_NOPAD, BASE64URL_NOPAD, DecodeError, DecodeKind, Encoding, HEXLOWER, HEXLOWER_PERMISSIVE,
};
use toolhost_sdk::prelude::*;

/// How an argument stands for bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Notation {
    #[default]
    Text,
    Hex,
    Base64,
}

/// How a result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Hex,
    Base64,
    Base64url,
}

impl Format {
    /// Writes bytes.
    pub(crate) fn write(self, bytes: &[u8]) -> String {
        match self {
            Self::Hex => HEXLOWER.encode(bytes),
            Self::Base64 => BASE64.encode(bytes),
            Self::Base64url => BASE64URL_NOPAD.encode(bytes),
        }
    }

    /// The most bytes whose text fills no more than `room`, in whole groups, so that the texts of several pieces can be
    /// joined.
    pub(crate) fn fitting(self, room: usize) -> usize {
        match self {
            Self::Hex => room / 2,
            Self::Base64 | Self::Base64url => room / 4 * 3,
        }
    }
}

impl Notation {
    /// The bytes that a text stands for. Hex may have `0x` before it and white space or `:` between its digits; base64
    /// may have white space, either alphabet, and no padding.
    ///
    /// The error says what is wrong and where, and quotes nothing of the text.
    pub(crate) fn read(self, text: &[u8]) -> Result<Vec<u8>, String> {
        match self {
            Self::Text => Ok(text.to_vec()),
            Self::Hex => {
                let start = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or_default();
                let prefix = match text.get(start..start + 2) {
                    Some(b"0x" | b"0X") => start + 2,
                    _ => 0,
                };
                let digits = text.get(prefix..).unwrap_or_default();
                let hex = forgiving(&HEXLOWER_PERMISSIVE, ": \t\r\n", "", "");
                hex.decode(digits).map_err(|error| told(error, "hex", prefix))
            }
            Self::Base64 => {
                let padding = |byte: &u8| *byte == b'=' || byte.is_ascii_whitespace();
                let length = text.iter().rposition(|byte| !padding(byte)).map_or(0, |last| last + 1);
                let letters = text.get(..length).unwrap_or_default();
                let base64 = forgiving(&BASE64_NOPAD, " \t\r\n", "-_", "+/");
                base64.decode(letters).map_err(|error| told(error, "base64", 0))
            }
        }
    }
}

/// An encoding that passes over some characters, takes some for others, and minds no left-over bits.
fn forgiving(encoding: &Encoding, passed_over: &str, from: &str, to: &str) -> Encoding {
    let mut rules = encoding.specification();
    rules.ignore.push_str(passed_over);
    rules.translate.from.push_str(from);
    rules.translate.to.push_str(to);
    rules.check_trailing_bits = false;
    rules.encoding().unwrap_or_else(|_| encoding.clone())
}

fn told(error: DecodeError, notation: &str, prefix: usize) -> String {
    match error.kind {
        DecodeKind::Length => format!("is not {notation}: its end is missing, the last byte is not complete"),
        DecodeKind::Symbol | DecodeKind::Padding | DecodeKind::Trailing => {
            format!("is not {notation}: the character at byte {} does not belong there", error.position + prefix)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, Notation};
    use proptest::prelude::{any, prop_assert_eq, proptest};

    #[test]
    fn what_people_paste_is_read() {
        for text in ["00ff10", "00FF10", "0x00ff10", " 00:ff:10\n", "00 ff\n10"] {
            assert_eq!(Notation::Hex.read(text.as_bytes()), Ok(vec![0, 255, 16]), "{text}");
        }
        for text in ["+/8=", "-_8=", "+/8", " +/\r\n8= \n", "+/9="] {
            assert_eq!(Notation::Base64.read(text.as_bytes()), Ok(vec![251, 255]), "{text}");
        }
        assert_eq!(Notation::Base64.read(b""), Ok(Vec::new()));
        assert_eq!(Notation::Hex.read(b""), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let error = |notation: Notation, text: &str| notation.read(text.as_bytes()).expect_err("must be refused");
        assert_eq!(error(Notation::Hex, "0x12g4"), "is not hex: the character at byte 4 does not belong there");
        assert_eq!(error(Notation::Hex, "123"), "is not hex: its end is missing, the last byte is not complete");
        assert_eq!(error(Notation::Base64, "YW!j"), "is not base64: the character at byte 2 does not belong there");
        assert!(error(Notation::Base64, "YWJjZ").contains("its end is missing"));
        assert!(error(Notation::Base64, "YQ==YQ==").contains("does not belong there"));
    }

    proptest! {
        #[test]
        fn any_bytes_come_back(bytes in any::<Vec<u8>>()) {
            prop_assert_eq!(Notation::Hex.read(Format::Hex.write(&bytes).as_bytes()), Ok(bytes.clone()));
            prop_assert_eq!(Notation::Base64.read(Format::Base64.write(&bytes).as_bytes()), Ok(bytes.clone()));
            prop_assert_eq!(Notation::Base64.read(Format::Base64url.write(&bytes).as_bytes()), Ok(bytes));
        }

        #[test]
        fn any_text_is_read_or_refused(text in any::<Vec<u8>>()) {
            let _ = Notation::Hex.read(&text);
            let _ = Notation::Base64.read(&text);
        }
    }
}
