//! Values as JSON text.
//!
//! What JSON cannot express becomes the nearest that it can, as jq does: NaN becomes null, infinities the largest
//! doubles, and bytes that are not UTF-8 replacement characters.

use std::fmt::Write as _;

use jaq_json::{Num, Val};

/// Values that queries build may be nested this deep.
const DEEPEST: usize = 1_000;

/// Why a value has no text.
#[derive(Debug, PartialEq)]
pub(crate) enum Unwritable {
    TooLarge,
    TooDeep,
}

/// Appends a value to `out`, unless that would make it longer than `limit` bytes.
pub(crate) fn write(value: &Val, out: &mut String, limit: usize) -> Result<(), Unwritable> {
    write_nested(value, out, limit, 0)
}

fn write_nested(value: &Val, out: &mut String, limit: usize, depth: usize) -> Result<(), Unwritable> {
    if depth > DEEPEST {
        return Err(Unwritable::TooDeep);
    }
    match value {
        Val::Null => out.push_str("null"),
        Val::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Val::Num(number) => write_number(number, out),
        Val::BStr(bytes) | Val::TStr(bytes) => write_text(bytes, out, limit)?,
        Val::Arr(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_nested(item, out, limit, depth + 1)?;
            }
            out.push(']');
        }
        Val::Obj(members) => {
            out.push('{');
            for (index, (name, member)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_name(name, out, limit, depth + 1)?;
                out.push(':');
                write_nested(member, out, limit, depth + 1)?;
            }
            out.push('}');
        }
    }
    if out.len() > limit { Err(Unwritable::TooLarge) } else { Ok(()) }
}

/// Names are texts in JSON; any other value that a query uses as one is named by its own JSON.
fn write_name(name: &Val, out: &mut String, limit: usize, depth: usize) -> Result<(), Unwritable> {
    if let Val::TStr(bytes) | Val::BStr(bytes) = name {
        return write_text(bytes, out, limit);
    }
    let mut text = String::new();
    write_nested(name, &mut text, limit, depth)?;
    write_text(text.as_bytes(), out, limit)
}

fn write_number(number: &Num, out: &mut String) {
    let written = match number {
        Num::Int(number) => write!(out, "{number}"),
        Num::BigInt(number) => write!(out, "{number}"),
        Num::Dec(text) => write!(out, "{text}"),
        Num::Float(number) if number.is_nan() => write!(out, "null"),
        Num::Float(number) if number.is_infinite() => write!(out, "{:e}", f64::MAX.copysign(*number)),
        // As jq writes them: 5, not 5.0.
        Num::Float(number) if number.fract() == 0.0 && number.abs() < 1e17 => write!(out, "{number:.0}"),
        Num::Float(number) => write!(out, "{}", serde_json::Value::from(*number)),
    };
    // Writing to a String does not fail.
    debug_assert!(written.is_ok());
}

fn write_text(bytes: &[u8], out: &mut String, limit: usize) -> Result<(), Unwritable> {
    if out.len() + bytes.len() > limit {
        return Err(Unwritable::TooLarge);
    }
    out.push_str(&serde_json::Value::from(String::from_utf8_lossy(bytes)).to_string());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: Val) -> String {
        let mut out = String::new();
        write(&value, &mut out, 1_000).unwrap();
        out
    }

    #[test]
    fn what_json_cannot_express_becomes_the_nearest() {
        let float = |number| text(Val::from(number));
        assert_eq!(float(f64::NAN), "null");
        assert_eq!(float(f64::INFINITY), "1.7976931348623157e308");
        assert_eq!(float(f64::NEG_INFINITY), "-1.7976931348623157e308");
        assert_eq!(float(5.0), "5");
        assert_eq!(float(0.1), "0.1");
        assert_eq!(float(1e20), "1e+20");
        assert_eq!(text(Val::utf8_str(b"a\xFF\"\n".to_vec())), "\"a\u{FFFD}\\\"\\n\"");
        let members = [(Val::from(1usize), Val::Null)].into_iter().collect();
        assert_eq!(text(Val::obj(members)), "{\"1\":null}");
    }

    #[test]
    fn writing_stops_at_the_limit() {
        let long: Val = (0..1_000usize).map(Val::from).collect();
        let mut out = String::new();
        assert_eq!(write(&long, &mut out, 100), Err(Unwritable::TooLarge));
        assert!(out.len() < 110);
    }

    #[test]
    fn deep_values_are_refused() {
        let deep = (0..2_000).fold(Val::Null, |inner, _| std::iter::once(inner).collect());
        assert_eq!(write(&deep, &mut String::new(), 100_000), Err(Unwritable::TooDeep));
    }
}
