//! This is the contract in `wit/` as Rust types. Imported by name, never by glob.

wasmtime::component::bindgen!({
    path: "../wit",
    world: "tool",
    imports: {
        "toolhost:contract/tools.call": async,
        "toolhost:contract/snapshots.save": async,
        "toolhost:contract/snapshots.history": async,
        "toolhost:contract/snapshots.diff": async,
        "toolhost:contract/snapshots.restore": async,
    },
    exports: { default: async },
});
