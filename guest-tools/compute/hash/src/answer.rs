//! What the tool answers.

use toolhost_sdk::prelude::*;

/// The result.
#[derive(Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Computed {
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<String>,
    /// uuid with count: the UUIDs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<Vec<String>>,
    /// How the result is written.
    pub(crate) format: Written,
    /// How many bytes of input the result is of, or how many were made or decoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bytes: Option<u64>,
    /// Whether the result is the expected value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) matches: Option<bool>,
    /// The offset to continue with, if the input goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_offset: Option<u64>,
    /// What to know about the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
}

/// How a result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Written {
    #[default]
    Hex,
    Base64,
    Base64url,
    Text,
    Uuid,
}

impl From<crate::notation::Format> for Written {
    fn from(format: crate::notation::Format) -> Self {
        match format {
            crate::notation::Format::Hex => Self::Hex,
            crate::notation::Format::Base64 => Self::Base64,
            crate::notation::Format::Base64url => Self::Base64url,
        }
    }
}

impl From<Computed> for Answer {
    fn from(computed: Computed) -> Self {
        let answer = Self::json(&computed);
        match computed {
            Computed { matches: Some(false), .. } => answer.action("differs"),
            Computed { next_offset: Some(_), .. } => answer.action("more"),
            _ => answer,
        }
    }
}
