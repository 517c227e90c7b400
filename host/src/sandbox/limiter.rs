//! This counts the memory and tables of one call, over all of its instances, and remembers what it refused.

use wasmtime::ResourceLimiter;

use crate::policy::Limits;

const MOST_INSTANCES: usize = 512;
const MOST_TABLES: usize = 64;
const MOST_MEMORIES: usize = 16;

/// The limiter of one call.
pub(super) struct Limiter {
    memory_limit: usize,
    memory: usize,
    peak_memory: usize,
    element_limit: usize,
    elements: usize,
    refused_memory: bool,
    refused_elements: bool,
}

impl Limiter {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            memory_limit: usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX),
            memory: 0,
            peak_memory: 0,
            element_limit: usize::try_from(limits.table_elements).unwrap_or(usize::MAX),
            elements: 0,
            refused_memory: false,
            refused_elements: false,
        }
    }

    /// The most bytes that the call's memories had together.
    pub(super) fn peak_memory(&self) -> u64 {
        self.peak_memory as u64
    }

    /// Whether the guest asked for more memory than the limit.
    pub(super) fn refused_memory(&self) -> bool {
        self.refused_memory
    }

    /// Whether the guest asked for more table elements than the limit.
    pub(super) fn refused_elements(&self) -> bool {
        self.refused_elements
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        let total = self.memory.saturating_sub(current).saturating_add(desired);
        if total > self.memory_limit {
            self.refused_memory = true;
            return Ok(false);
        }
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        self.memory = total;
        self.peak_memory = self.peak_memory.max(total);
        Ok(true)
    }

    fn table_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        let total = self.elements.saturating_sub(current).saturating_add(desired);
        if total > self.element_limit {
            self.refused_elements = true;
            return Ok(false);
        }
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        self.elements = total;
        Ok(true)
    }

    fn instances(&self) -> usize {
        MOST_INSTANCES
    }

    fn tables(&self) -> usize {
        MOST_TABLES
    }

    fn memories(&self) -> usize {
        MOST_MEMORIES
    }
}
