//! This holds every limit of a call on one struct. All of them are finite; "no limit" cannot be said.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::catalog::metadata::{CostTier, ResourceClass};

const MIB: u64 = 1024 * 1024;

/// What one call may use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Fuel, roughly WebAssembly instructions. Stops endless computing.
    pub fuel: u64,
    /// Bytes of linear memory, summed over all memories of the call. Stops memory bombs.
    pub memory_bytes: u64,
    /// Elements of all tables together. Stops tables that grow without end.
    pub table_elements: u64,
    /// Time from the call's start to its end, waiting included. Stops guests that sleep or wait for ever.
    #[serde(serialize_with = "milliseconds", rename = "wall_clock_ms")]
    pub wall_clock: Duration,
    /// Bytes of all content parts of the answer. Stops answers that flood the model.
    pub output_bytes: u64,
    /// Bytes kept of standard output, standard error and log lines, each. Stops logs that flood the operator.
    pub log_bytes: u64,
    /// Bytes that one call between guest and host may copy to the host. Stops buffers sized by the guest.
    pub host_call_bytes: u64,
    /// Handles to files, streams and the like that the guest holds at once. Stops tables of handles without end.
    pub handles: u64,
    /// Bytes that the call may write to files, over all of its mounts, overwritten ones included. Stops full disks.
    pub written_bytes: u64,
    /// Files and folders that the call may make. Stops full directories.
    pub created_files: u64,
    /// Files that the call has open at once. Stops hosts without file descriptors.
    pub open_files: u64,
    /// Bytes that `/tmp` may hold. Stops scratch space that outgrows memory or disk.
    pub scratch_bytes: u64,
    /// Calls of other tools that one call may make. Stops calls that fan out without end.
    pub nested_calls: u64,
    /// How deep calls within calls may go. Stops tools that call each other in a circle.
    pub nested_depth: u64,
    /// Bytes of the arguments' text. Stops arguments that are a bomb before the guest even starts.
    pub argument_bytes: u64,
}

impl Limits {
    /// The default limits of a class of work. A tool of the tier `low` gets those of `large` at most.
    pub fn defaults(class: ResourceClass, tier: CostTier) -> Self {
        let class = match (class, tier) {
            (ResourceClass::Program, CostTier::Low) => ResourceClass::Large,
            (class, _) => class,
        };
        let (fuel, memory, seconds) = match class {
            ResourceClass::Small => (500_000_000, 64, 5),
            ResourceClass::Medium => (5_000_000_000, 128, 20),
            ResourceClass::Large => (30_000_000_000, 256, 60),
            ResourceClass::Program => (60_000_000_000, 512, 60),
        };
        Self {
            fuel,
            memory_bytes: memory * MIB,
            table_elements: 200_000,
            wall_clock: Duration::from_secs(seconds),
            output_bytes: 64 * 1024,
            log_bytes: 64 * 1024,
            host_call_bytes: 4 * MIB,
            handles: 1_024,
            written_bytes: 512 * MIB,
            created_files: 2_000,
            open_files: 128,
            scratch_bytes: 256 * MIB,
            nested_calls: 32,
            nested_depth: 4,
            argument_bytes: MIB,
        }
    }

    /// The wall-clock limit in whole milliseconds.
    pub fn wall_clock_ms(&self) -> u64 {
        whole_milliseconds(self.wall_clock)
    }

    /// The smaller of each limit.
    #[must_use]
    pub fn tightened_to(&self, other: &Self) -> Self {
        Self {
            fuel: self.fuel.min(other.fuel),
            memory_bytes: self.memory_bytes.min(other.memory_bytes),
            table_elements: self.table_elements.min(other.table_elements),
            wall_clock: self.wall_clock.min(other.wall_clock),
            output_bytes: self.output_bytes.min(other.output_bytes),
            log_bytes: self.log_bytes.min(other.log_bytes),
            host_call_bytes: self.host_call_bytes.min(other.host_call_bytes),
            handles: self.handles.min(other.handles),
            written_bytes: self.written_bytes.min(other.written_bytes),
            created_files: self.created_files.min(other.created_files),
            open_files: self.open_files.min(other.open_files),
            scratch_bytes: self.scratch_bytes.min(other.scratch_bytes),
            nested_calls: self.nested_calls.min(other.nested_calls),
            nested_depth: self.nested_depth.min(other.nested_depth),
            argument_bytes: self.argument_bytes.min(other.argument_bytes),
        }
    }
}

fn milliseconds<S: serde::Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(whole_milliseconds(*duration))
}

fn whole_milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

type Change = std::sync::Arc<dyn Fn(&mut Limits) + Send + Sync>;

/// The operator's changes to the default limits. A change can only tighten: a larger value has no effect.
#[derive(Clone, Default)]
pub struct LimitsPolicy {
    every_tool: Vec<Change>,
    by_tool: BTreeMap<String, Vec<Change>>,
}

impl LimitsPolicy {
    /// Tightens the limits of every tool.
    #[must_use]
    pub fn for_every_tool(mut self, change: impl Fn(&mut Limits) + Send + Sync + 'static) -> Self {
        self.every_tool.push(std::sync::Arc::new(change));
        self
    }

    /// Tightens the limits of one tool.
    #[must_use]
    pub fn for_tool(mut self, name: impl Into<String>, change: impl Fn(&mut Limits) + Send + Sync + 'static) -> Self {
        self.by_tool.entry(name.into()).or_default().push(std::sync::Arc::new(change));
        self
    }

    /// The limits of a tool.
    pub fn limits(&self, name: &str, class: ResourceClass, tier: CostTier) -> Limits {
        let defaults = Limits::defaults(class, tier);
        let mut changed = defaults.clone();
        for change in self.every_tool.iter().chain(self.by_tool.get(name).into_iter().flatten()) {
            change(&mut changed);
        }
        changed.tightened_to(&defaults)
    }
}

impl std::fmt::Debug for LimitsPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LimitsPolicy").field("tools", &self.by_tool.keys()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operator_tightens_and_never_widens() {
        let policy = LimitsPolicy::default()
            .for_every_tool(|limits| limits.fuel = u64::MAX)
            .for_tool("read", |limits| limits.memory_bytes = 1);
        let defaults = Limits::defaults(ResourceClass::Small, CostTier::Low);
        let read = policy.limits("read", ResourceClass::Small, CostTier::Low);
        assert_eq!(read.fuel, defaults.fuel);
        assert_eq!(read.memory_bytes, 1);
        assert_eq!(policy.limits("write", ResourceClass::Small, CostTier::Low), defaults);
    }

    #[test]
    fn the_low_tier_does_not_get_the_limits_of_programs() {
        assert_eq!(
            Limits::defaults(ResourceClass::Program, CostTier::Low),
            Limits::defaults(ResourceClass::Large, CostTier::Low)
        );
        assert!(
            Limits::defaults(ResourceClass::Program, CostTier::Medium).fuel
                > Limits::defaults(ResourceClass::Large, CostTier::Medium).fuel
        );
    }
}
