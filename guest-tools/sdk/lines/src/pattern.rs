//! The pattern as ripgrep's matcher, which takes time linear in the text whatever the pattern is.

use std::borrow::Cow;

use grep_regex::{ErrorKind, RegexMatcherBuilder};

use toolhost_sdk::prelude::*;

use crate::matcher::LineMatcher;

/// What a compiled pattern may take. A nest of counted repetitions is refused rather than expanded.
const COMPILED_BYTES: usize = 16 * 1024 * 1024;

/// A pattern as a model writes it.
#[derive(Debug, Clone, Copy)]
pub struct Pattern<'a> {
    /// The pattern's text.
    pub text: &'a str,
    /// The name of the parameter that holds it.
    pub parameter: &'a str,
    /// Whether it is a regular expression. If not, it stands for itself.
    pub is_regex: bool,
    /// Whether upper and lower case are the same.
    pub ignore_case: bool,
}

/// Compiles a pattern. Matches never span lines.
///
/// # Errors
/// `invalid-arguments`, saying what is wrong with the pattern.
pub fn matcher(pattern: Pattern<'_>) -> Result<LineMatcher, ToolError> {
    let Pattern { text, parameter, is_regex, ignore_case } = pattern;
    let refused = |reason: String| ToolError::invalid(format!("/{parameter}"), format!("{parameter} {reason}"));
    if text.is_empty() {
        return Err(refused("is empty; `read` shows a whole file".to_owned()));
    }
    let expression = if is_regex { Cow::Borrowed(text) } else { Cow::Owned(regex_syntax::escape(text)) };
    let compiled = RegexMatcherBuilder::new()
        .case_insensitive(ignore_case)
        .multi_line(true)
        .crlf(true)
        .size_limit(COMPILED_BYTES)
        .build(&expression)
        .map_err(|error| refused(explanation(error.kind())))?;
    Ok(LineMatcher::new(compiled, &expression, ignore_case))
}

fn explanation(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::NotAllowed(_) => {
            "spans lines, but each line is searched by itself; search for a part that is on one line".to_owned()
        }
        ErrorKind::Regex(text) if text.contains("size limit") => {
            format!("is too big: compiled it needs more than {COMPILED_BYTES} B; use smaller repetitions")
        }
        ErrorKind::Regex(text) => {
            // The parser draws a picture of several lines; the last one says what is wrong.
            let reason = text.lines().last().unwrap_or_default().trim_start_matches("error: ").trim_end_matches('.');
            format!("is no regular expression: {reason}; with regex=false it is searched for as it is")
        }
        other => format!("is not usable: {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grep_matcher::Matcher as _;
    use proptest::prelude::*;

    fn compiled(text: &str, is_regex: bool, ignore_case: bool) -> Result<LineMatcher, ToolError> {
        matcher(Pattern { text, parameter: "pattern", is_regex, ignore_case })
    }

    fn refusal(text: &str) -> String {
        compiled(text, true, false).expect_err(text).message().to_owned()
    }

    fn matches(text: &str, is_regex: bool, ignore_case: bool, line: &[u8]) -> bool {
        compiled(text, is_regex, ignore_case).is_ok_and(|matcher| matcher.is_match(line).unwrap_or(false))
    }

    #[test]
    fn bad_patterns_are_explained() {
        assert!(refusal("a(b").starts_with("pattern is no regular expression: unclosed group;"));
        assert!(refusal(r"(?=a)").contains("look-around"));
        assert!(refusal(r"(a)\1").contains("backreferences"));
        assert!(refusal("a\nb").starts_with("pattern spans lines"));
        assert!(refusal(r"a\nb").starts_with("pattern spans lines"));
        assert!(refusal(r"((a{1000}){1000}){1000}").starts_with("pattern is too big"));
        assert!(refusal("").starts_with("pattern is empty"));
    }

    #[test]
    fn patterns_are_taken_literally_on_demand() {
        assert!(matches("a(b", false, false, b"x a(b"));
        assert!(matches("STRASSE", false, true, b"strasse") && !matches("STRASSE", false, false, b"strasse"));
        assert!(matches("x$", true, false, b"ends in x\r\n"));
    }

    proptest! {
        #[test]
        fn any_pattern_compiles_or_is_explained(text in r"[a-c(){}\[\]*+?|\\^$.,0-9\n\r]{0,20}", is_regex: bool) {
            if let Err(error) = compiled(&text, is_regex, true) {
                prop_assert!(!error.violations().is_empty());
            }
        }
    }
}
