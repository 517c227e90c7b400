//! This finds components, prepares them in parallel, and registers those that may be tools.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::catalog::metadata::AvailabilityCheck;
use crate::catalog::{Catalog, Origin, Readied, Schema, Skipped, Tool, rules};
use crate::policy::{Admission, Allowance, Grant, LimitsPolicy, Refusal};
use crate::sandbox::{Loaded, Sandbox, block_on};

/// What happens while components are loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadEvent {
    /// This many component files were found.
    Found {
        /// How many.
        total: usize,
    },
    /// A component is not in the compile cache and is being compiled.
    Compiling {
        /// The file's name.
        name: String,
        /// The file's size.
        bytes: u64,
    },
    /// A component is ready.
    Ready {
        /// The file's name.
        name: String,
        /// Whether its code came from the compile cache.
        from_cache: bool,
        /// How long it took.
        took: Duration,
    },
    /// A file was left out.
    Skipped(Skipped),
}

/// Everything that decides about a component when it is loaded.
pub(crate) struct Loader<'a> {
    pub(crate) sandbox: &'a Sandbox,
    pub(crate) admission: &'a Admission,
    pub(crate) allowance: &'a Allowance,
    pub(crate) limits: &'a LimitsPolicy,
    pub(crate) on_load: &'a (dyn Fn(LoadEvent) + Send + Sync),
}

impl Loader<'_> {
    /// Loads every component in the directories.
    ///
    /// # Errors
    /// If a directory cannot be read.
    pub(crate) fn load(&self, directories: &[PathBuf]) -> anyhow::Result<(Catalog, Vec<Skipped>)> {
        let mut paths = Vec::new();
        for directory in directories {
            paths.extend(components_in(directory)?);
        }
        (self.on_load)(LoadEvent::Found { total: paths.len() });
        let mut catalog = Catalog::default();
        let mut skipped = Vec::new();
        let mut skip = |path: PathBuf, reason: String| {
            let left_out = Skipped { path, reason };
            tracing::warn!(component = %left_out.path.display(), "left out: {}", left_out.reason);
            (self.on_load)(LoadEvent::Skipped(left_out.clone()));
            skipped.push(left_out);
        };
        for (path, tool) in self.prepare_all(&paths) {
            match tool {
                Ok(tool) => {
                    if let Err((tool, reason)) = catalog.register(*tool) {
                        skip(tool.path.clone(), reason);
                    }
                }
                Err(reason) => skip(path, reason),
            }
        }
        Ok((catalog.sorted(), skipped))
    }

    /// Prepares all files on as many threads as the machine has cores, largest first, and gives them in their order.
    fn prepare_all(&self, paths: &[PathBuf]) -> Vec<(PathBuf, Result<Box<Tool>, String>)> {
        let mut order: Vec<usize> = (0..paths.len()).collect();
        let size =
            |at: &usize| paths.get(*at).and_then(|path| std::fs::metadata(path).ok()).map_or(0, |facts| facts.len());
        order.sort_by_cached_key(|at| std::cmp::Reverse(size(at)));
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::with_capacity(paths.len()));
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(paths.len());
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(path) = paths.get(at) else { continue };
                        let tool = self.prepare(path);
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((at, path.clone(), tool));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(at, ..)| *at);
        done.into_iter().map(|(_, path, tool)| (path, tool)).collect()
    }

    fn prepare(&self, path: &Path) -> Result<Box<Tool>, String> {
        let started = Instant::now();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let compiling = |bytes| (self.on_load)(LoadEvent::Compiling { name: name.clone(), bytes });
        let loaded = self.sandbox.load(path, compiling)?;
        let from_cache = loaded.from_cache;
        let tool = self.tool(path, loaded)?;
        (self.on_load)(LoadEvent::Ready { name, from_cache, took: started.elapsed() });
        Ok(Box::new(tool))
    }

    /// Makes a tool of a component, if its metadata keeps the rules and the operator admits it.
    fn tool(&self, path: &Path, loaded: Loaded) -> Result<Tool, String> {
        let metadata = loaded.metadata;
        let broken = rules::broken_rules(&metadata);
        if !broken.is_empty() {
            return Err(format!("its metadata breaks the contract: {}", broken.join("; ")));
        }
        let schema = Schema::new(&metadata.parameters)?;
        self.admission.admits(&metadata.name, &metadata.aliases).map_err(|refusal| match refusal {
            Refusal::Denied => format!("the operator denies the tool `{}`", metadata.name),
            Refusal::NotAllowed => {
                format!("the operator does not admit the tool `{0}`; add `{0}` to the allowed tools", metadata.name)
            }
        })?;
        let readied = match metadata.availability_check {
            AvailabilityCheck::BeforeFirstCall => Readied::NotAsked,
            AvailabilityCheck::OnLoad => {
                let readiness = match loaded.readiness {
                    Some(known) => known,
                    None => block_on(loaded.prepared.availability(&self.sandbox.questions()))?,
                };
                Readied::after(&readiness, Instant::now())
            }
        };
        if let Readied::Resting(_, reason) = &readied {
            return Err(format!("the tool `{}` says that it is unavailable: {reason}", metadata.name));
        }
        Ok(Tool {
            schema,
            limits: self.limits.limits(&metadata.name, metadata.resource_class, metadata.cost_tier),
            grant: Grant::new(&metadata.needs, self.allowance),
            name: metadata.name.as_str().into(),
            config_keys: metadata.needs.config_keys.clone().into(),
            prepared: loaded.prepared,
            readied: Mutex::new(readied),
            path: path.to_owned(),
            digest: loaded.digest,
            bytes: loaded.bytes,
            origin: if loaded.from_cache { Origin::Cache } else { Origin::Compiled },
            metadata,
        })
    }
}

/// The `*.wasm` files at the top level of a directory, in the order of their names.
fn components_in(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(directory).with_context(|| {
        format!(
            "cannot read the tools directory {}; build the tools with `just guests python`, or name another with `--tools DIR`",
            directory.display()
        )
    })?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wasm") && !path.is_dir())
        .collect();
    paths.sort();
    Ok(paths)
}
