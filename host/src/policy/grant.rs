//! This intersects what a tool needs with what the operator allows.

use crate::catalog::metadata::{FileAccess, Needs, Service};

/// What the operator allows tools to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowance {
    /// The most of the chat's files that a tool may have.
    pub files: FileAccess,
    /// The services that a tool may have.
    pub services: Vec<Service>,
}

impl Default for Allowance {
    /// Everything that stays inside the chat: its files and their snapshots, scratch space, the host's read-only packages,
    /// entries kept with the chat and its person, the clock, random numbers, the catalog, asking the person, and calls of
    /// other tools, which pass all gates themselves.
    fn default() -> Self {
        Self { files: FileAccess::ReadWrite, services: Service::ALL.to_vec() }
    }
}

impl Allowance {
    /// Nothing at all.
    pub fn nothing() -> Self {
        Self { files: FileAccess::None, services: Vec::new() }
    }
}

/// What one call gets. Only [`Grant::new`] makes one, so there is no grant without a need and an allowance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    files: FileAccess,
    services: Vec<Service>,
    withheld: Vec<Service>,
}

impl Grant {
    /// The part of the needs that is allowed.
    pub fn new(needs: &Needs, allowance: &Allowance) -> Self {
        let (services, withheld) =
            needs.services.iter().copied().partition(|service| allowance.services.contains(service));
        Self { files: needs.files.min(allowance.files), services, withheld }
    }

    /// Nothing at all: what a component gets while it describes itself.
    pub fn nothing() -> Self {
        Self::new(&Needs::nothing(), &Allowance::nothing())
    }

    /// The same grant with no more of the chat's files than this.
    #[must_use]
    pub fn narrowed_to(mut self, files: FileAccess) -> Self {
        self.files = self.files.min(files);
        self
    }

    /// How much of the chat's files.
    pub fn files(&self) -> FileAccess {
        self.files
    }

    /// Whether the call has scratch space.
    pub fn scratch(&self) -> bool {
        self.has(Service::Scratch)
    }

    /// Whether the call sees the wall clock.
    pub fn clock(&self) -> bool {
        self.has(Service::Clock)
    }

    /// Whether the call gets unpredictable random numbers.
    pub fn random(&self) -> bool {
        self.has(Service::Random)
    }

    /// Whether the call sees the host's read-only packages.
    pub fn packages(&self) -> bool {
        self.has(Service::Packages)
    }

    /// The services that the call gets.
    pub fn services(&self) -> &[Service] {
        &self.services
    }

    /// Whether the call gets a service.
    pub fn has(&self, service: Service) -> bool {
        self.services.contains(&service)
    }

    /// Services that the tool needs and does not get.
    pub fn withheld(&self) -> &[Service] {
        &self.withheld
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(files: FileAccess, services: &[Service]) -> Needs {
        Needs { files, services: services.to_vec(), ..Needs::nothing() }
    }

    #[test]
    fn nothing_is_granted_without_a_need() {
        let grant = Grant::new(&Needs::nothing(), &Allowance::default());
        assert_eq!(grant, Grant::nothing());
    }

    #[test]
    fn nothing_is_granted_without_an_allowance() {
        let wish = needs(FileAccess::ReadWrite, &[Service::Clock, Service::Scratch]);
        let grant = Grant::new(&wish, &Allowance::nothing());
        assert_eq!(grant.files(), FileAccess::None);
        assert!(!grant.clock() && !grant.scratch());
        assert_eq!(grant.withheld(), [Service::Clock, Service::Scratch]);
    }

    #[test]
    fn a_need_that_is_allowed_is_granted_and_no_more() {
        let read_only = Allowance { files: FileAccess::Read, services: vec![Service::Clock, Service::Random] };
        let grant = Grant::new(&needs(FileAccess::ReadWrite, &[Service::Clock]), &read_only);
        assert_eq!(grant.files(), FileAccess::Read);
        assert!(grant.clock());
        assert!(!grant.random());
    }
}
