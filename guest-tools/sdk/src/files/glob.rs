//! Patterns of file names.

use glob::{MatchOptions, Pattern};

use crate::ToolError;

/// What braces may stand for altogether.
const MOST_ALTERNATIVES: usize = 256;

const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: false };

/// A pattern of file names: `*` and `?` stay within a part of a path, `**` spans parts, and there are `[a-z]`,
/// `[!a-z]` and `{a,b}`; a `!` in front turns it around. A pattern without `/` is compared with a file's name alone,
/// one with `/` with the path below the folder that is searched.
#[derive(Debug, Clone)]
pub struct Glob {
    alternatives: Vec<Pattern>,
    is_negated: bool,
    by_path: bool,
    ignore_case: bool,
}

impl Glob {
    /// Parses a pattern. `pointer` is the JSON Pointer of the argument that it comes from.
    ///
    /// # Errors
    /// `invalid-arguments`, saying what is wrong with the pattern.
    pub fn parse(pattern: &str, pointer: &str, ignore_case: bool) -> Result<Self, ToolError> {
        let refused = |reason: &str| {
            let shown: String = pattern.chars().take(80).flat_map(char::escape_debug).collect();
            let message =
                format!("`{shown}` is no glob: {reason}; write for example *.txt, data/**/*.csv or {{a,b}}.*");
            ToolError::invalid(pointer, message)
        };
        let rest = pattern.strip_prefix('!').unwrap_or(pattern);
        let trimmed = rest.trim_start_matches("./").trim_matches('/');
        if trimmed.is_empty() {
            return Err(refused("it is empty"));
        }
        let cased = if ignore_case { trimmed.to_lowercase() } else { trimmed.to_owned() };
        let alternatives = expand(&cased).map_err(refused)?;
        let alternatives: Result<Vec<Pattern>, _> = alternatives.iter().map(|one| Pattern::new(one)).collect();
        Ok(Self {
            alternatives: alternatives.map_err(|error| refused(error.msg))?,
            is_negated: rest.len() < pattern.len(),
            by_path: trimmed.contains('/'),
            ignore_case,
        })
    }

    /// Whether a path below the folder that is searched matches.
    pub fn matches(&self, path: &str) -> bool {
        let compared = if self.by_path { path } else { path.rsplit('/').next().unwrap_or(path) };
        let matches_any = |text: &str| self.alternatives.iter().any(|one| one.matches_with(text, OPTIONS));
        let matches = if self.ignore_case { matches_any(&compared.to_lowercase()) } else { matches_any(compared) };
        matches != self.is_negated
    }
}

/// Writes out `{a,b}`, innermost braces last. Braces within `[…]` are characters.
fn expand(pattern: &str) -> Result<Vec<String>, &'static str> {
    let mut open = vec![pattern.to_owned()];
    let mut done = Vec::new();
    while let Some(next) = open.pop() {
        match first_braces(&next)? {
            None => done.push(next),
            Some(Braces { start, commas, end }) => {
                let part = |from: usize, to: usize| next.get(from..to).unwrap_or_default();
                let mut from = start + 1;
                for to in commas.into_iter().chain([end]) {
                    open.push([part(0, start), part(from, to), part(end + 1, next.len())].concat());
                    from = to + 1;
                }
            }
        }
        if open.len() + done.len() > MOST_ALTERNATIVES {
            return Err("its braces stand for too many alternatives");
        }
    }
    Ok(done)
}

/// Where braces and the commas directly in them are.
struct Braces {
    start: usize,
    commas: Vec<usize>,
    end: usize,
}

/// The first outermost braces.
fn first_braces(pattern: &str) -> Result<Option<Braces>, &'static str> {
    let mut class_start = None;
    let mut depth = 0_usize;
    let mut found: Option<(usize, Vec<usize>)> = None;
    for (at, c) in pattern.char_indices() {
        if let Some(start) = class_start {
            // The first character of a class, after a `!`, is one of its members even if it is `]`.
            let is_first = at == start + 1 || (at == start + 2 && pattern.as_bytes().get(start + 1) == Some(&b'!'));
            if c == ']' && !is_first {
                class_start = None;
            }
            continue;
        }
        match (c, &mut found) {
            ('[', _) => class_start = Some(at),
            ('{', found) => {
                depth += 1;
                found.get_or_insert((at, Vec::new()));
            }
            (',', Some((_, commas))) if depth == 1 => commas.push(at),
            ('}', Some((start, commas))) => {
                depth -= 1;
                if depth == 0 {
                    return Ok(Some(Braces { start: *start, commas: std::mem::take(commas), end: at }));
                }
            }
            _ => {}
        }
    }
    if found.is_some() { Err("an unclosed `{`; to mean the character write [{]") } else { Ok(None) }
}

#[cfg(test)]
mod tests {
    use super::Glob;
    use proptest::prelude::proptest;

    fn matches(pattern: &str, path: &str) -> bool {
        Glob::parse(pattern, "/glob", false).is_ok_and(|glob| glob.matches(path))
    }

    #[test]
    fn names_and_paths() {
        assert!(matches("*.txt", "a/b/c.txt"));
        assert!(!matches("*.txt", "a/b/c.TXT"));
        assert!(Glob::parse("Ä*.txt", "/glob", true).is_ok_and(|glob| glob.matches("äb.TXT")));
        assert!(matches("a/*.txt", "a/c.txt") && !matches("a/*.txt", "a/b/c.txt"));
        assert!(matches("a/**/*.txt", "a/c.txt") && matches("a/**/*.txt", "a/b/d/c.txt"));
        assert!(matches("./a/*.txt", "a/c.txt") && matches("**/b", "a/b") && matches("**", "a/b"));
        assert!(matches("*.{csv,tsv}", "x.tsv") && matches("[!a]?", "bc") && matches(".*", ".env"));
        assert!(matches("*", ".env") && matches("??.txt", "ää.txt") && matches("[ä-ö]", "ö") && matches("日*", "日本"));
        assert!(matches("!*.txt", "a.csv") && !matches("!*.txt", "a.txt"));
    }

    #[test]
    fn braces_are_written_out() {
        assert!(matches("{a,b{1,2}}.txt", "b2.txt") && !matches("{a,b{1,2}}.txt", "b.txt"));
        assert!(matches("x{,y}", "x") && matches("x{,y}", "xy") && matches("{src,lib}/*", "lib/a"));
        assert!(matches("[{]a", "{a") && matches("[]]", "]") && matches("a}", "a}"));
        let many = "{a,b,c,d}".repeat(8);
        let refusal = Glob::parse(&many, "/glob", false).expect_err("too many");
        assert!(refusal.message().contains("too many"), "{refusal}");
    }

    #[test]
    fn bad_globs_are_explained() {
        for (pattern, reason) in
            [("a[", "range"), ("{a", "unclosed"), ("", "empty"), ("!", "empty"), ("a**", "recursive")]
        {
            let refusal = Glob::parse(pattern, "/glob", false).expect_err(pattern);
            assert!(refusal.message().contains(reason), "{refusal}");
        }
    }

    proptest! {
        #[test]
        fn any_pattern_is_compared_or_refused(pattern in r"[a-c*?!{},\[\]\\/^-]{0,12}", path in r"[a-c/]{0,12}") {
            matches(&pattern, &path);
        }

        #[test]
        fn any_text_is_compared_or_refused(pattern in ".*", path in ".*") {
            matches(&pattern, &path);
        }
    }
}
