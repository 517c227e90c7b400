//! This connects a tool to the world's exports: decode, run, encode.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use crate::bindings::exports::toolhost::contract::guest::{Guest, Readiness};
use crate::bindings::toolhost::contract::metadata::ToolMetadata;
use crate::bindings::toolhost::contract::tool_types::{Context, Output, ToolError as RawError};
use crate::{Call, ToolError, ToolResult};

/// A tool. The attribute [`tool`](crate::tool) implements this.
pub trait Tool {
    /// What the tool takes.
    type Arguments: DeserializeOwned;

    /// Everything that the tool says about itself.
    fn metadata() -> ToolMetadata;

    /// Does the tool's work.
    ///
    /// # Errors
    /// Whatever the tool cannot do, in words for a model.
    fn run(arguments: Self::Arguments, call: &Call) -> ToolResult;

    /// Whether the tool can do its work at present.
    fn ready() -> Readiness {
        Readiness::Available
    }
}

/// The exports of a tool.
#[derive(Debug)]
pub struct Export<T>(PhantomData<T>);

impl<T: Tool> Guest for Export<T> {
    fn describe() -> ToolMetadata {
        T::metadata()
    }

    fn availability() -> Readiness {
        T::ready()
    }

    fn invoke(context: Context, arguments: String) -> Result<Output, RawError> {
        let call = Call::new(context);
        decode(&arguments)
            .and_then(|arguments| T::run(arguments, &call))
            .map(crate::Answer::into_output)
            .map_err(ToolError::into_raw)
    }
}

/// Decodes arguments and says where they do not fit.
fn decode<A: DeserializeOwned>(text: &str) -> Result<A, ToolError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let mut pointer = String::new();
        for segment in error.path() {
            match segment {
                Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
                Segment::Map { key } => {
                    pointer.push('/');
                    pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
                }
                Segment::Enum { .. } | Segment::Unknown => {}
            }
        }
        ToolError::invalid(pointer, error.inner().to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    struct Arguments {
        #[expect(dead_code, reason = "only its decoding is tested")]
        ops: Vec<Operation>,
    }

    #[derive(Debug, Deserialize)]
    struct Operation {
        #[expect(dead_code, reason = "only its decoding is tested")]
        path: String,
    }

    #[test]
    fn what_does_not_fit_is_named_by_its_pointer() {
        let error = decode::<Arguments>(r#"{"ops":[{"path":"a"},{"path":7}]}"#).expect_err("7 is no path");
        assert_eq!(error.violations().first().map(|(pointer, _)| pointer.as_str()), Some("/ops/1/path"));
        assert!(decode::<Arguments>("[").is_err());
    }
}
