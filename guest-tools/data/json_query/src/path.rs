//! Queries in JSONPath (RFC 9535).
//!
//! The library works on a plain copy in which numbers may be rounded; only the places that it finds are used, so that
//! results come from the original with every digit.

use jaq_json::{Num, Val};
use serde_json::Value;
use serde_json_path::{JsonPath, PathElement};

use crate::document::to_f64;

/// A JSONPath that can be applied.
pub(crate) struct Path(JsonPath);

impl Path {
    /// Whether a query is JSONPath: no jq program begins like one.
    pub(crate) fn is_path(query: &str) -> bool {
        query == "$" || ["$.", "$["].iter().any(|start| query.starts_with(start))
    }

    /// Reads a path, or says what is wrong with it and where.
    pub(crate) fn new(query: &str) -> Result<Self, String> {
        JsonPath::parse(query)
            .map(Self)
            .map_err(|error| format!("at character {}: {}", error.position(), error.message()))
    }

    /// The values at the places that the path leads to.
    pub(crate) fn find(&self, input: &Val) -> Vec<Val> {
        let copy = plain(input);
        let places = self.0.query_located(&copy);
        places.locations().filter_map(|place| at(input, place.iter())).collect()
    }
}

fn at<'a>(root: &Val, mut steps: impl Iterator<Item = &'a PathElement<'a>>) -> Option<Val> {
    let found = steps.try_fold(root, |value, step| match (value, step) {
        (Val::Obj(members), PathElement::Name(name)) => members.get(&Val::from((*name).to_owned())),
        (Val::Arr(items), PathElement::Index(index)) => items.get(*index),
        _ => None,
    });
    found.cloned()
}

fn plain(value: &Val) -> Value {
    match value {
        Val::Null => Value::Null,
        Val::Bool(truth) => Value::Bool(*truth),
        Val::Num(Num::Int(number)) => Value::from(*number as i64),
        Val::Num(number) => whole(number).map_or_else(|| Value::from(to_f64(number)), Value::from),
        Val::TStr(bytes) | Val::BStr(bytes) => Value::from(String::from_utf8_lossy(bytes)),
        Val::Arr(items) => items.iter().map(plain).collect(),
        Val::Obj(members) => members.iter().map(|(name, member)| (text(name), plain(member))).collect(),
    }
}

fn whole(number: &Num) -> Option<i64> {
    match number {
        Num::BigInt(number) => i64::try_from(number.as_ref()).ok(),
        _ => None,
    }
}

fn text(name: &Val) -> String {
    match name {
        Val::TStr(bytes) | Val::BStr(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Values;

    fn find(path: &str, input: &str) -> Vec<String> {
        let input = Values::new(input.as_bytes()).next().unwrap().unwrap();
        Path::new(path).unwrap().find(&input).iter().map(ToString::to_string).collect()
    }

    const STORE: &str =
        r#"{"books":[{"t":"A","p":8.95,"id":12345678901234567890123},{"t":"B","p":12.99},{"p":22.50,"t":"C"}]}"#;

    #[test]
    fn paths_find_values_with_all_their_digits() {
        assert_eq!(find("$.books[0].id", STORE), ["12345678901234567890123"]);
        assert_eq!(find("$..t", STORE), ["\"A\"", "\"B\"", "\"C\""]);
        assert_eq!(find("$.books[?@.p > 10].p", STORE), ["12.99", "22.50"]);
        assert_eq!(find("$.books[-1:]['t']", STORE), ["\"C\""]);
        assert_eq!(find("$.books[?length(@.t) == 1 && match(@.t, '[AB]')].t", STORE), ["\"A\"", "\"B\""]);
        assert_eq!(find("$", "[1]"), ["[1]"]);
        assert_eq!(find("$.none", STORE), Vec::<String>::new());
    }

    #[test]
    fn errors_say_where() {
        assert!(Path::new("$.books[").err().unwrap().starts_with("at character "));
        assert!(Path::is_path("$.a") && Path::is_path("$['a']") && !Path::is_path("$x | .a") && !Path::is_path(".a"));
    }
}
