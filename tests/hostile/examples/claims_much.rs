//! Needs everything a tool can ask for, so that what it is refused depends on the operator alone.

use hostile::bindings::toolhost::contract::metadata::SecretNeed;
use hostile::{
    Access, Context, ContextNeeds, CostTier, FileAccess, Hostile, NetworkNeed, Output, ServiceNeeds, ToolError,
    ToolMetadata, text,
};

struct Guest;

impl Hostile for Guest {
    fn describe(mut metadata: ToolMetadata) -> ToolMetadata {
        metadata.access = Access::Mixed;
        // The network is never `low`.
        metadata.cost_tier = CostTier::Medium;
        metadata.needs.files = FileAccess::ReadWrite;
        metadata.needs.network = NetworkNeed::AnyPublicHost(Vec::new());
        metadata.needs.services = ServiceNeeds::all();
        metadata.needs.context = ContextNeeds::all();
        metadata.needs.config_keys = vec!["key".to_owned()];
        metadata.needs.secrets = vec![SecretNeed { name: "token".to_owned(), host: "example.com".to_owned() }];
        metadata
    }

    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text("done"))
    }
}

hostile::guest!(Guest);
