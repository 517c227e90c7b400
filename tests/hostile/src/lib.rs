//! What the guests in `examples/` share: the contract's raw bindings, harmless metadata, and a way to report attempts.
//!
//! These guests use no SDK, since an attacker would not. Each file in `examples/` is one component that does one thing
//! a tool must not do, is named for it, and is otherwise a correct tool. A few are well-behaved twins: they do the same
//! with the grant that it takes, so that a refusal can be told from a guest that never tried.

pub mod attempts;
pub mod bindings;
pub mod orders;

pub use bindings::exports::toolhost::contract::guest::Readiness;
pub use bindings::toolhost::contract::metadata::{
    Access, AvailabilityCheck, Category, ContextNeeds, CostTier, Danger, FileAccess, FilesOnError, Needs, NetworkNeed,
    ResourceClass, ServiceNeeds, ToolMetadata,
};
pub use bindings::toolhost::contract::tool_types::{
    Context, ErrorKind, FileReference, Output, Part, Status, ToolError,
};

/// A tool, correct in every respect that its file does not change.
pub trait Hostile {
    /// Changes what the tool says about itself. The metadata that comes in breaks no rule and needs nothing.
    fn describe(metadata: ToolMetadata) -> ToolMetadata {
        metadata
    }

    /// Says whether the tool can do its work.
    fn availability() -> Readiness {
        Readiness::Available
    }

    /// Does what the file is named for.
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text("done"))
    }
}

/// Makes a component of a type that implements [`Hostile`]. The tool's name is the name of the example's file.
#[macro_export]
macro_rules! guest {
    ($guest:ident) => {
        struct Component;

        impl $crate::bindings::exports::toolhost::contract::guest::Guest for Component {
            fn describe() -> $crate::ToolMetadata {
                <$guest as $crate::Hostile>::describe($crate::harmless(env!("CARGO_CRATE_NAME")))
            }

            fn availability() -> $crate::Readiness {
                <$guest as $crate::Hostile>::availability()
            }

            fn invoke(
                context: $crate::Context,
                arguments: String,
            ) -> Result<$crate::Output, $crate::ToolError> {
                <$guest as $crate::Hostile>::invoke(context, arguments)
            }
        }

        $crate::bindings::export!(Component with_types_in $crate::bindings);
    };
}

/// Metadata that breaks no rule, asks for nothing and takes any object.
pub fn harmless(name: &str) -> ToolMetadata {
    ToolMetadata {
        name: name.to_owned(),
        version: "0.1.0".to_owned(),
        title: name.replace('_', " "),
        description: "A guest of the test suite.".to_owned(),
        parameters: r#"{"type":"object"}"#.to_owned(),
        answer: None,
        category: Category::Custom,
        cost_tier: CostTier::Low,
        access: Access::Read,
        danger: Danger::Safe,
        resource_class: ResourceClass::Small,
        idempotent: false,
        concurrency_safe: true,
        cache_seconds: 0,
        keywords: Vec::new(),
        use_cases: Vec::new(),
        examples: Vec::new(),
        aliases: Vec::new(),
        parameter_aliases: Vec::new(),
        hints: Vec::new(),
        opaque_parameters: Vec::new(),
        progressive_parameters: Vec::new(),
        narrower_uses: Vec::new(),
        requires: Vec::new(),
        needs: Needs {
            files: FileAccess::None,
            network: NetworkNeed::None,
            services: ServiceNeeds::empty(),
            context: ContextNeeds::empty(),
            config_keys: Vec::new(),
            secrets: Vec::new(),
        },
        availability_check: AvailabilityCheck::OnLoad,
        files_on_error: FilesOnError::Drop,
    }
}

/// The same metadata with files asked for.
pub fn with_files(mut metadata: ToolMetadata, files: FileAccess) -> ToolMetadata {
    metadata.access = if files == FileAccess::ReadWrite { Access::Write } else { Access::Read };
    metadata.needs.files = files;
    metadata
}

/// The same metadata with services asked for.
pub fn with_services(mut metadata: ToolMetadata, services: ServiceNeeds) -> ToolMetadata {
    metadata.needs.services = services;
    metadata
}

/// An answer of one text part.
pub fn text(text: impl Into<String>) -> Output {
    answer(vec![Part::Text(text.into())])
}

/// An answer of these parts.
pub fn answer(content: Vec<Part>) -> Output {
    Output { status: Status::Ok, content, action: None }
}

/// A number among the arguments, `{"name": 5}`, or `otherwise` if it is not there.
///
/// The tests write these arguments; a scan of the text keeps a JSON parser out of every guest.
pub fn number(arguments: &str, name: &str, otherwise: u64) -> u64 {
    value_of(arguments, name)
        .map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>())
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(otherwise)
}

/// A string without escapes among the arguments, `{"name": "value"}`, or `otherwise` if it is not there.
pub fn string(arguments: &str, name: &str, otherwise: &str) -> String {
    value_of(arguments, name)
        .and_then(|rest| rest.strip_prefix('"'))
        .and_then(|rest| rest.split('"').next())
        .unwrap_or(otherwise)
        .to_owned()
}

fn value_of<'a>(arguments: &'a str, name: &str) -> Option<&'a str> {
    let after_name = arguments.split(&format!("\"{name}\"")).nth(1)?;
    Some(after_name.trim_start().strip_prefix(':')?.trim_start())
}
