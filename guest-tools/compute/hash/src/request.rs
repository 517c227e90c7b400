//! From arguments that make sense together to an answer.

use toolhost_sdk::prelude::*;

use crate::answer::Computed;
use crate::notation::{Format, Notation};
use crate::source::Source;
use crate::{Algorithm, Arguments, Operation, digest, encode, random};

const MOST_UUIDS: u32 = 100;
const MOST_BYTES: u32 = 1024;
const USUAL_BYTES: u32 = 32;

/// Does what the arguments say.
pub(crate) fn answer(arguments: &Arguments, call: &Call) -> ToolResult {
    check(arguments)?;
    let format = arguments.format;
    let computed = match arguments.op {
        Operation::Uuid => random::uuids(arguments.count.map(|count| count as usize))?,
        Operation::Random => {
            random::bytes(arguments.count.unwrap_or(USUAL_BYTES) as usize, format.unwrap_or(Format::Hex))?
        }
        operation => {
            let mut source = Source::open(arguments)?;
            match operation {
                Operation::Base64 if arguments.decode => {
                    encode::decode(Notation::Base64, format, &mut source, call.output_limit())?
                }
                Operation::Hex if arguments.decode => {
                    encode::decode(Notation::Hex, format, &mut source, call.output_limit())?
                }
                Operation::Base64 => {
                    encode::encode(format.unwrap_or(Format::Base64), &mut source, call.output_limit())?
                }
                Operation::Hex => encode::encode(Format::Hex, &mut source, call.output_limit())?,
                _ => summed(arguments, &mut source)?,
            }
        }
    };
    Ok(computed.into())
}

/// A checksum or a message authentication code, compared with what was expected.
fn summed(arguments: &Arguments, source: &mut Source) -> Result<Computed, ToolError> {
    let begin = source.position;
    let sum = match digest::checksum(arguments.op, source)? {
        Some(sum) => sum,
        None => {
            let key = arguments.key.as_ref().map(|key| arguments.key_format.read(key.reveal().as_bytes()));
            let key = key.unwrap_or_else(|| Err("is missing".to_owned()));
            let key = key.map_err(|problem| ToolError::invalid("/key", format!("the key {problem}")))?;
            digest::authentication_code(arguments.algorithm.unwrap_or(Algorithm::Sha256), &key, source)?
        }
    };
    let matches = arguments.expected.as_deref().map(|expected| is_expected(expected, &sum)).transpose()?;
    let format = arguments.format.unwrap_or(Format::Hex);
    Ok(Computed {
        value: Some(format.write(&sum)),
        format: format.into(),
        bytes: Some(source.position - begin),
        matches,
        note: warning(arguments).map(str::to_owned),
        ..Computed::default()
    })
}

/// Compares with a checksum as it is published: hex or base64, perhaps with the name of its algorithm before it
/// (`sha256:…`, `sha256-…`, `sha256=…`) or a file name after it.
fn is_expected(expected: &str, sum: &[u8]) -> Result<bool, ToolError> {
    let word = expected.split_whitespace().next().unwrap_or_default();
    let without_name = word
        .split_once([':', '-', '='])
        .filter(|(name, _)| {
            ["sha256", "sha512", "sha1", "md5", "blake3", "crc32"].contains(&name.to_lowercase().as_str())
        })
        .map_or(word, |(_, value)| value);
    let readings = [Notation::Hex, Notation::Base64].map(|notation| notation.read(without_name.as_bytes()));
    let mut values = readings.into_iter().flatten().filter(|value| value.len() == sum.len());
    match values.next() {
        Some(value) => Ok(value == sum),
        None => Err(ToolError::invalid(
            "/expected",
            format!("expected is no value of this kind: give {} digits of hex, or the same in base64", sum.len() * 2),
        )),
    }
}

