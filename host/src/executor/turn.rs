//! This makes calls of one chat that are not safe beside others wait for each other, whichever step they belong to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// What a call that must run alone holds while it runs.
pub(crate) type Turn = tokio::sync::Mutex<()>;

/// The turns of all chats that are open.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    by_chat: Mutex<HashMap<Arc<str>, Weak<Turn>>>,
}

impl Turns {
    /// The turn of a chat. Everybody who opens the chat gets the same one.
    pub(crate) fn of(&self, chat: &Arc<str>) -> Arc<Turn> {
        let mut by_chat = self.by_chat.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = by_chat.get(chat).and_then(Weak::upgrade) {
            return turn;
        }
        // Closed chats leave an empty entry; sweeping only before the map would grow keeps opening cheap.
        if by_chat.len() == by_chat.capacity() {
            by_chat.retain(|_, turn| turn.strong_count() > 0);
        }
        let turn = Arc::new(Turn::default());
        by_chat.insert(chat.clone(), Arc::downgrade(&turn));
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chat_has_one_turn_however_often_it_is_opened() {
        let turns = Turns::default();
        let (ada, bob): (Arc<str>, Arc<str>) = ("ada".into(), "bob".into());
        let first = turns.of(&ada);
        assert!(Arc::ptr_eq(&first, &turns.of(&ada)));
        assert!(!Arc::ptr_eq(&first, &turns.of(&bob)));
    }

    #[test]
    fn closed_chats_are_forgotten() {
        let turns = Turns::default();
        for number in 0..10_000 {
            drop(turns.of(&number.to_string().into()));
        }
        assert!(turns.by_chat.lock().expect("no panic").len() < 100);
    }
}
