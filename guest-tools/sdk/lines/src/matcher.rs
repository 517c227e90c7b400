//! ripgrep's matcher with a faster way to lines that may match.

use grep_matcher::{ByteSet, LineMatchKind, LineTerminator, Match, Matcher, NoError};
use grep_regex::{RegexCaptures, RegexMatcher};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::literal::{ExtractKind, Extractor, Seq};

use crate::scan::Scan;

/// The most texts that are looked for at once.
const MOST_LITERALS: usize = 64;
/// The most that is extracted before that is decided.
const MOST_EXTRACTED: usize = 250;
const LONGEST_LITERAL: usize = 8;

/// A compiled pattern.
#[derive(Debug)]
pub struct LineMatcher {
    regex: RegexMatcher,
    /// None if there are no texts of which every match has one, or only one: for that the regular expression's own
    /// search is fast.
    fast: Option<Fast>,
}

/// A search for texts of which every match has one.
#[derive(Debug)]
struct Fast {
    scan: Scan,
    /// Whether each of the texts is a match.
    is_exact: bool,
}

impl LineMatcher {
    /// `pattern` is the regular expression that `regex` was compiled from.
    pub(crate) fn new(regex: RegexMatcher, pattern: &str, ignore_case: bool) -> Self {
        Self { regex, fast: fast(pattern, ignore_case) }
    }
}

fn fast(pattern: &str, ignore_case: bool) -> Option<Fast> {
    let mut parser = ParserBuilder::new().utf8(false).multi_line(true).crlf(true).case_insensitive(ignore_case).build();
    let hir = parser.parse(pattern).ok()?;
    [ExtractKind::Prefix, ExtractKind::Suffix].into_iter().find_map(|kind| {
        let mut literals = Extractor::new().kind(kind.clone()).limit_total(MOST_EXTRACTED).extract(&hir);
        shorten(&mut literals, &kind);
        let is_exact = literals.is_exact() && hir.properties().look_set().is_empty();
        let texts: Vec<Vec<u8>> = literals.literals()?.iter().map(|literal| literal.as_bytes().to_vec()).collect();
        if texts.len() < 2 || texts.len() > MOST_LITERALS {
            return None;
        }
        Some(Fast { scan: Scan::new(texts)?, is_exact })
    })
}

/// Cuts literals until there are few enough. Shorter ones are found more often and miss nothing.
fn shorten(literals: &mut Seq, kind: &ExtractKind) {
    for length in (2..=LONGEST_LITERAL).rev() {
        match kind {
            ExtractKind::Suffix => literals.keep_last_bytes(length),
            _ => literals.keep_first_bytes(length),
        }
        literals.sort();
        literals.dedup();
        if literals.len().is_none_or(|count| count <= MOST_LITERALS) {
            return;
        }
    }
}

impl Matcher for LineMatcher {
    type Captures = RegexCaptures;
    type Error = NoError;

    fn find_at(&self, haystack: &[u8], at: usize) -> Result<Option<Match>, NoError> {
        self.regex.find_at(haystack, at)
    }

    fn new_captures(&self) -> Result<RegexCaptures, NoError> {
        self.regex.new_captures()
    }

    fn captures_at(&self, haystack: &[u8], at: usize, captures: &mut RegexCaptures) -> Result<bool, NoError> {
        self.regex.captures_at(haystack, at, captures)
    }

    fn is_match_at(&self, haystack: &[u8], at: usize) -> Result<bool, NoError> {
        self.regex.is_match_at(haystack, at)
    }

    fn shortest_match_at(&self, haystack: &[u8], at: usize) -> Result<Option<usize>, NoError> {
        self.regex.shortest_match_at(haystack, at)
    }

    fn non_matching_bytes(&self) -> Option<&ByteSet> {
        self.regex.non_matching_bytes()
    }

    fn line_terminator(&self) -> Option<LineTerminator> {
        self.regex.line_terminator()
    }

    fn find_candidate_line(&self, haystack: &[u8]) -> Result<Option<LineMatchKind>, NoError> {
        match &self.fast {
            Some(Fast { scan, is_exact: true }) => Ok(scan.find(haystack).map(LineMatchKind::Confirmed)),
            Some(Fast { scan, is_exact: false }) => Ok(scan.find(haystack).map(LineMatchKind::Candidate)),
            None => self.regex.find_candidate_line(haystack),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fast;

    #[test]
    fn patterns_of_several_texts_have_a_faster_way() {
        for pattern in [
            "TODO|FIXME",
            "(?i)error",
            r"\b(?:error|warn)\w+",
            r"\w+(?:Error|Exception)$",
            "x(?:ab|cd)+",
            "averyverylong|anotherverylong",
        ] {
            assert!(fast(pattern, false).is_some(), "{pattern}");
        }
        assert!(fast("error", true).is_some());
        for (pattern, is_exact) in [("error|warn", true), ("error|warn$", false), ("(error|warn).", false)] {
            assert_eq!(fast(pattern, false).map(|fast| fast.is_exact), Some(is_exact), "{pattern}");
        }
        for pattern in ["error", ".", r"\d+", "a|b", "a*", "x?y?", "(?:ab|cd)?", ""] {
            assert!(fast(pattern, false).is_none(), "{pattern}");
        }
    }
}
