//! This decides which installed tools the operator admits. Deny wins; a tool that no rule names is not admitted.

use std::collections::BTreeSet;

/// The operator's choice of tools.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admission {
    allowed: Allowed,
    denied: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Allowed {
    Names(BTreeSet<String>),
    Everything,
}

impl Default for Allowed {
    fn default() -> Self {
        Self::Names(BTreeSet::new())
    }
}

/// Why a tool is not admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The operator denies it.
    Denied,
    /// The operator does not allow it.
    NotAllowed,
}

impl Admission {
    /// Admits nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// Admits whatever is in the tools directories. For a person's own machine, where that person chose what is there.
    pub fn everything() -> Self {
        Self { allowed: Allowed::Everything, denied: BTreeSet::new() }
    }

    /// Admits the tools of these names.
    pub fn allow<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self { allowed: Allowed::Names(names.into_iter().map(Into::into).collect()), denied: BTreeSet::new() }
    }

    /// Denies the tools of these names, whatever else allows them.
    #[must_use]
    pub fn deny<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.denied.extend(names.into_iter().map(Into::into));
        self
    }

    /// Whether a tool is admitted. `name` is its canonical name: only that one is allowed, but a denial of an alias
    /// denies the tool too.
    ///
    /// # Errors
    /// Says which rule refuses it.
    pub fn admits(&self, name: &str, aliases: &[String]) -> Result<(), Refusal> {
        if self.denied.contains(name) || aliases.iter().any(|alias| self.denied.contains(alias)) {
            return Err(Refusal::Denied);
        }
        match &self.allowed {
            Allowed::Everything => Ok(()),
            Allowed::Names(names) if names.contains(name) => Ok(()),
            Allowed::Names(_) => Err(Refusal::NotAllowed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_means_not_admitted() {
        assert_eq!(Admission::none().admits("read", &[]), Err(Refusal::NotAllowed));
        assert_eq!(Admission::allow(["read"]).admits("reader", &[]), Err(Refusal::NotAllowed));
        assert_eq!(Admission::allow(["read"]).admits("read", &[]), Ok(()));
    }

    #[test]
    fn an_alias_denies_and_never_allows() {
        let aliases = ["cat".to_owned()];
        assert_eq!(Admission::everything().deny(["cat"]).admits("read", &aliases), Err(Refusal::Denied));
        assert_eq!(Admission::allow(["cat"]).admits("read", &aliases), Err(Refusal::NotAllowed));
    }

    #[test]
    fn deny_wins_over_every_allowance() {
        assert_eq!(Admission::allow(["read"]).deny(["read"]).admits("read", &[]), Err(Refusal::Denied));
        assert_eq!(Admission::everything().deny(["read"]).admits("read", &[]), Err(Refusal::Denied));
        assert_eq!(Admission::everything().deny(["read"]).admits("write", &[]), Ok(()));
    }
}
