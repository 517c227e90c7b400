//! This is what a tool says about itself, in the host's own types. It mirrors `wit/metadata.wit`, which documents
//! every field; [`super::rules`] checks it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

macro_rules! closed_list {
    ($(#[$doc:meta])* $name:ident { $($(#[$case_doc:meta])* $case:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$case_doc])* #[serde(rename = $text)] $case),+
        }

        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [Self] = &[$(Self::$case),+];

            /// The value as it stands in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$case => $text),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

closed_list! {
    /// What a tool is for.
    Category {
        /// Reading and changing the chat's files.
        Files = "files",
        /// Finding things in the chat's files.
        Search = "search",
        /// Running and understanding programs.
        Code = "code",
        /// Querying structured data.
        Data = "data",
        /// Reading and writing documents.
        Documents = "documents",
        /// Reaching the network.
        Web = "web",
        /// Computing from arguments alone.
        Compute = "compute",
        /// Comparing and undoing.
        Versioning = "versioning",
        /// The conversation itself: tasks, notes, activation.
        Session = "session",
        /// Everything that does not come with the host.
        Custom = "custom",
    }
}

closed_list! {
    /// What a call costs or risks, from least to most.
    CostTier {
        /// Fast and free; stays inside the chat's files.
        Low = "low",
        /// Reads from the network, runs code, or parses at length.
        Medium = "medium",
        /// Changes things elsewhere, destroys, or runs long.
        High = "high",
        /// Never runs.
        Prohibited = "prohibited",
    }
}

closed_list! {
    /// The strongest thing that a call does.
    Access {
        /// Only reads.
        Read = "read",
        /// Writes the chat's files or state.
        Write = "write",
        /// Runs programs.
        Execute = "execute",
        /// Reaches the network.
        Network = "network",
        /// Several of these.
        Mixed = "mixed",
    }
}

closed_list! {
    /// How bad a wrong call can be, from least to worst.
    Danger {
        /// Nothing can go wrong.
        Safe = "safe",
        /// Easily undone.
        Low = "low",
        /// Undone with effort.
        Medium = "medium",
        /// Cannot be undone.
        High = "high",
        /// Harms others.
        Critical = "critical",
    }
}

closed_list! {
    /// The size of the work, which selects the default limits.
    ResourceClass {
        /// Looks something up or changes one small file.
        Small = "small",
        /// Walks many files or computes over a table.
        Medium = "medium",
        /// Decodes documents, archives, pictures or data bases.
        Large = "large",
        /// Runs programs.
        Program = "program",
    }
}

closed_list! {
    /// When the host asks whether the tool is available.
    AvailabilityCheck {
        /// While it loads the tool.
        OnLoad = "on_load",
        /// Before the first call.
        BeforeFirstCall = "before_first_call",
    }
}

closed_list! {
    /// How much of the chat's files, from least to most.
    FileAccess {
        /// None: `/chat` is not there.
        None = "none",
        /// Reading only.
        Read = "read",
        /// Reading and writing.
        ReadWrite = "read_write",
    }
}

closed_list! {
    /// What becomes of file changes when the tool answers with an error.
    FilesOnError {
        /// They are dropped.
        Drop = "drop",
        /// They are kept.
        Keep = "keep",
    }
}

closed_list! {
    /// A service of the host that a tool can ask for.
    Service {
        /// `/tmp`, private to the call.
        Scratch = "scratch",
        /// The wall clock.
        Clock = "clock",
        /// Unpredictable random numbers.
        Random = "random",
        /// Entries kept with the chat.
        ChatState = "chat_state",
        /// Entries kept with the person.
        UserState = "user_state",
        /// Calling other tools.
        CallTools = "call_tools",
        /// Saving and restoring the chat's files.
        Snapshots = "snapshots",
        /// Looking into the catalog.
        Catalog = "catalog",
        /// Asking the person.
        Approvals = "approvals",
        /// The host's read-only package mounts.
        Packages = "packages",
    }
}

closed_list! {
    /// A fact about the conversation that a tool can ask for.
    ContextKey {
        /// The chat's identifier.
        Chat = "chat",
        /// The person's identifier.
        User = "user",
        /// The person's time zone.
        TimeZone = "time_zone",
    }
}

/// Everything that a tool says about itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is documented once, in wit/metadata.wit")]
pub struct Metadata {
    pub name: String,
    pub version: String,
    pub title: String,
    pub description: String,
    pub parameters: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    pub category: Category,
    pub cost_tier: CostTier,
    pub access: Access,
    pub danger: Danger,
    pub resource_class: ResourceClass,
    pub idempotent: bool,
    pub concurrency_safe: bool,
    pub cache_seconds: u32,
    pub keywords: Vec<String>,
    pub use_cases: Vec<String>,
    pub examples: Vec<Example>,
    pub aliases: Vec<String>,
    pub parameter_aliases: Vec<(String, String)>,
    pub hints: Vec<Hint>,
    pub opaque_parameters: Vec<String>,
    pub progressive_parameters: Vec<ProgressiveParameter>,
    pub narrower_uses: Vec<NarrowerUse>,
    pub requires: Vec<Requirement>,
    pub needs: Needs,
    pub availability_check: AvailabilityCheck,
    pub files_on_error: FilesOnError,
}

impl Metadata {
    /// The description's first sentence or line, for listings.
    pub fn summary(&self) -> &str {
        let line = self.description.lines().next().unwrap_or_default();
        line.find(". ").and_then(|end| line.get(..=end)).unwrap_or(line)
    }

    /// The hint for an answer: by its action, then by its mode, then the one for every other answer.
    pub fn hint_for(&self, action: Option<&str>, mode: Option<&str>) -> Option<&str> {
        [action, mode, Some("*")]
            .into_iter()
            .flatten()
            .find_map(|selector| self.hints.iter().find(|hint| hint.selector == selector))
            .map(|hint| hint.text.as_str())
    }
}

/// Everything that a tool wants to be granted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Needs {
    /// How much of the chat's files.
    pub files: FileAccess,
    /// Which HTTP destinations.
    pub network: NetworkNeed,
    /// Services of the host.
    pub services: Vec<Service>,
    /// Facts about the conversation.
    pub context: Vec<ContextKey>,
    /// Configuration keys.
    pub config_keys: Vec<String>,
    /// Secrets, each with its one destination.
    pub secrets: Vec<SecretNeed>,
}

impl Needs {
    /// Nothing at all.
    pub fn nothing() -> Self {
        Self {
            files: FileAccess::None,
            network: NetworkNeed::None,
            services: Vec::new(),
            context: Vec::new(),
            config_keys: Vec::new(),
            secrets: Vec::new(),
        }
    }

    /// The needs in a few words, for people; `nothing` if there are none.
    pub fn summary(&self) -> String {
        let mut words = Vec::new();
        match self.files {
            FileAccess::None => {}
            FileAccess::Read => words.push("files:read".to_owned()),
            FileAccess::ReadWrite => words.push("files:read-write".to_owned()),
        }
        match &self.network {
            NetworkNeed::None => {}
            NetworkNeed::Hosts { hosts } => {
                words.extend(hosts.iter().map(|rule| format!("network:{}", rule.host)));
            }
            NetworkNeed::AnyPublicHost { .. } => words.push("network:any-public-host".to_owned()),
        }
        words.extend(self.services.iter().map(|service| service.as_str().replace('_', "-")));
        words.extend(self.config_keys.iter().map(|key| format!("config:{key}")));
        words.extend(self.secrets.iter().map(|secret| format!("secret:{}", secret.name)));
        if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
    }
}

/// The HTTP destinations that a tool wants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reach", rename_all = "snake_case")]
pub enum NetworkNeed {
    /// None.
    None,
    /// These.
    Hosts {
        /// The destinations.
        hosts: Vec<HostRule>,
    },
    /// Any host with a public address.
    AnyPublicHost {
        /// Methods in capitals; empty means `GET` and `HEAD`.
        methods: Vec<String>,
    },
}

/// One HTTP destination.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HostRule {
    /// `https` or `http`.
    pub scheme: String,
    /// An exact host name, or `*.` and a name.
    pub host: String,
    /// A port; none means the scheme's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// Methods in capitals; empty means `GET` and `HEAD`.
    pub methods: Vec<String>,
}