/// What to know about a checksum that does not keep what people expect of one.
fn warning(arguments: &Arguments) -> Option<&'static str> {
    match (arguments.op, arguments.algorithm) {
        (Operation::Md5, _) => Some(
            "md5 is not secure: different contents with the same md5 are easily made. Use sha256 where it matters.",
        ),
        (Operation::Sha1, _) => {
            Some("sha1 is not secure: different contents with the same sha1 can be made. Use sha256 where it matters.")
        }
        (Operation::Crc32, _) => {
            Some("crc32 is not secure: it shows accidental changes only. Use sha256 where it matters.")
        }
        (Operation::Hmac, Some(Algorithm::Md5 | Algorithm::Sha1)) => Some(
            "HMAC with md5 or sha1 is not secure enough for new systems. Use sha256 unless the other side demands it.",
        ),
        _ => None,
    }
}

/// Lists every argument that does not go with the operation.
fn check(arguments: &Arguments) -> Result<(), ToolError> {
    use Operation::{Base64, Hex, Hmac, Random, Uuid};
    let operation = arguments.op;
    let makes = matches!(operation, Uuid | Random);
    let codes = matches!(operation, Base64 | Hex);
    let has_data_format = arguments.data_format != Notation::Text;
    let has_key_format = arguments.key_format != Notation::Text;
    let mut problems = Vec::new();
    let mut refuse = |applies: bool, pointer: &'static str, message: &'static str| {
        if applies {
            problems.push((pointer, message));
        }
    };
    refuse(makes && arguments.data.is_some(), "/data", "uuid and random take no input");
    refuse(makes && arguments.path.is_some(), "/path", "uuid and random take no input");
    refuse(makes && arguments.offset > 0, "/offset", "uuid and random take no input");
    refuse(makes && arguments.limit.is_some(), "/limit", "uuid and random take no input; count says how many");
    if !makes {
        match (&arguments.data, &arguments.path) {
            (None, None) => refuse(true, "", "the input is missing: give data (a text) or path (a file)"),
            (Some(_), Some(_)) => refuse(true, "/path", "give either data or path, not both"),
            _ => {}
        }
    }
    refuse(
        !makes && arguments.count.is_some(),
        "/count",
        "only uuid and random take count; limit says how much to read",
    );
    refuse(
        operation == Uuid && arguments.count.is_some_and(|count| !(1..=MOST_UUIDS).contains(&count)),
        "/count",
        "uuid makes 1 to 100 at once",
    );
    refuse(
        operation == Random && arguments.count.is_some_and(|count| !(1..=MOST_BYTES).contains(&count)),
        "/count",
        "random makes 1 to 1024 bytes at once",
    );
    refuse(operation == Uuid && arguments.format.is_some(), "/format", "a UUID is always written in its usual form");
    refuse(
        arguments.data.is_none() && has_data_format,
        "/data_format",
        "only data has a format; a file is taken as it is",
    );
    refuse(operation == Hmac && arguments.key.is_none(), "/key", "hmac needs a key");
    refuse(operation != Hmac && arguments.key.is_some(), "/key", "only hmac takes a key");
    refuse(operation != Hmac && has_key_format, "/key_format", "only hmac takes a key");
    refuse(
        operation != Hmac && arguments.algorithm.is_some(),
        "/algorithm",
        "only hmac takes it; op names the algorithm",
    );
    refuse(!codes && arguments.decode, "/decode", "only base64 and hex can be decoded");
    refuse(
        codes && arguments.decode && has_data_format,
        "/data_format",
        "with decode, op says how the input is written",
    );
    refuse(codes && arguments.decode && arguments.offset > 0, "/offset", "only the whole input can be decoded");
    refuse(codes && arguments.decode && arguments.limit.is_some(), "/limit", "only the whole input can be decoded");
    refuse(
        operation == Hex && !arguments.decode && arguments.format.is_some_and(|format| format != Format::Hex),
        "/format",
        "op=hex writes hex; use op=base64 for base64",
    );
    refuse(
        operation == Base64 && !arguments.decode && arguments.format == Some(Format::Hex),
        "/format",
        "op=base64 writes base64; use op=hex for hex",
    );
    refuse(
        (makes || codes) && arguments.expected.is_some(),
        "/expected",
        "only checksums and hmac can be compared with a value",
    );
    let mut problems = problems.into_iter();
    match problems.next() {
        None => Ok(()),
        Some((pointer, message)) => {
            let first = ToolError::invalid(pointer, message);
            Err(problems.fold(first, |error, (pointer, message)| error.and(pointer, message)))
        }
    }
}
