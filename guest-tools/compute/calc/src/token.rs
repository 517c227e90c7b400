//! Splits an expression into its smallest parts.

use std::ops::Range;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::fault::{Fault, Found};
use crate::work::{MOST_BITS, MOST_DIGITS, bits};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Number(RBig),
    Name(String),
    /// `²` or `³` behind something.
    Raised(u8),
    Plus,
    Minus,
    Times,
    Divide,
    DivideDown,
    Power,
    Percent,
    Factorial,
    Root,
    Arrow,
    Comma,
    Open,
    Close,
    OpenList,
    CloseList,
    End,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) place: Range<usize>,
}

/// The parts of an expression in order, the last one being its end.
pub(crate) fn split(text: &str) -> Found<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut bits_left = 3 * MOST_BITS;
    loop {
        rest = rest.trim_start();
        let start = text.len() - rest.len();
        let Some(first) = rest.chars().next() else {
            tokens.push(Token { kind: Kind::End, place: start..start });
            return Ok(tokens);
        };
        let second = rest.chars().nth(1);
        let (kind, length) = match first {
            '0'..='9' => number(rest).map_err(|fault| fault.within(&(start..start + number_length(rest))))?,
            '.' if second.is_some_and(|next| next.is_ascii_digit()) => {
                number(rest).map_err(|fault| fault.within(&(start..start + number_length(rest))))?
            }
            '°' => degree(rest),
            letter if letter.is_alphabetic() || letter == '_' => name(rest),
            '*' if second == Some('*') => (Kind::Power, 2),
            '/' if second == Some('/') => (Kind::DivideDown, 2),
            '-' if second == Some('>') => (Kind::Arrow, 2),
            _ => (sign(first).ok_or_else(|| unknown(first, start))?, first.len_utf8()),
        };
        if let Kind::Number(value) = &kind {
            // Before any work is counted a short text could stand for many long numbers.
            bits_left = bits_left.checked_sub(bits(value)).ok_or_else(|| {
                Fault::at(start..start + length, format!("too many numbers of up to {MOST_DIGITS} digits"))
            })?;
        }
        tokens.push(Token { kind, place: start..start + length });
        rest = rest.get(length..).unwrap_or_default();
    }
}

fn sign(character: char) -> Option<Kind> {
    Some(match character {
        '+' => Kind::Plus,
        '-' | '−' | '–' => Kind::Minus,
        '*' | '×' | '·' | '⋅' => Kind::Times,
        '/' | '÷' | '∕' => Kind::Divide,
        '^' => Kind::Power,
        '²' => Kind::Raised(2),
        '³' => Kind::Raised(3),
        '%' => Kind::Percent,
        '!' => Kind::Factorial,
        '√' => Kind::Root,
        '→' => Kind::Arrow,
        ',' => Kind::Comma,
        '(' => Kind::Open,
        ')' => Kind::Close,
        '[' => Kind::OpenList,
        ']' => Kind::CloseList,
        _ => return None,
    })
}

fn unknown(character: char, start: usize) -> Fault {
    let place = start..start + character.len_utf8();
    Fault::at(
        place,
        match character {
            '=' | '<' | '>' => "nothing is compared or assigned here; give values in `vars`, and subtract to compare",
            '{' | '}' => "only round brackets group; lists go into functions, such as sum([1, 2, 3])",
            '$' | '€' | '£' | '¥' => "there are no currencies here; leave the sign out",
            ';' | '\n' => "give one expression at a time",
            '\'' | '"' => "write units by their names, such as 5 ft 11 in",
            '|' | '&' | '~' => "there are no logical operators here; abs(x) is the absolute value",
            _ => "this character means nothing in an expression",
        },
    )
}

fn name(rest: &str) -> (Kind, usize) {
    let length = rest
        .find(|character: char| !(character.is_alphanumeric() || character == '_') || matches!(character, '²' | '³'))
        .unwrap_or(rest.len());
    let name = rest.get(..length).unwrap_or_default();
    (if name == "π" { Kind::Name("pi".to_owned()) } else { Kind::Name(name.to_owned()) }, length)
}

