use proptest::prelude::*;

use super::*;
use crate::{Limits, Pattern, matcher};

fn search(pattern: &str, limits: Limits) -> Search {
    let pattern = Pattern { text: pattern, parameter: "pattern", is_regex: true, ignore_case: false };
    Search::new(matcher(pattern).expect("a good pattern"), Found::new(limits), Nul::Binary, 100_000)
}

fn limits(around: usize) -> Limits {
    Limits { offset: 0, limit: 100, room: 4_000, around }
}

fn shown(text: &str, pattern: &str, around: usize) -> String {
    let mut search = search(pattern, limits(around));
    assert!(matches!(search.text("", 0, text.as_bytes()), Searched::Whole));
    search.found.text
}

#[test]
fn matches_come_with_the_lines_around_them() {
    let text = "a\nb\nX\nc\nd\ne\nX\n";
    assert_eq!(shown(text, "X", 1), "2-b\n3:X\n4-c\n--\n6-e\n7:X\n");
    assert_eq!(shown(text, "X", 2), "1-a\n2-b\n3:X\n4-c\n5-d\n6-e\n7:X\n");
    assert_eq!(shown(text, "X", 0), "3:X\n7:X\n");
}

#[test]
fn texts_are_told_apart_by_their_prefix() {
    let mut search = search("X", limits(1));
    search.text("a", 0, &b"X\n1\n"[..]);
    search.text("b", 10, &b"2\r\nX\r\n"[..]);
    assert_eq!(search.found.text, "a:1:X\na-2-1\n--\nb-11-2\nb:12:X\n");
}

#[test]
fn a_page_goes_on_where_the_last_one_ended() {
    let text = "X\n".repeat(5);
    let mut first = search("X", Limits { offset: 0, limit: 2, room: 4_000, around: 2 });
    first.text("", 0, text.as_bytes());
    let found = first.found;
    assert_eq!((found.text.as_str(), found.shown, found.matches, found.next), ("1:X\n2:X\n", 2, 5, Some(3)));
    let mut second = search("X", Limits { offset: 2, limit: 9, room: 4_000, around: 1 });
    second.text("", 0, &b"X\nX\na\nX\nb\n"[..]);
    assert_eq!(second.found.text, "3-a\n4:X\n5-b\n");
}

#[test]
fn the_room_ends_a_page_and_the_first_match_always_fits() {
    let mut search = search("X", Limits { offset: 0, limit: 9, room: 5, around: 0 });
    search.text("", 0, &b"X12345\nX1\nX2\n"[..]);
    assert_eq!((search.found.text.as_str(), search.found.next), ("1:X12345\n", Some(2)));
}

#[test]
fn a_match_in_a_long_line_is_shown() {
    let text = format!("{}needle{}", "ä".repeat(20_000), "ö".repeat(20_000));
    let shown = shown(&text, "needle", 0);
    assert!(shown.contains("äneedleö") && shown.starts_with("1:…ä") && shown.ends_with("ö…\n"), "{shown}");
    assert!(shown.len() < LINE_SHOWN + 20);
}

#[test]
fn a_binary_text_matches_nothing() {
    let mut search = search("X", limits(0));
    assert!(matches!(search.text("", 0, &b"X\nX\0\n"[..]), Searched::Binary));
    assert_eq!((search.found.text.as_str(), search.found.matches), ("", 0));
}

#[test]
fn a_line_that_is_too_long_is_noticed() {
    let mut search = search("X", limits(0));
    assert!(matches!(search.text("", 0, "y".repeat(300_000).as_bytes()), Searched::LongLine));
}

#[test]
fn other_encodings_are_shown_as_well_as_can_be() {
    let mut search = search("caf", limits(0));
    search.text("", 0, &b"caf\xe9 x\n"[..]);
    assert_eq!((search.found.text.as_str(), search.found.is_lossy), ("1:caf\u{fffd} x\n", true));
}

proptest! {
    #[test]
    fn any_bytes_are_searched(bytes in prop::collection::vec(any::<u8>(), 0..300), around in 0_usize..3) {
        search(r"[a-m]+|\xff", limits(around)).text("p", 0, &bytes[..]);
    }

    #[test]
    fn pages_together_show_what_one_page_shows(text in "([aX]{0,3}\n){0,20}", size in 1_u64..4) {
        let mut whole = search("X", limits(0));
        whole.text("", 0, text.as_bytes());
        let mut pieces = String::new();
        let mut offset = 0;
        loop {
            let mut page = search("X", Limits { offset, limit: size, room: 4_000, around: 0 });
            page.text("", 0, text.as_bytes());
            pieces.push_str(&page.found.text);
            offset += page.found.shown;
            if page.found.next.is_none() {
                break;
            }
        }
        prop_assert_eq!(pieces, whole.found.text);
    }

    #[test]
    fn the_fast_way_finds_the_same_lines(
        lines in prop::collection::vec("[abAB ]{0,12}", 0..30),
        pattern in prop::sample::select(vec!["ab|ba", "(?i)aab", "b+(ab|aa)$", "^(ab|b b)", "(AB|ab)[^a]*b", "(a|b)(b|a)(A|B)"]),
    ) {
        let plain = grep_regex::RegexMatcherBuilder::new().multi_line(true).build(pattern).expect("a good pattern");
        let expected: Vec<String> = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| grep_matcher::Matcher::is_match(&plain, line.as_bytes()).expect("no error"))
            .map(|(index, line)| format!("{}:{line}\n", index + 1))
            .collect();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        prop_assert_eq!(shown(&text, pattern, 0), expected.concat());
    }
}
