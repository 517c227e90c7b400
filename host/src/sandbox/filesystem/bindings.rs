//! This is `wasi:filesystem` as Rust types. Imported by name, never by glob.

wasmtime::component::bindgen!({
    path: "wasi",
    world: "wasi:filesystem/files",
    imports: { default: trappable },
    require_store_data_send: true,
    with: {
        "wasi:io": wasmtime_wasi::p2::bindings::io,
        "wasi:clocks": wasmtime_wasi::p2::bindings::clocks,
        "wasi:filesystem/types.descriptor": super::Descriptor,
        "wasi:filesystem/types.directory-entry-stream": super::Entries,
    },
});
