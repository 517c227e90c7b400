//! This says how many calls a model may make before a person looks again.

use serde::{Deserialize, Serialize};

use crate::catalog::metadata::CostTier;

/// The most that calls may cost together. A call costs by its tier; one that is refused, or answered without running,
/// costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budgets {
    /// For one step of a model.
    pub step: u64,
    /// For one turn: the steps until a person speaks again, which the embedder says with
    /// [`Chat::begin_turn`](crate::Chat::begin_turn). Without a word about it as much as for the chat.
    pub turn: u64,
    /// For the chat's whole life.
    pub chat: u64,
    /// What a call of the tier `low` costs.
    pub low: u64,
    /// What a call of the tier `medium` costs.
    pub medium: u64,
    /// What a call of the tier `high` costs.
    pub high: u64,
}

impl Default for Budgets {
    fn default() -> Self {
        Self { step: 100, turn: 1_000_000, chat: 1_000_000, low: 1, medium: 2, high: 5 }
    }
}

impl Budgets {
    /// What a call of a tier costs.
    pub const fn cost(&self, tier: CostTier) -> u64 {
        match tier {
            CostTier::Low => self.low,
            CostTier::Medium => self.medium,
            CostTier::High | CostTier::Prohibited => self.high,
        }
    }
}

/// What has been spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    pub(crate) step: u64,
    pub(crate) turn: u64,
    pub(crate) chat: u64,
}

impl Spent {
    /// Spends, or says which budget is used up. All or nothing.
    ///
    /// # Errors
    /// The name of the budget, its size and what is left of it.
    pub(crate) fn spend(&mut self, cost: u64, budgets: &Budgets) -> Result<(), (&'static str, u64, u64)> {
        let after = Self {
            step: self.step.saturating_add(cost),
            turn: self.turn.saturating_add(cost),
            chat: self.chat.saturating_add(cost),
        };
        let all = [
            ("step", after.step, budgets.step, self.step),
            ("turn", after.turn, budgets.turn, self.turn),
            ("chat", after.chat, budgets.chat, self.chat),
        ];
        for (name, after, most, before) in all {
            if after > most {
                return Err((name, most, most.saturating_sub(before)));
            }
        }
        *self = after;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_not_spent_in_part() {
        let budgets = Budgets { step: 3, turn: 4, ..Budgets::default() };
        let mut spent = Spent::default();
        assert_eq!(spent.spend(2, &budgets), Ok(()));
        assert_eq!(spent.spend(2, &budgets), Err(("step", 3, 1)));
        assert_eq!(spent, Spent { step: 2, turn: 2, chat: 2 });
        assert_eq!(spent.spend(1, &budgets), Ok(()));
        spent.step = 0;
        assert_eq!(spent.spend(2, &budgets), Err(("turn", 4, 1)));
    }
}
