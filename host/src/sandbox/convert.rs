//! This turns the contract's types into the host's own. A guest's text stays text; its JSON is parsed here.

use serde_json::Value;

use super::bindings::toolhost::contract::{metadata as wit, tool_types};
use crate::catalog::metadata::{
    Access, AvailabilityCheck, Category, ContextKey, CostTier, Danger, Example, FileAccess, FilesOnError, Hint,
    HostRule, Metadata, NarrowerUse, Needs, NetworkNeed, ProgressiveParameter, Requirement, ResourceClass, SecretNeed,
    Service,
};
use crate::catalog::rules::shown;
use crate::outcome::Content;

/// Reads metadata.
///
/// # Errors
/// Names the field whose JSON does not parse.
pub(super) fn metadata(raw: wit::ToolMetadata) -> Result<Metadata, String> {
    Ok(Metadata {
        parameters: json("parameters", &raw.parameters)?,
        answer: raw.answer.as_deref().map(|answer| json("answer", answer)).transpose()?,
        examples: raw.examples.into_iter().map(example).collect::<Result<_, _>>()?,
        narrower_uses: raw.narrower_uses.into_iter().map(narrower_use).collect::<Result<_, _>>()?,
        name: raw.name,
        version: raw.version,
        title: raw.title,
        description: raw.description,
        category: category(raw.category),
        cost_tier: cost_tier(raw.cost_tier),
        access: access(raw.access),
        danger: match raw.danger {
            wit::Danger::Safe => Danger::Safe,
            wit::Danger::Low => Danger::Low,
            wit::Danger::Medium => Danger::Medium,
            wit::Danger::High => Danger::High,
            wit::Danger::Critical => Danger::Critical,
        },
        resource_class: match raw.resource_class {
            wit::ResourceClass::Small => ResourceClass::Small,
            wit::ResourceClass::Medium => ResourceClass::Medium,
            wit::ResourceClass::Large => ResourceClass::Large,
            wit::ResourceClass::Program => ResourceClass::Program,
        },
        idempotent: raw.idempotent,
        concurrency_safe: raw.concurrency_safe,
        cache_seconds: raw.cache_seconds,
        keywords: raw.keywords,
        use_cases: raw.use_cases,
        aliases: raw.aliases,
        parameter_aliases: raw.parameter_aliases,
        hints: raw.hints.into_iter().map(|hint| Hint { selector: hint.selector, text: hint.text }).collect(),
        opaque_parameters: raw.opaque_parameters,
        progressive_parameters: raw
            .progressive_parameters
            .into_iter()
            .map(|parameter| ProgressiveParameter {
                name: parameter.name,
                initial: parameter.initial,
                factor: parameter.factor,
                maximum: parameter.maximum,
            })
            .collect(),
        requires: raw
            .requires
            .into_iter()
            .map(|requirement| Requirement { tool: requirement.tool, versions: requirement.versions })
            .collect(),
        needs: needs(raw.needs),
        availability_check: match raw.availability_check {
            wit::AvailabilityCheck::OnLoad => AvailabilityCheck::OnLoad,
            wit::AvailabilityCheck::BeforeFirstCall => AvailabilityCheck::BeforeFirstCall,
        },
        files_on_error: match raw.files_on_error {
            wit::FilesOnError::Drop => FilesOnError::Drop,
            wit::FilesOnError::Keep => FilesOnError::Keep,
        },
    })
}

fn json(field: &str, text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("{field}: `{}` is not JSON: {error}", shown(text)))
}

fn example(raw: wit::Example) -> Result<Example, String> {
    Ok(Example {
        arguments: json("examples", &raw.arguments)?,
        title: raw.title,
        files: raw.files,
        expected: raw.expected,
    })
}

fn narrower_use(raw: wit::NarrowerUse) -> Result<NarrowerUse, String> {
    Ok(NarrowerUse {
        parameter: raw.parameter,
        values: raw.values.iter().map(|value| json("narrower_uses", value)).collect::<Result<_, _>>()?,
        access: access(raw.access),
        cost_tier: cost_tier(raw.cost_tier),
        files: file_access(raw.files),
        idempotent: raw.idempotent,
        concurrency_safe: raw.concurrency_safe,
    })
}

