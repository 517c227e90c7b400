//! JSON text as values, with every digit of its numbers.
//!
//! One text may hold several values one after another, as in JSON Lines. `NaN`, `Infinity` and `-Infinity`, which some
//! programs write, are read.

use hifijson::token::{Expect, Lex as _};
use std::collections::HashSet;

use bytes::Bytes;
use hifijson::num::LexWrite as _;
use hifijson::str::LexAlloc as _;
use hifijson::{Read as _, SliceLexer};
use jaq_json::{Map, Num, Val};
use num_traits::ToPrimitive as _;

/// Arrays and objects may be nested this deep. Queries recurse as deep as their input.
pub(crate) const DEEPEST: usize = 256;

/// Whole numbers with more digits are kept as they are, but compare and calculate as doubles.
const LONGEST_INTEGER: usize = 300;

/// Why a text is not JSON, and where.
#[derive(Debug, PartialEq)]
pub(crate) struct Malformed {
    pub(crate) offset: usize,
    pub(crate) message: String,
}

/// The first name that stands twice in one object. The last of its values is kept.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Repeated {
    pub(crate) names: u64,
    pub(crate) first: String,
    pub(crate) offset: usize,
}

/// The values of a text, read one at a time.
pub(crate) struct Values<'a> {
    text: &'a [u8],
    lexer: SliceLexer<'a>,
    failed: bool,
    pub(crate) repeated: Repeated,
    /// The names of members so far: the objects of a document mostly have the same, and then share their memory.
    names: HashSet<Bytes>,
    /// Where the value that was read last begins.
    pub(crate) offset: usize,
}

impl<'a> Values<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            lexer: SliceLexer::new(text),
            failed: false,
            repeated: Repeated::default(),
            names: HashSet::new(),
            offset: 0,
        }
    }

    /// The bytes of the text that have been read.
    pub(crate) fn consumed(&self) -> usize {
        self.text.len() - self.lexer.as_slice().len()
    }

    fn read(&mut self, next: u8) -> Result<Val, Malformed> {
        self.offset = self.consumed();
        let whole = self.text.len();
        let mut reading =
            Reading { whole, repeated: &mut self.repeated, names: &mut self.names, depth: 0, deepest: None };
        let value = reading.value(next, &mut self.lexer);
        let deepest = reading.deepest;
        value.map_err(|error| match deepest {
            Some(offset) => {
                Malformed { offset, message: format!("arrays and objects are nested more than {DEEPEST} deep") }
            }
            None => Malformed { offset: self.consumed(), message: error.to_string() },
        })
    }
}

impl Iterator for Values<'_> {
    type Item = Result<Val, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.lexer.ws_peek()?;
        let read = self.read(next);
        self.failed = read.is_err();
        Some(read)
    }
}

struct Reading<'a> {
    whole: usize,
    repeated: &'a mut Repeated,
    names: &'a mut HashSet<Bytes>,
    depth: usize,
    deepest: Option<usize>,
}

/// Different names that are kept to be shared.
const SHARED_NAMES: usize = 4_096;

impl Reading<'_> {
    fn value(&mut self, next: u8, lexer: &mut SliceLexer<'_>) -> Result<Val, hifijson::Error> {
        Ok(match next {
            b'n' if lexer.strip_prefix(b"null") => Val::Null,
            b't' if lexer.strip_prefix(b"true") => Val::Bool(true),
            b'f' if lexer.strip_prefix(b"false") => Val::Bool(false),
            b'N' if lexer.strip_prefix(b"NaN") => Val::Num(Num::Float(f64::NAN)),
            b'I' if lexer.strip_prefix(b"Infinity") => Val::Num(Num::Float(f64::INFINITY)),
            b'-' if lexer.strip_prefix(b"-Infinity") => Val::Num(Num::Float(f64::NEG_INFINITY)),
            b'0'..=b'9' | b'-' => Val::Num(number(lexer)?),
            b'"' => Val::from(lexer.discarded().str_string()?.into_owned()),
            b'[' => {
                self.deeper(lexer)?;
                let mut items = Vec::new();
                lexer.discarded().seq(b']', SliceLexer::ws_peek, |next, lexer| {
                    items.push(self.value(next, lexer)?);
                    Ok::<_, hifijson::Error>(())
                })?;
                self.depth -= 1;
                items.into_iter().collect()
            }
            b'{' => {
                self.deeper(lexer)?;
                let mut members = Map::default();
                lexer
                    .discarded()
                    .seq(b'}', SliceLexer::ws_peek, |next, lexer| self.member(next, lexer, &mut members))?;
                self.depth -= 1;
                Val::obj(members)
            }
            _ => return Err(Expect::Value.into()),
        })
    }

    fn member(&mut self, next: u8, lexer: &mut SliceLexer<'_>, members: &mut Map) -> Result<(), hifijson::Error> {
        if next != b'"' {
            return Err(Expect::String.into());
        }
        let offset = self.whole - lexer.as_slice().len();
        let name = lexer.discarded().str_string()?;
        let name = self.shared(name.as_bytes());
        lexer.expect(SliceLexer::ws_peek, b':').ok_or(Expect::Colon)?;
        let next = lexer.ws_peek().ok_or(Expect::Value)?;
        let value = self.value(next, lexer)?;
        if members.insert(Val::utf8_str(name.clone()), value).is_some() {
            if self.repeated.names == 0 {
                self.repeated.first = String::from_utf8_lossy(&name).into_owned();
                self.repeated.offset = offset;
            }
            self.repeated.names += 1;
        }
        Ok(())
    }

    fn shared(&mut self, name: &[u8]) -> Bytes {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        let new = Bytes::copy_from_slice(name);
        if self.names.len() < SHARED_NAMES {
            self.names.insert(new.clone());
        }
        new
    }

    fn deeper(&mut self, lexer: &SliceLexer<'_>) -> Result<(), hifijson::Error> {
        self.depth += 1;
        if self.depth > DEEPEST {
            self.deepest = Some(self.whole - lexer.as_slice().len());
            return Err(hifijson::Error::Depth);
        }
        Ok(())
    }
}

