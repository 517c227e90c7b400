//! This keeps answers that can be given again: those of idempotent tools, for the same arguments, over the same files.
//!
//! A call gets here only after every gate has let it pass. What failed, what had nothing to do and what changed
//! anything is never kept.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::Admitted;
use crate::chat::Chat;
use crate::outcome::{Outcome, Status};

/// What makes two calls the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Sameness {
    digest: String,
    /// The arguments with their keys in order and numbers and white space in one form.
    arguments: String,
    chat: String,
    user: Option<String>,
}

impl Sameness {
    /// What makes a call the same as another, if its tool is idempotent in this use.
    pub(super) fn of(chat: &Chat, call: &Admitted) -> Option<Self> {
        if !call.idempotent {
            return None;
        }
        let arguments = serde_json::from_str::<Value>(&call.arguments).ok()?;
        Some(Self {
            digest: call.tool.digest().to_owned(),
            arguments: in_order(arguments).to_string(),
            chat: chat.name().to_owned(),
            user: chat.user().map(str::to_owned),
        })
    }
}

fn in_order(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut entries: Vec<(String, Value)> = object.into_iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(entries.into_iter().map(|(key, value)| (key, in_order(value))).collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(in_order).collect()),
        other => other,
    }
}

/// The latest answers of a host.
#[derive(Debug)]
pub(crate) struct Answers {
    most: usize,
    /// The latest last.
    kept: Mutex<VecDeque<Kept>>,
}

#[derive(Debug)]
struct Kept {
    sameness: Sameness,
    generation: u64,
    until: Instant,
    outcome: Outcome,
}

impl Answers {
    /// Keeps so many answers; none with 0.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, kept: Mutex::default() }
    }

    /// The answer to the same call over the same generation of the chat's files.
    pub(super) fn get(&self, chat: &Chat, call: &Admitted) -> Option<Outcome> {
        if self.most == 0 || call.tool.metadata().cache_seconds == 0 {
            return None;
        }
        let sameness = Sameness::of(chat, call)?;
        let generation = chat.state().files().generation();
        let now = Instant::now();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|answer| now < answer.until);
        let same = kept.iter().find(|answer| answer.sameness == sameness && answer.generation == generation)?;
        Some(again(&same.outcome, &call.call_id))
    }

    /// Keeps an answer, if it can be given again. `generation` is that from before the call.
    pub(super) fn put(&self, chat: &Chat, call: &Admitted, generation: u64, outcome: &Outcome) {
        let seconds = call.tool.metadata().cache_seconds;
        if self.most == 0 || seconds == 0 || outcome.status != Status::Ok || !outcome.files.is_empty() {
            return;
        }
        let Some(sameness) = Sameness::of(chat, call) else { return };
        let until = Instant::now() + Duration::from_secs(seconds.into());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|answer| answer.sameness != sameness);
        if kept.len() >= self.most {
            kept.pop_front();
        }
        kept.push_back(Kept { sameness, generation, until, outcome: outcome.clone() });
    }

    /// Whether answers are kept at all.
    pub(super) fn is_on(&self) -> bool {
        self.most > 0
    }
}

/// The same answer under another call's identifier. It took nothing.
pub(super) fn again(outcome: &Outcome, call_id: &str) -> Outcome {
    Outcome { call_id: call_id.to_owned(), usage: crate::Usage::default(), reused: true, ..outcome.clone() }
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn the_order_of_keys_makes_no_difference_and_that_of_items_does() {
        let form = |text| in_order(serde_json::from_str(text).expect("JSON")).to_string();
        assert_eq!(form(r#"{"b": [1, {"d": 1, "c": 2}], "a": 1.0}"#), form(r#"{"a":1.0,"b":[1,{"c":2,"d":1}]}"#));
        assert_ne!(form("[1,2]"), form("[2,1]"));
        assert_ne!(form(r#"{"a":"1"}"#), form(r#"{"a":1}"#));
    }
}
