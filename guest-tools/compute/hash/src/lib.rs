//! The tool `hash`.
//!
//! `request` checks that the arguments make sense together. `source` gives the bytes in pieces, whatever their number;
//! `digest` and `mac` take them in, `encode` writes them as base64 or hex, `random` makes some.

mod answer;
mod digest;
mod encode;
mod examples;
mod key;
mod notation;
mod random;
mod request;
mod source;
#[cfg(test)]
mod tests;

use toolhost_sdk::prelude::*;

use crate::answer::Computed;
use crate::key::Key;
use crate::notation::{Format, Notation};

/// What to compute, and of what.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// What to compute. sha256, sha512, blake3: checksums. md5, sha1, crc32: checksums for old formats, not secure.
    /// hmac: checksum with a key. base64, hex: encode, or decode with decode=true. uuid: a random UUID (version 4).
    /// random: random bytes.
    op: Operation,
    /// The input as text. Give either data or path; uuid and random take neither.
    data: Option<String>,
    /// The input as a file, relative to the chat's files. Files of any size are read in pieces.
    path: Option<String>,
    /// How data is written: hex and base64 stand for the bytes that they encode.
    #[serde(default)]
    data_format: Notation,
    /// hmac only: the key. It is never shown.
    key: Option<Key>,
    /// hmac only: how key is written.
    #[serde(default)]
    key_format: Notation,
    /// hmac only: the checksum to use, sha256 if left out.
    algorithm: Option<Algorithm>,
    /// base64 and hex only: decode the input instead of encoding it.
    #[serde(default)]
    decode: bool,
    /// How the result is written: hex if left out, for base64 the usual alphabet. base64url is the alphabet for URLs,
    /// without padding.
    format: Option<Format>,
    /// Checksums and hmac only: a value to compare the result with, such as one that a website states.
    expected: Option<String>,
    /// uuid: how many, 1 to 100. random: how many bytes, 1 to 1024; 32 if left out.
    #[schemars(range(min = 1, max = 1024))]
    count: Option<u32>,
    /// Bytes of the input to pass over.
    #[serde(default)]
    offset: u64,
    /// Bytes of the input to use at most. All if left out; base64 and hex stop earlier if the answer is full.
    limit: Option<u64>,
}

/// What the tool can compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Operation {
    Sha256,
    Sha512,
    Sha1,
    Md5,
    Blake3,
    Crc32,
    Hmac,
    Base64,
    Hex,
    Uuid,
    Random,
}

/// What an HMAC is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Algorithm {
    Sha256,
    Sha512,
    Sha1,
    Md5,
}

/// Computes checksums (sha256, sha512, blake3, sha1, md5, crc32) and HMACs of a text or a file of the chat, compares
/// them with an expected value, encodes and decodes base64 and hex, and makes UUIDs and random bytes.
///
/// The answer is {value, format, bytes}: the result, how it is written, and how many bytes of input it is of; and
/// matches if expected was given. A text is taken as its UTF-8 bytes exactly as given, without a line break at its end.
/// Use sha256 unless something else is asked for.
#[tool(
    name = "hash",
    title = "Hash, encode, random",
    category = compute,
    tier = low,
    access = read,
    danger = safe,
    // Only for the fuel: sha256 takes some 60 for a byte, and a file may have hundreds of megabytes.
    class = large,
    idempotent = false,
    concurrency_safe,
    files = read,
    services = [random],
    keywords = [
        "hash", "checksum", "digest", "sha256", "sha1", "md5", "blake3", "crc32", "hmac", "signature", "base64", "hex",
        "encode", "decode", "uuid", "random", "verify"
    ],
    use_cases = [
        "compute the checksum of a file",
        "check a download against its published checksum",
        "see whether two files are the same",
        "sign a request or check a webhook's signature with HMAC",
        "encode or decode base64 or hex",
        "make a UUID, a token or random bytes"
    ],
    aliases = ["checksum", "digest"],
    parameter_aliases = [
        ("file_path", "path"), ("file", "path"), ("text", "data"), ("input", "data"), ("operation", "op"),
        ("secret", "key"), ("expect", "expected"), ("length", "count")
    ],
    opaque = ["data", "path", "key", "expected"],
    narrower = [(
        parameter = "op",
        values = ["sha256", "sha512", "sha1", "md5", "blake3", "crc32", "hmac", "base64", "hex"],
        access = read, tier = low, files = read, idempotent = true, concurrency_safe = true
    ), (
        parameter = "op",
        values = ["uuid", "random"],
        access = read, tier = low, files = none, idempotent = false, concurrency_safe = true
    )],
    hints = [
        ("not_secure", "md5, sha1 and crc32 do not protect against deliberate changes; use sha256 where that matters."),
        ("more", "The input goes on: call again with offset=next_offset and join the values."),
        ("differs", "The checksum differs from the expected one: the content is not the one that it was made of.")
    ],
    answer = Computed,
    examples = examples::examples(),
)]
fn hash(arguments: Arguments, call: &Call) -> ToolResult {
    request::answer(&arguments, call)
}