/// A secret that a tool sends without seeing it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SecretNeed {
    /// The name that the operator binds a value to.
    pub name: String,
    /// The one host that the value may be sent to.
    pub host: String,
}

/// A call that shows how the tool is used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// What it shows.
    pub title: String,
    /// The arguments.
    pub arguments: Value,
    /// Files that exist before the call: path and content.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<(String, String)>,
    /// The expected text, or JSON document as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

/// A sentence that steers the model after an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// The answer's action or mode, or `*`.
    pub selector: String,
    /// The sentence.
    pub text: String,
}

/// A parameter whose value grows when the model asks again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProgressiveParameter {
    /// The parameter.
    pub name: String,
    /// Its first value.
    pub initial: u64,
    /// What it is multiplied with.
    pub factor: f64,
    /// Its last value.
    pub maximum: u64,
}

/// Another tool that must be there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Requirement {
    /// Its name.
    pub tool: String,
    /// A semantic-version range.
    pub versions: String,
}

/// A use of the tool that asks for less than the whole tool does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is documented once, in wit/metadata.wit")]
pub struct NarrowerUse {
    pub parameter: String,
    pub values: Vec<Value>,
    pub access: Access,
    pub cost_tier: CostTier,
    pub files: FileAccess,
    pub idempotent: bool,
    pub concurrency_safe: bool,
}
