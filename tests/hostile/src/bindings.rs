//! The contract as `wit-bindgen` gives it, without anything of ours in between.
#![allow(missing_docs, reason = "generated from wit/, where every item is documented")]

wit_bindgen::generate!({
    path: "../../wit",
    world: "tool",
    pub_export_macro: true,
    default_bindings_module: "hostile::bindings",
});
