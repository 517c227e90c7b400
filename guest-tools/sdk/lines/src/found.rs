//! The lines that a search shows: from an offset on, up to a limit, as many as an answer has room for.

/// How much is shown of what is found.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Matching lines to pass over.
    pub offset: u64,
    /// Matching lines to show.
    pub limit: u64,
    /// Bytes of text to show.
    pub room: usize,
    /// Lines to show before and after each match.
    pub around: usize,
}

/// What a search found so far, over all texts.
#[derive(Debug)]
pub struct Found {
    /// The lines to show.
    pub text: String,
    /// Matching lines, shown or not.
    pub matches: u64,
    /// Matching lines in `text`.
    pub shown: u64,
    /// The number, from 1, of the first matching line that came after the last one shown and is not shown, in the
    /// text where it was found. None if everything from the offset on is shown.
    pub next: Option<u64>,
    /// Whether lines were shown that have bytes which are not UTF-8. They stand as �.
    pub is_lossy: bool,
    limits: Limits,
}

impl Found {
    /// Nothing yet.
    pub fn new(limits: Limits) -> Self {
        Self { text: String::new(), matches: 0, shown: 0, next: None, is_lossy: false, limits }
    }

    /// How much is shown.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Where this stands, to go back to.
    pub(crate) fn mark(&self) -> Mark {
        Mark { text: self.text.len(), matches: self.matches, shown: self.shown, next: self.next }
    }

    /// Forgets what came after a mark.
    pub(crate) fn return_to(&mut self, mark: &Mark) {
        self.text.truncate(mark.text);
        self.matches = mark.matches;
        self.shown = mark.shown;
        self.next = mark.next;
    }

    /// Counts one more matching line and says whether it is to be shown.
    pub(crate) fn takes_match(&mut self, number: u64) -> bool {
        self.matches += 1;
        if self.matches <= self.limits.offset || self.next.is_some() {
            return false;
        }
        if self.shown >= self.limits.limit {
            self.next = Some(number);
        }
        self.next.is_none()
    }

    /// Adds the lines of one match. The first match is added even if there is no room, so that paging gets ahead.
    pub(crate) fn add(&mut self, number: u64, lines: &str) -> bool {
        if self.shown > 0 && self.text.len() + lines.len() > self.limits.room {
            self.next = Some(number);
            return false;
        }
        self.text.push_str(lines);
        self.shown += 1;
        true
    }

    /// Adds a line after a match if there is room.
    pub(crate) fn add_after(&mut self, line: &str) -> bool {
        let has_room = self.text.len() + line.len() <= self.limits.room;
        if has_room {
            self.text.push_str(line);
        }
        has_room
    }
}

/// A point in a search.
#[derive(Debug)]
pub(crate) struct Mark {
    text: usize,
    matches: u64,
    shown: u64,
    next: Option<u64>,
}
