//! This is the one engine of a host: how guests are compiled, metered and given memory.

use std::hash::{Hash, Hasher};

use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, OptLevel, PoolingAllocationConfig};

/// Deep recursion in an interpreter written in C needs far more stack than compiled Rust does: with less, nested data
/// ends as a trap instead of the interpreter's own error.
const WASM_STACK: usize = 64 * 1024 * 1024;
/// What host functions called by a guest may use on top.
const HOST_STACK: usize = 1024 * 1024;

/// The part of a stack that is cleared by writing, the rest by giving it back: most calls touch no more than this.
const STACK_KEPT: usize = 32 * 1024;

/// Fuel between two points at which a running guest gives way: well under a millisecond of computing, so that a
/// spinning guest delays nobody beyond that and sees its deadline in time.
pub(super) const FUEL_BETWEEN_YIELDS: u64 = 200_000;

/// The largest component has a few dozen core instances (the interpreter is linked from many modules).
const CORE_INSTANCES_PER_COMPONENT: u32 = 160;
const MEMORIES_PER_COMPONENT: u32 = 4;
const TABLES_PER_COMPONENT: u32 = 8;
/// Elements that one table may have. The interpreter's table has tens of thousands.
const ELEMENTS_PER_TABLE: usize = 200_000;
const LARGEST_MEMORY: usize = 1 << 30;

/// Makes the engine. `slots` is how many instances can live at once.
pub(super) fn engine(slots: u32) -> wasmtime::Result<Engine> {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(slots)
        .total_core_instances(slots.saturating_mul(CORE_INSTANCES_PER_COMPONENT / 2))
        .total_memories(slots.saturating_mul(2))
        .total_tables(slots.saturating_mul(4))
        .total_stacks(slots)
        .max_core_instances_per_component(CORE_INSTANCES_PER_COMPONENT)
        .max_memories_per_component(MEMORIES_PER_COMPONENT)
        .max_tables_per_component(TABLES_PER_COMPONENT)
        .max_component_instance_size(4 << 20)
        .max_core_instance_size(4 << 20)
        .max_memory_size(LARGEST_MEMORY)
        .table_elements(ELEMENTS_PER_TABLE)
        .max_unused_warm_slots(slots)
        .decommit_batch_size(16)
        .linear_memory_keep_resident(64 << 10)
        .table_keep_resident(16 << 10)
        .async_stack_keep_resident(STACK_KEPT)
        .pagemap_scan(Enabled::Auto);

    let mut config = Config::new();
    config
        .consume_fuel(true)
        .cranelift_opt_level(OptLevel::Speed)
        .memory_init_cow(true)
        .max_wasm_stack(WASM_STACK)
        .async_stack_size(WASM_STACK + HOST_STACK)
        // A stack that one call dirtied gives its memory back, and the next call finds nothing on it.
        .async_stack_zeroing(true)
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    Engine::new(&config)
}

/// What compiled code depends on apart from the component: wasmtime's version, its settings and this machine's
/// processor. Code compiled under another key is never loaded.
pub(super) fn compatibility_key(engine: &Engine) -> String {
    let mut hasher = std::hash::DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
