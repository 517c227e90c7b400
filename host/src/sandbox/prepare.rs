//! This prepares a component file: look, compile or map, link, describe.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use wasmtime::Engine;
use wasmtime::component::{Component, Linker};

use super::bindings::{Tool, ToolPre};
use super::cache::Cache;
use super::invoke::{Prepared, Readiness};
use super::outline::Outline;
use super::state::State;
use super::{engine, filesystem};
use crate::catalog::metadata::{CostTier, Metadata, ResourceClass};
use crate::policy::Limits;

/// The largest component that is loaded.
const LARGEST_COMPONENT: u64 = 256 * 1024 * 1024;
/// What a component may use while it describes itself.
const DESCRIBE_FUEL: u64 = 1_000_000_000;
const DESCRIBE_TIME: Duration = Duration::from_secs(5);

/// The engine, the linked capabilities and the compile cache of one host.
pub(crate) struct Sandbox {
    engine: Engine,
    linker: Linker<State>,
    cache: Option<Cache>,
}

/// A component that can be a tool.
pub(crate) struct Loaded {
    pub(crate) prepared: Prepared,
    pub(crate) metadata: Metadata,
    /// What it said of its readiness, if nothing but the component itself decides that.
    pub(crate) readiness: Option<Readiness>,
    pub(crate) digest: String,
    pub(crate) bytes: u64,
    pub(crate) from_cache: bool,
}

impl Sandbox {
    /// Makes the engine. `slots` is how many instances can live at once.
    ///
    /// # Errors
    /// If this machine does not give the address space for that many, or wasmtime refuses the settings.
    pub(crate) fn new(cache_directory: &Path, slots: u32) -> anyhow::Result<Self> {
        let engine = engine::engine(slots).map_err(anyhow::Error::from).with_context(|| {
            format!("cannot make an engine with {slots} instance slots; lower the number of concurrent calls")
        })?;
        let mut linker = Linker::new(&engine);
        link(&mut linker).map_err(anyhow::Error::from).context("cannot link the host's own interfaces")?;
        let cache = Cache::open(cache_directory, engine::compatibility_key(&engine))
            .inspect_err(|error| {
                tracing::warn!("the compile cache at {} is not used: {error}", cache_directory.display());
            })
            .ok();
        Ok(Self { engine, linker, cache })
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(super) fn linker(&self) -> &Linker<State> {
        &self.linker
    }

    /// Whether compiled components are kept.
    pub(crate) fn has_cache(&self) -> bool {
        self.cache.is_some()
    }

    /// Prepares the component in a file. `compiling` is told the file's size if it has to be compiled.
    ///
    /// # Errors
    /// Says why this file cannot be a tool.
    pub(crate) fn load(&self, path: &Path, compiling: impl FnOnce(u64)) -> Result<Loaded, String> {
        let size = std::fs::metadata(path).map_err(|error| format!("the file cannot be read: {error}"))?.len();
        if size > LARGEST_COMPONENT {
            return Err(format!("the file has {size} bytes; a component may have {LARGEST_COMPONENT}"));
        }
        let bytes = std::fs::read(path).map_err(|error| format!("the file cannot be read: {error}"))?;
        let digest = blake3::Hasher::new().update_rayon(&bytes).finalize().to_hex().to_string();
        let cached = self.cache.as_ref().and_then(|cache| cache.get(&self.engine, &digest));
        if let Some((component, metadata, readiness)) = cached {
            let prepared = self.link(&component)?;
            return Ok(Loaded { prepared, metadata, readiness, digest, bytes: size, from_cache: true });
        }
        let problems = Outline::of(&bytes)?.problems();
        if !problems.is_empty() {
            return Err(problems.join("; "));
        }
        compiling(size);
        let mut component =
            Component::new(&self.engine, &bytes).map_err(|error| format!("it does not compile: {error:#}"))?;
        let prepared = self.link(&component)?;
        let metadata = self.describe(&prepared)?;
        // Without configuration the answer depends on nothing outside the component, so it need not be asked again.
        let readiness = match metadata.needs.config_keys.is_empty() {
            true => Some(block_on(prepared.availability(&self.questions()))?),
            false => None,
        };
        if let Some(cache) = &self.cache {
            let kept = component
                .serialize()
                .map_err(anyhow::Error::from)
                .and_then(|code| Ok(cache.put(&digest, &code, &metadata, readiness.as_ref())?));
            match kept {
                // Mapped code is shared with other processes and gives its memory back under pressure.
                Ok(()) => component = cache.map(&self.engine, &digest).unwrap_or(component),
                Err(error) => {
                    tracing::warn!(component = %path.display(), "the compiled code cannot be kept: {error:#}")
                }
            }
        }
        let prepared = self.link(&component)?;
        Ok(Loaded { prepared, metadata, readiness, digest, bytes: size, from_cache: false })
    }

    fn link(&self, component: &Component) -> Result<Prepared, String> {
        let pre = self
            .linker
            .instantiate_pre(component)
            .and_then(ToolPre::new)
            .map_err(|error| format!("it does not fit the world `tool`: {error:#}"))?;
        Ok(Prepared::new(self.engine.clone(), pre))
    }

    fn describe(&self, prepared: &Prepared) -> Result<Metadata, String> {
        let started = Instant::now();
        let metadata = block_on(prepared.describe(&self.questions()))??;
        let again = block_on(prepared.describe(&self.questions()))??;
        if metadata != again {
            return Err("`describe` gives a different answer each time".to_owned());
        }
        tracing::debug!(tool = %metadata.name, took = ?started.elapsed(), "described");
        Ok(metadata)
    }

    /// The limits of questions about a component itself.
    pub(crate) fn questions(&self) -> Limits {
        let mut limits = Limits::defaults(ResourceClass::Program, CostTier::High);
        limits.fuel = DESCRIBE_FUEL;
        limits.wall_clock = DESCRIBE_TIME;
        limits
    }
}

/// Runs one guest to its end on this thread, which must not be a runtime's.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| format!("the host cannot start a runtime: {error}"))?;
    Ok(runtime.block_on(future))
}

fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    link_wasi(linker)?;
    filesystem::add_to_linker(linker)?;
    wasmtime_wasi_http::p2::add_only_http_to_linker_async(linker)?;
    Tool::add_to_linker::<State, State>(linker, |state| state)
}

/// Links WASI 0.2 apart from its files, which the host serves itself.
fn link_wasi(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    use wasmtime_wasi::cli::{WasiCli, WasiCliView as _};
    use wasmtime_wasi::clocks::{WasiClocks, WasiClocksView as _};
    use wasmtime_wasi::p2::bindings::{cli, clocks, random, sockets};
    use wasmtime_wasi::random::{WasiRandom, WasiRandomView as _};
    use wasmtime_wasi::sockets::{WasiSockets, WasiSocketsView as _};

    wasmtime_wasi_io::add_to_linker_async(linker)?;
    clocks::wall_clock::add_to_linker::<State, WasiClocks>(linker, State::clocks)?;
    clocks::monotonic_clock::add_to_linker::<State, WasiClocks>(linker, State::clocks)?;
    random::random::add_to_linker::<State, WasiRandom>(linker, State::random)?;
    random::insecure::add_to_linker::<State, WasiRandom>(linker, State::random)?;
    random::insecure_seed::add_to_linker::<State, WasiRandom>(linker, State::random)?;
    cli::exit::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::environment::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::stdin::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::stdout::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::stderr::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_input::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_output::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_stdin::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_stdout::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_stderr::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    sockets::tcp::add_to_linker::<State, WasiSockets>(linker, State::sockets)?;
    sockets::tcp_create_socket::add_to_linker::<State, WasiSockets>(linker, State::sockets)?;
    sockets::udp::add_to_linker::<State, WasiSockets>(linker, State::sockets)?;
    sockets::udp_create_socket::add_to_linker::<State, WasiSockets>(linker, State::sockets)?;
    sockets::instance_network::add_to_linker::<State, WasiSockets>(linker, State::sockets)?;
    let options = sockets::network::LinkOptions::default();
    sockets::network::add_to_linker::<State, WasiSockets>(linker, &options, State::sockets)?;
    sockets::ip_name_lookup::add_to_linker::<State, WasiSockets>(linker, State::sockets)
}
