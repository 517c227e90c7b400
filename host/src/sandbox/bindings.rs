//! This is the contract in `wit/` as Rust types. Imported by name, never by glob.

wasmtime::component::bindgen!({
    path: "../wit",
    world: "tool",
    exports: { default: async },
});
