//! This looks at one component without registering it, for its author.

use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;

use crate::catalog::metadata::Metadata;
use crate::catalog::{Schema, rules};
use crate::sandbox::{Outline, Sandbox};

/// What there is to know about a component.
#[derive(Debug, Clone, Serialize)]
pub struct Inspection {
    /// What the tool says about itself, if it got that far.
    pub metadata: Option<Metadata>,
    /// Every interface it imports.
    pub imports: Vec<String>,
    /// Every interface and function it exports.
    pub exports: Vec<String>,
    /// BLAKE3 digest of the file, in hexadecimal.
    pub digest: String,
    /// Size of the file.
    pub bytes: u64,
    /// What keeps it from being a tool. Empty if nothing does.
    pub problems: Vec<String>,
}

/// Looks at a component. Compiled code is kept in `cache_dir`. Blocks; call it outside of asynchronous code.
///
/// # Errors
/// If the file cannot be read or the engine cannot be made. A bad component is no error: see
/// [`Inspection::problems`].
pub fn inspect(component: &Path, cache_dir: &Path) -> anyhow::Result<Inspection> {
    let bytes =
        std::fs::read(component).with_context(|| format!("cannot read the component {}", component.display()))?;
    let (outline, mut problems) = match Outline::of(&bytes) {
        Ok(outline) => {
            let problems = outline.problems();
            (outline, problems)
        }
        Err(problem) => (Outline::default(), vec![problem]),
    };
    let mut metadata = None;
    if problems.is_empty() {
        match Sandbox::new(cache_dir, INSTANCE_SLOTS)?.load(component, |_| {}) {
            Ok(loaded) => {
                problems.extend(rules::broken_rules(&loaded.metadata));
                problems.extend(Schema::new(&loaded.metadata.parameters).err());
                metadata = Some(loaded.metadata);
            }
            Err(problem) => problems.push(problem),
        }
    }
    Ok(Inspection {
        metadata,
        imports: outline.imports.into_iter().collect(),
        exports: outline.exports.into_iter().collect(),
        digest: blake3::hash(&bytes).to_hex().to_string(),
        bytes: bytes.len() as u64,
        problems,
    })
}

const INSTANCE_SLOTS: u32 = 4;