/// `°C` and `°F` are the scales; `°` alone is the angle.
fn degree(rest: &str) -> (Kind, usize) {
    let after: Vec<char> = rest.chars().skip(1).take(2).collect();
    let ends = |index: usize| after.get(index).is_none_or(|next| !next.is_alphanumeric());
    match after.first() {
        Some('C') if ends(1) => (Kind::Name("degC".to_owned()), "°C".len()),
        Some('F') if ends(1) => (Kind::Name("degF".to_owned()), "°F".len()),
        _ => (Kind::Name("deg".to_owned()), "°".len()),
    }
}

/// The length of everything that a reader would take for one number.
fn number_length(rest: &str) -> usize {
    rest.find(|character: char| !(character.is_ascii_alphanumeric() || matches!(character, '.' | '_')))
        .unwrap_or(rest.len())
}

fn number(rest: &str) -> Found<(Kind, usize)> {
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0O", 8)] {
        let Some(digits) = rest.strip_prefix(prefix) else { continue };
        if !digits.starts_with(|first: char| first.is_digit(radix)) {
            continue;
        }
        let length = digits.find(|next: char| !(next.is_ascii_alphanumeric() || next == '_')).unwrap_or(digits.len());
        let plain = digits.get(..length).unwrap_or_default().replace('_', "");
        let value = UBig::from_str_radix(&plain, radix)
            .map_err(|_| Fault::new(format!("these are not all digits of base {radix}")))?;
        return Ok((Kind::Number(RBig::from(value)), prefix.len() + length));
    }
    let whole = digits(rest);
    let after = rest.get(whole..).unwrap_or_default();
    let part = after.strip_prefix('.').map_or(0, |part| 1 + digits(part));
    let mantissa = whole + part;
    let after = rest.get(mantissa..).unwrap_or_default();
    if after.starts_with('.') {
        return Err(Fault::new("a number has one decimal point; thousands are not separated by points"));
    }
    let power = exponent(after);
    let written = rest.get(..mantissa).unwrap_or_default().replace('_', "");
    let (before, behind) = written.split_once('.').unwrap_or((&written, ""));
    let shown = rest.get(mantissa + 1..mantissa + power).unwrap_or_default();
    let exponent: i64 = if power == 0 { 0 } else { shown.parse().unwrap_or(i64::MAX) };
    if exponent.unsigned_abs() > MOST_DIGITS as u64 || written.len() > MOST_DIGITS {
        return Err(Fault::new(format!("numbers of more than {MOST_DIGITS} digits are too large")));
    }
    let all = format!("{before}{behind}");
    let value: IBig = all.parse().map_err(|_| Fault::new("this is not a number"))?;
    let shift = exponent - i64::try_from(behind.len()).unwrap_or(i64::MAX);
    let scale = UBig::from(10_u8).pow(usize::try_from(shift.unsigned_abs()).unwrap_or(MOST_DIGITS));
    let value = if shift < 0 { RBig::from_parts(value, scale) } else { RBig::from(value * IBig::from(scale)) };
    Ok((Kind::Number(value), mantissa + power))
}

/// The length of the digits in front, which may be grouped by `_`.
fn digits(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut length = 0;
    while let Some(byte) = bytes.get(length) {
        let groups = *byte == b'_' && length > 0 && bytes.get(length + 1).is_some_and(u8::is_ascii_digit);
        if !byte.is_ascii_digit() && !groups {
            break;
        }
        length += 1;
    }
    length
}

/// The length of `e-9` and the like; 0 if there is none, as in `2 e`.
fn exponent(text: &str) -> usize {
    let Some(body) = text.strip_prefix(['e', 'E']) else { return 0 };
    let sign = usize::from(body.starts_with(['+', '-']));
    match digits(body.get(sign..).unwrap_or_default()) {
        0 => 0,
        length if body.contains('_') && body.get(..sign + length).is_some_and(|body| body.contains('_')) => 0,
        length => 1 + sign + length,
    }
}