fn number(lexer: &mut SliceLexer<'_>) -> Result<Num, hifijson::Error> {
    let (text, parts) = lexer.num_string().validated()?;
    let whole = if parts.is_int() && text != "-0" && text.len() <= LONGEST_INTEGER {
        Num::from_str_radix(text, 10)
    } else {
        None
    };
    Ok(whole.unwrap_or_else(|| Num::Dec(text.to_owned().into())))
}

/// The double nearest to a number.
pub(crate) fn to_f64(number: &Num) -> f64 {
    match number {
        Num::Int(number) => *number as f64,
        Num::BigInt(number) => number.to_f64().unwrap_or(f64::NAN),
        Num::Float(number) => *number,
        Num::Dec(text) => text.parse().unwrap_or(f64::NAN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, Malformed> {
        Values::new(text.as_bytes()).map(|value| value.map(|value| value.to_string())).collect()
    }

    #[test]
    fn values_keep_their_digits_and_order() {
        let text = r#"{"b":12345678901234567890123,"a":[1.10,-0.0,1e400,null,true],"é":"\u00e9\n"}"#;
        assert_eq!(read(text).unwrap(), [r#"{"b":12345678901234567890123,"a":[1.10,-0.0,1e400,null,true],"é":"é\n"}"#]);
    }

    #[test]
    fn several_values_may_follow_each_other() {
        assert_eq!(read("1\n[2]\r\n{}  \"x\"").unwrap(), ["1", "[2]", "{}", "\"x\""]);
        assert_eq!(read(" \n").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn repeated_names_keep_the_last_value() {
        let text = br#"{"a":1,"b":2,"a":3} {"b":1,"b":2}"#;
        let mut values = Values::new(text);
        assert_eq!(values.next().unwrap().unwrap().to_string(), r#"{"a":3,"b":2}"#);
        assert!(values.next().is_some() && values.next().is_none());
        assert_eq!(values.repeated, Repeated { names: 2, first: "a".to_owned(), offset: 13 });
    }

    #[test]
    fn errors_say_where() {
        for (text, offset) in
            [("[1,]", 3), ("{\"a\" 1}", 5), ("[1 2]", 3), ("tru", 0), ("\"a", 2), ("{'a':1}", 1), ("01", 1), ("1.", 2)]
        {
            let outcome = read(text);
            match text {
                "01" => assert_eq!(outcome.unwrap(), ["0", "1"]),
                _ => assert_eq!(outcome.unwrap_err().offset, offset, "{text}"),
            }
        }
    }

    #[test]
    fn deep_nesting_is_refused_before_the_stack_is() {
        let fits = format!("{}{}", "[".repeat(DEEPEST), "]".repeat(DEEPEST));
        assert!(read(&fits).is_ok());
        let error = read(&"[".repeat(1_000_000)).unwrap_err();
        assert!(error.message.contains("more than 256 deep") && error.offset == DEEPEST);
        assert!(read(&"{\"a\":".repeat(1_000_000)).is_err());
    }

    #[test]
    fn numbers_beyond_reason_are_kept_as_text() {
        let long = "9".repeat(100_000);
        assert_eq!(read(&long).unwrap(), [long]);
    }
}
