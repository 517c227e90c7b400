//! This gives everybody who has a chat open the same value for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// One value for each chat that is open.
#[derive(Debug)]
pub(crate) struct PerChat<T> {
    by_chat: Mutex<HashMap<Arc<str>, Weak<T>>>,
}

impl<T> Default for PerChat<T> {
    fn default() -> Self {
        Self { by_chat: Mutex::default() }
    }
}

impl<T> PerChat<T> {
    /// The value of a chat, made if nobody has the chat open.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn of<E>(&self, chat: &Arc<str>, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let mut by_chat = self.by_chat.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = by_chat.get(chat).and_then(Weak::upgrade) {
            return Ok(value);
        }
        // Closed chats leave an empty entry; sweeping only before the map would grow keeps opening cheap.
        if by_chat.len() == by_chat.capacity() {
            by_chat.retain(|_, value| value.strong_count() > 0);
        }
        let value = Arc::new(make()?);
        by_chat.insert(chat.clone(), Arc::downgrade(&value));
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn number(number: u64) -> impl FnOnce() -> Result<u64, Infallible> {
        move || Ok(number)
    }

    #[test]
    fn a_chat_has_one_value_however_often_it_is_opened() {
        let chats = PerChat::default();
        let (ada, bob): (Arc<str>, Arc<str>) = ("ada".into(), "bob".into());
        let Ok(first) = chats.of(&ada, number(1));
        let Ok(again) = chats.of(&ada, number(2));
        let Ok(other) = chats.of(&bob, number(3));
        assert!(Arc::ptr_eq(&first, &again));
        assert_eq!((*again, *other), (1, 3));
    }

    #[test]
    fn closed_chats_are_forgotten() {
        let chats = PerChat::default();
        for of in 0..10_000 {
            let Ok(value) = chats.of(&of.to_string().into(), number(of));
            drop(value);
        }
        assert!(chats.by_chat.lock().expect("no panic").len() < 100);
    }
}
