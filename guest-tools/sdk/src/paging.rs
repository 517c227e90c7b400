//! Fitting text into an answer.

use crate::Call;

/// The most bytes of text that an answer brings on its own account: a page that a model can take in at once.
const PAGE: usize = 48 * 1024;

/// How many bytes of text an answer to this call has room for, a little space for closing words not counted.
pub fn room(call: &Call) -> usize {
    // The host counts the bytes of all parts. What is kept back is for notes at the end.
    call.output_limit().saturating_sub(call.output_limit() / 16).min(PAGE)
}

/// A text of at most `room` bytes that ends at the end of a line. What is left out is counted in a last line, which
/// comes on top. A single line longer than the room is cut within.
pub fn clip_lines(text: String, room: usize) -> String {
    if text.len() <= room {
        return text;
    }
    let fitting = text.get(..text.floor_char_boundary(room)).unwrap_or_default();
    let kept = match fitting.rfind('\n') {
        Some(end) => fitting.get(..=end).unwrap_or_default(),
        None => fitting,
    };
    let left = text.get(kept.len()..).unwrap_or_default();
    let line_end = if kept.ends_with('\n') { "" } else { "\n" };
    format!("{kept}{line_end}[{} more lines, {} B, left out]\n", left.lines().count(), left.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_is_less_than_the_limit() {
        assert_eq!(room(&Call::for_tests(16_000)), 15_000);
        assert_eq!(room(&Call::for_tests(u32::MAX)), PAGE);
        assert_eq!(room(&Call::for_tests(0)), 0);
    }

    #[test]
    fn a_text_ends_at_the_end_of_a_line() {
        let text = "one\ntwo\nthree\n".to_owned();
        assert_eq!(clip_lines(text.clone(), 14), text);
        assert_eq!(clip_lines(text.clone(), 9), "one\ntwo\n[1 more lines, 6 B, left out]\n");
        assert_eq!(clip_lines(text, 2), "on\n[3 more lines, 12 B, left out]\n");
        assert_eq!(clip_lines("äö".to_owned(), 3), "ä\n[1 more lines, 2 B, left out]\n");
    }
}
