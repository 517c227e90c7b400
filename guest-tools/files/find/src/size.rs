//! A file size as a model writes it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// Bytes, given as a number or as text with a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Size(pub(crate) u64);

const RULE: &str = "a size is a number of bytes or a number with k, m or g, such as 10k (10,240 bytes) or 1.5m";

/// Reads `300`, `10k`, `1.5 MiB`. A unit is a power of 1,024 whatever its spelling, as in `find -size`.
fn parse(text: &str) -> Option<Size> {
    let text = text.trim().to_ascii_lowercase();
    let unit_at = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let shift = match unit.trim() {
        "" | "b" | "byte" | "bytes" => 0,
        "k" | "kb" | "ki" | "kib" => 10,
        "m" | "mb" | "mi" | "mib" => 20,
        "g" | "gb" | "gi" | "gib" => 30,
        _ => return None,
    };
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(1 << shift).map(Size);
    }
    let bytes = number.parse::<f64>().ok()? * f64::from(1_u32 << shift);
    // The conversion saturates, and what it would saturate is no size of a file.
    (bytes.is_finite() && bytes < 1e18).then_some(Size(bytes.round() as u64))
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrText;
        impl Visitor<'_> for NumberOrText {
            type Value = Size;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(RULE)
            }

            fn visit_u64<E: Error>(self, bytes: u64) -> Result<Size, E> {
                Ok(Size(bytes))
            }

            fn visit_i64<E: Error>(self, bytes: i64) -> Result<Size, E> {
                u64::try_from(bytes).map(Size).map_err(|_| E::custom(format!("{bytes} is no size: {RULE}")))
            }

            fn visit_f64<E: Error>(self, bytes: f64) -> Result<Size, E> {
                parse(&bytes.to_string()).ok_or_else(|| E::custom(format!("{bytes} is no size: {RULE}")))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Size, E> {
                parse(text).ok_or_else(|| E::custom(format!("{text:?} is no size: {RULE}")))
            }
        }
        deserializer.deserialize_any(NumberOrText)
    }
}

impl JsonSchema for Size {
    fn schema_name() -> Cow<'static, str> {
        "Size".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // A pattern for the text would say less than the error does.
        json_schema!({ "type": ["integer", "string"] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_and_units() {
        for (text, bytes) in [
            ("0", 0),
            ("300", 300),
            ("10k", 10_240),
            ("10 KiB", 10_240),
            ("1.5m", 1_572_864),
            ("2GB", 2_147_483_648),
            ("7b", 7),
        ] {
            assert_eq!(parse(text), Some(Size(bytes)), "{text}");
        }
        for text in ["", "k", "-1", "1t", "1..5k", "ten", "99999999999g", "1e9"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn json_numbers_and_texts() {
        assert_eq!(serde_json::from_str::<Size>("1024").expect("it works"), Size(1024));
        assert_eq!(serde_json::from_str::<Size>("\"1k\"").expect("it works"), Size(1024));
        assert!(serde_json::from_str::<Size>("-5").is_err());
        assert!(serde_json::from_str::<Size>("\"big\"").expect_err("a refusal").to_string().contains("10k"));
    }

    proptest! {
        #[test]
        fn any_text_is_a_size_or_not(text in ".*") {
            parse(&text);
        }
    }
}
