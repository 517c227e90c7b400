//! The attribute `tool`: reads a tool's metadata off one function and makes the component's exports from it.

mod attribute;
mod expand;

use proc_macro::TokenStream;

/// Makes a component of the world `tool` of one function.
///
/// The function takes the arguments, a type that implements `Deserialize` and `JsonSchema`, and optionally the `&Call`.
/// Its documentation is the description that a model reads. The contract's `metadata` says what each key means; words
/// of its lists are written with underscores.
///
/// ```no_run
/// use toolhost_sdk::prelude::*;
///
/// # #[derive(Deserialize, JsonSchema)]
/// # #[serde(deny_unknown_fields)]
/// # struct Arguments { path: String }
/// # #[derive(Serialize, JsonSchema)]
/// # struct Lines { lines: u64 }
/// /// Counts the lines of a text file.
/// #[tool(
///     // These must be there.
///     title = "Count lines",
///     category = files,
///     tier = low,
///     access = read,
///     danger = safe,
///     class = small,
///     idempotent,                      // or idempotent = false
///     concurrency_safe = true,         // or concurrency_safe
///     files = read,                    // none, read or read_write
///     keywords = ["count", "lines"],
///     use_cases = ["see how long a file is"],
///     // These need not.
///     name = "count_lines",            // else the function's name
///     version = "1.2.0",               // else the package's
///     services = [scratch, clock],
///     context = [chat, time_zone],
///     aliases = ["wc"],
///     parameter_aliases = [("file", "path")],
///     opaque = ["path"],
///     cache_seconds = 300,
///     files_on_error = keep,           // else drop
///     availability = before_first_call,
///     ready = ready,
///     hints = [("*", "Blank lines count.")],
///     progressive = [],                // [("limit", 100, 2.0, 1000)]
///     narrower = [(
///         parameter = "path", values = ["small.txt"],
///         access = read, tier = low, files = read, idempotent = true, concurrency_safe = true
///     )],
///     requires = [("read", "^0.1")],
///     config_keys = ["most_lines"],
///     secrets = [],                    // [("name", "api.example.org")]
///     network = toolhost_sdk::contract::NetworkNeed::None,
///     answer = Lines,
///     examples = examples(),
/// )]
/// fn count_lines(arguments: Arguments, call: &Call) -> ToolResult {
///     call.log(&arguments.path);
///     Ok(Answer::json(&Lines { lines: 0 }))
/// }
///
/// fn ready() -> Readiness {
///     Readiness::Available
/// }
///
/// fn examples() -> Vec<Example> {
///     vec![Example::new("An empty file", json!({"path": "a"})).file("a", "").expect_json(json!({"lines": 0}))]
/// }
/// ```
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = syn::parse_macro_input!(attribute as attribute::Attribute);
    let function = syn::parse_macro_input!(item as syn::ItemFn);
    expand::expand(attribute, &function).unwrap_or_else(|error| error.to_compile_error()).into()
}
