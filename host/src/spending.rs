//! This counts what the calls of a chat have cost, over turns and restarts.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::policy::{Budgets, Spent};

/// The sum is written down each time it has grown by this part of the chat's budget, and when the chat is closed: a process
/// that is killed forgets less than that.
const PARTS: u64 = 1_000;

/// What a chat has spent.
#[derive(Debug)]
pub(crate) struct Spending {
    path: PathBuf,
    spent: Mutex<Now>,
}

#[derive(Debug, Default)]
struct Now {
    turn: u64,
    /// Since the chat began. Read when it is first needed.
    chat: Option<u64>,
    written: u64,
}

impl Spending {
    pub(crate) fn of(chat: &Path) -> Self {
        Self { path: chat.join("spent"), spent: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        let mut now = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if now.chat.is_none() {
            let text = std::fs::read_to_string(&self.path).unwrap_or_default();
            now.written = text.trim().parse().unwrap_or_default();
            now.chat = Some(now.written);
        }
        now
    }

    pub(crate) fn now(&self) -> Spent {
        let now = self.lock();
        Spent { step: 0, turn: now.turn, chat: now.chat.unwrap_or_default() }
    }

    /// Spends in the step whose sum is `step`, in the turn and in the chat: all or nothing.
    ///
    /// # Errors
    /// The budget that is used up, its size, and what is left.
    pub(crate) fn spend(&self, step: &mut u64, cost: u64, budgets: &Budgets) -> Result<(), (&'static str, u64, u64)> {
        let mut now = self.lock();
        let mut spent = Spent { step: *step, turn: now.turn, chat: now.chat.unwrap_or_default() };
        spent.spend(cost, budgets)?;
        (*step, now.turn, now.chat) = (spent.step, spent.turn, Some(spent.chat));
        if spent.chat >= now.written.saturating_add((budgets.chat / PARTS).max(1)) {
            self.write(&mut now);
        }
        Ok(())
    }

    /// Gives back what was spent, in the turn and the chat. What a step has spent stays spent: a step is short.
    pub(crate) fn give_back(&self, cost: u64) {
        let mut now = self.lock();
        now.turn = now.turn.saturating_sub(cost);
        now.chat = now.chat.map(|chat| chat.saturating_sub(cost));
    }

    pub(crate) fn begin_turn(&self) {
        self.lock().turn = 0;
    }

    fn write(&self, now: &mut Now) {
        let Some(chat) = now.chat else { return };
        let new = self.path.with_extension("new");
        match std::fs::write(&new, chat.to_string()).and_then(|()| std::fs::rename(&new, &self.path)) {
            Ok(()) => now.written = chat,
            Err(error) => tracing::warn!("cannot write {}: {error}", self.path.display()),
        }
    }
}

impl Drop for Spending {
    fn drop(&mut self) {
        let mut now = std::mem::take(&mut *self.spent.lock().unwrap_or_else(PoisonError::into_inner));
        if now.chat.is_some_and(|chat| chat != now.written) {
            self.write(&mut now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_is_known_after_a_restart() {
        let chat = tempfile::tempdir().expect("a folder");
        let budgets = Budgets { chat: 5, ..Budgets::default() };
        let spending = Spending::of(chat.path());
        let mut step = 0;
        for _ in 0..3 {
            spending.spend(&mut step, 1, &budgets).expect("there is budget");
        }
        // Killed, not closed.
        std::mem::forget(spending);
        let again = Spending::of(chat.path());
        assert_eq!(again.now().chat, 3);
        again.spend(&mut step, 2, &budgets).expect("there is budget");
        assert_eq!(again.spend(&mut step, 1, &budgets), Err(("chat", 5, 0)));
    }
}
