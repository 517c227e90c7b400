//! The attribute `tool`: reads a tool's metadata off one function and makes the component's exports from it.

mod attribute;
mod expand;

use proc_macro::TokenStream;

/// Makes a component of the world `tool` of one function.
///
/// The function takes the arguments, a type that implements `Deserialize` and `JsonSchema`, and optionally the `&Call`.
/// Its documentation is the description that a model reads. `toolhost_sdk` shows a whole tool.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = syn::parse_macro_input!(attribute as attribute::Attribute);
    let function = syn::parse_macro_input!(item as syn::ItemFn);
    expand::expand(attribute, &function).unwrap_or_else(|error| error.to_compile_error()).into()
}
