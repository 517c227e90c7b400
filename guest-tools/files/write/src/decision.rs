//! Whether a write may go ahead, decided from what is there and what is to be there.

use toolhost_sdk::prelude::*;
use toolhost_sdk::text::counted;

use crate::present::Content;

/// What to do if there is a file at the path already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    #[default]
    Create,
    Overwrite,
    Append,
}

/// What is about to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    Create,
    Overwrite,
    Append,
    /// The file is already as it should be.
    Nothing,
}

/// Decides. `present` is none if there is no file.
pub(crate) fn decide(
    mode: Mode,
    path: &str,
    present: Option<&Content>,
    new: &Content,
    expected: Option<&str>,
    force: bool,
) -> Result<Decision, ToolError> {
    let Some(present) = present else {
        return match expected {
            None => Ok(Decision::Create),
            Some(_) => Err(ToolError::conflict(format!(
                "`{path}` does not exist, so it cannot have the hash in expect_hash; leave expect_hash out to create it"
            ))),
        };
    };
    let is_same = new.bytes == present.bytes && new.sha256() == present.sha256();
    if (is_same && mode != Mode::Append) || (mode == Mode::Append && new.bytes == 0) {
        return Ok(Decision::Nothing);
    }
    if let Some(expected) = expected
        && expected != present.sha256()
    {
        return Err(ToolError::conflict(format!(
            "`{path}` is not what expect_hash says: it now has {}. Read it again, then decide.",
            described(present)
        )));
    }
    match mode {
        Mode::Append => Ok(Decision::Append),
        Mode::Overwrite if expected.is_some() || force || present.bytes == 0 => Ok(Decision::Overwrite),
        Mode::Overwrite => Err(ToolError::conflict(format!(
            "`{path}` exists with {}. Read it, then repeat this call with that sha256 as expect_hash, or with force=true \
             to replace it whatever it holds. To change a part of it use edit.",
            described(present)
        ))),
        Mode::Create => Err(ToolError::conflict(format!(
            "`{path}` exists with {}. Choose another path, use mode=append, or read it and use mode=overwrite with that \
             sha256 as expect_hash. To change a part of it use edit.",
            described(present)
        ))),
    }
}

fn described(present: &Content) -> String {
    format!("{} B, {}, sha256 {}", present.bytes, counted(present.lines(), "line", "lines"), present.sha256())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(
        mode: Mode,
        present: Option<&str>,
        new: &str,
        expected: Option<&str>,
        force: bool,
    ) -> Result<Decision, String> {
        let present = present.map(Content::of);
        let expected = expected.map(|text| Content::of(text).sha256());
        decide(mode, "f", present.as_ref(), &Content::of(new), expected.as_deref(), force)
            .map_err(|error| error.message().to_owned())
    }

    #[test]
    fn a_new_file_needs_nothing() {
        for mode in [Mode::Create, Mode::Overwrite, Mode::Append] {
            assert_eq!(decided(mode, None, "x", None, false), Ok(Decision::Create));
        }
        assert!(
            decided(Mode::Overwrite, None, "x", Some("y"), false).expect_err("a refusal").contains("does not exist")
        );
    }

    #[test]
    fn an_existing_file_is_only_replaced_by_who_knows_it_or_insists() {
        assert!(
            decided(Mode::Create, Some("old"), "new", None, true).expect_err("a refusal").contains("exists with 3 B")
        );
        let refusal = decided(Mode::Overwrite, Some("old"), "new", None, false).expect_err("a refusal");
        assert!(refusal.contains(&Content::of("old").sha256()), "{refusal}");
        assert_eq!(decided(Mode::Overwrite, Some("old"), "new", None, true), Ok(Decision::Overwrite));
        assert_eq!(decided(Mode::Overwrite, Some("old"), "new", Some("old"), false), Ok(Decision::Overwrite));
        assert_eq!(decided(Mode::Overwrite, Some(""), "new", None, false), Ok(Decision::Overwrite));
        assert!(
            decided(Mode::Overwrite, Some("old"), "new", Some("other"), true)
                .expect_err("a refusal")
                .contains("expect_hash")
        );
    }

    #[test]
    fn appending_destroys_nothing() {
        assert_eq!(decided(Mode::Append, Some("old"), "new", None, false), Ok(Decision::Append));
        assert_eq!(decided(Mode::Append, Some("old"), "old", None, false), Ok(Decision::Append));
        assert_eq!(decided(Mode::Append, Some("old"), "", None, false), Ok(Decision::Nothing));
        assert!(decided(Mode::Append, Some("old"), "new", Some("other"), false).is_err());
    }

    #[test]
    fn what_is_there_already_is_not_written_again() {
        assert_eq!(decided(Mode::Create, Some("same"), "same", None, false), Ok(Decision::Nothing));
        assert_eq!(decided(Mode::Overwrite, Some("same"), "same", Some("older"), false), Ok(Decision::Nothing));
    }
}
