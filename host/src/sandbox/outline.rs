//! This looks at a component's outside before it is compiled: what it imports and exports, and for which contract.

use std::collections::BTreeSet;

use wasmparser::{Encoding, Parser, Payload};

/// The names at the outside of a component.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) imports: BTreeSet<String>,
    pub(crate) exports: BTreeSet<String>,
}

/// The package of the contract and the version that this host serves.
const CONTRACT: &str = "toolhost:contract";
const CONTRACT_VERSION: &str = "0.1";
const SERVICES: [&str; 12] = [
    "log",
    "progress",
    "config",
    "state",
    "secrets",
    "tools",
    "catalog",
    "approvals",
    "snapshots",
    "tool-types",
    "metadata",
    "service-errors",
];
const WASI_PACKAGES: [&str; 7] =
    ["wasi:io", "wasi:clocks", "wasi:random", "wasi:filesystem", "wasi:cli", "wasi:sockets", "wasi:http"];
const WASI_VERSION: &str = "0.2";

impl Outline {
    /// Reads the outline of a file's bytes.
    ///
    /// # Errors
    /// Says in what way this is not a whole WebAssembly component.
    pub(crate) fn of(bytes: &[u8]) -> Result<Self, String> {
        if bytes.is_empty() {
            return Err("the file is empty".to_owned());
        }
        if !bytes.starts_with(b"\0asm") {
            return Err("this is not WebAssembly: the file does not begin with `\\0asm`".to_owned());
        }
        let mut outline = Self::default();
        let mut depth = 0_usize;
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload.map_err(|error| format!("the file is damaged or cut off: {error}"))?;
            match payload {
                Payload::Version { encoding: Encoding::Module, .. } if depth == 0 => {
                    return Err(
                        "this is a core module, not a component; build it for `wasm32-wasip2`, or wrap it with \
                                `wasm-tools component new`"
                            .to_owned(),
                    );
                }
                Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
                Payload::End(_) => depth = depth.saturating_sub(1),
                Payload::ComponentImportSection(section) if depth == 0 => {
                    for import in section {
                        let import = import.map_err(|error| format!("the imports cannot be read: {error}"))?;
                        outline.imports.insert(import.name.name.to_owned());
                    }
                }
                Payload::ComponentExportSection(section) if depth == 0 => {
                    for export in section {
                        let export = export.map_err(|error| format!("the exports cannot be read: {error}"))?;
                        outline.exports.insert(export.name.name.to_owned());
                    }
                }
                _ => {}
            }
        }
        Ok(outline)
    }

    /// What keeps this component from being a tool of this host, each with its way out. Empty if nothing does.
    pub(crate) fn problems(&self) -> Vec<String> {
        let guest = format!("{CONTRACT}/guest");
        let mut problems = Vec::new();
        match self.exports.iter().map(|name| split(name)).find(|(path, _)| *path == guest) {
            None => problems.push(format!(
                "it does not export `{guest}@{CONTRACT_VERSION}.0`, so it is not a component of the world `tool`"
            )),
            Some((_, version)) if !is_minor(version, CONTRACT_VERSION) => problems.push(format!(
                "it was built for {CONTRACT} {version}, and this host serves {CONTRACT_VERSION}; build it against the \
                 `wit/` of this host"
            )),
            Some(_) => {}
        }
        problems.extend(
            self.imports
                .iter()
                .filter(|name| !is_provided(name))
                .map(|name| format!("it imports `{name}`, which this host does not provide")),
        );
        problems
    }
}

fn is_provided(import: &str) -> bool {
    let (path, version) = split(import);
    let Some((package, interface)) = path.split_once('/') else {
        return false;
    };
    if package == CONTRACT {
        return SERVICES.contains(&interface) && is_minor(version, CONTRACT_VERSION);
    }
    WASI_PACKAGES.contains(&package) && is_minor(version, WASI_VERSION)
}

/// `package/interface@version` in two parts.
fn split(name: &str) -> (&str, &str) {
    name.split_once('@').unwrap_or((name, ""))
}

fn is_minor(version: &str, minor: &str) -> bool {
    version.strip_prefix(minor).is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(imports: &[&str], exports: &[&str]) -> Outline {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Outline { imports: owned(imports), exports: owned(exports) }
    }

    #[test]
    fn a_tool_with_known_imports_has_no_problem() {
        let tool = outline(
            &["wasi:io/streams@0.2.9", "toolhost:contract/log@0.1.0", "wasi:http/types@0.2.4"],
            &["toolhost:contract/guest@0.1.0", "init"],
        );
        assert_eq!(tool.problems(), Vec::<String>::new());
    }

    #[test]
    fn an_unknown_import_is_named() {
        let tool = outline(&["acme:gpu/device@1.0.0", "wasi:io/poll@0.3.0"], &["toolhost:contract/guest@0.1.0"]);
        let problems = tool.problems();
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems.iter().any(|problem| problem.contains("`acme:gpu/device@1.0.0`")));
        assert!(problems.iter().any(|problem| problem.contains("`wasi:io/poll@0.3.0`")));
    }

    #[test]
    fn another_contract_version_is_named_beside_ours() {
        let problems = outline(&[], &["toolhost:contract/guest@0.2.0"]).problems();
        assert!(problems.iter().any(|problem| problem.contains("0.2.0") && problem.contains("serves 0.1")));
        assert!(outline(&[], &["toolhost:contract/guest@0.10.0"]).problems().len() == 1);
    }

    #[test]
    fn a_component_of_another_world_is_refused() {
        assert_eq!(outline(&[], &["wasi:cli/run@0.2.0"]).problems().len(), 1);
    }

    #[test]
    fn what_is_no_component_says_so() {
        for (bytes, word) in [
            (&b""[..], "empty"),
            (b"#!/bin/sh", "not WebAssembly"),
            (b"\0asm\x01\0\0\0", "core module"),
            (b"\0asm\x0d\0\x01\0\x01\xff", "cut off"),
        ] {
            let reason = Outline::of(bytes).expect_err("these are no components");
            assert!(reason.contains(word), "{reason}");
        }
    }
}