fn needs(raw: wit::Needs) -> Needs {
    let services = [
        (wit::ServiceNeeds::SCRATCH, Service::Scratch),
        (wit::ServiceNeeds::CLOCK, Service::Clock),
        (wit::ServiceNeeds::RANDOM, Service::Random),
        (wit::ServiceNeeds::CHAT_STATE, Service::ChatState),
        (wit::ServiceNeeds::USER_STATE, Service::UserState),
        (wit::ServiceNeeds::CALL_TOOLS, Service::CallTools),
        (wit::ServiceNeeds::SNAPSHOTS, Service::Snapshots),
        (wit::ServiceNeeds::CATALOG, Service::Catalog),
        (wit::ServiceNeeds::APPROVALS, Service::Approvals),
        (wit::ServiceNeeds::PACKAGES, Service::Packages),
    ];
    let context = [
        (wit::ContextNeeds::CHAT, ContextKey::Chat),
        (wit::ContextNeeds::USER, ContextKey::User),
        (wit::ContextNeeds::TIME_ZONE, ContextKey::TimeZone),
    ];
    Needs {
        files: file_access(raw.files),
        network: match raw.network {
            wit::NetworkNeed::None => NetworkNeed::None,
            wit::NetworkNeed::Hosts(hosts) => NetworkNeed::Hosts {
                hosts: hosts
                    .into_iter()
                    .map(|rule| HostRule {
                        scheme: rule.scheme,
                        host: rule.host,
                        port: rule.port,
                        methods: rule.methods,
                    })
                    .collect(),
            },
            wit::NetworkNeed::AnyPublicHost(methods) => NetworkNeed::AnyPublicHost { methods },
        },
        services: services.into_iter().filter(|(flag, _)| raw.services.contains(*flag)).map(|(_, s)| s).collect(),
        context: context.into_iter().filter(|(flag, _)| raw.context.contains(*flag)).map(|(_, key)| key).collect(),
        config_keys: raw.config_keys,
        secrets: raw.secrets.into_iter().map(|secret| SecretNeed { name: secret.name, host: secret.host }).collect(),
    }
}

fn category(raw: wit::Category) -> Category {
    match raw {
        wit::Category::Files => Category::Files,
        wit::Category::Search => Category::Search,
        wit::Category::Code => Category::Code,
        wit::Category::Data => Category::Data,
        wit::Category::Documents => Category::Documents,
        wit::Category::Web => Category::Web,
        wit::Category::Compute => Category::Compute,
        wit::Category::Versioning => Category::Versioning,
        wit::Category::Session => Category::Session,
        wit::Category::Custom => Category::Custom,
    }
}

fn cost_tier(raw: wit::CostTier) -> CostTier {
    match raw {
        wit::CostTier::Low => CostTier::Low,
        wit::CostTier::Medium => CostTier::Medium,
        wit::CostTier::High => CostTier::High,
        wit::CostTier::Prohibited => CostTier::Prohibited,
    }
}

fn access(raw: wit::Access) -> Access {
    match raw {
        wit::Access::Read => Access::Read,
        wit::Access::Write => Access::Write,
        wit::Access::Execute => Access::Execute,
        wit::Access::Network => Access::Network,
        wit::Access::Mixed => Access::Mixed,
    }
}

fn file_access(raw: wit::FileAccess) -> FileAccess {
    match raw {
        wit::FileAccess::None => FileAccess::None,
        wit::FileAccess::Read => FileAccess::Read,
        wit::FileAccess::ReadWrite => FileAccess::ReadWrite,
    }
}

/// Reads one content part.
///
/// # Errors
/// Says which part breaks the contract.
pub(super) fn content(part: tool_types::Part) -> Result<Content, String> {
    Ok(match part {
        tool_types::Part::Text(text) => Content::Text { text },
        tool_types::Part::Json(text) => Content::Json {
            value: serde_json::from_str(&text).map_err(|error| format!("a JSON part does not parse: {error}"))?,
        },
        tool_types::Part::File(file) => Content::File { path: file.path, media_type: file.media_type },
        tool_types::Part::Image(image) => Content::Image { media_type: image.media_type, data: image.bytes },
    })
}

/// The bytes of a part as they count towards the output limit.
pub(super) fn size(part: &tool_types::Part) -> u64 {
    let bytes = match part {
        tool_types::Part::Text(text) | tool_types::Part::Json(text) => text.len(),
        tool_types::Part::File(file) => file.path.len() + file.media_type.len(),
        tool_types::Part::Image(image) => image.bytes.len() + image.media_type.len(),
    };
    bytes as u64
}
