//! These are the settings that all subcommands share: directories, admission and the ceiling.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use etcetera::{BaseStrategy as _, choose_base_strategy};
use toolhost::metadata::CostTier;
use toolhost::{Admission, Host, HostBuilder};

const TOOLS_VARIABLE: &str = "TOOLHOST_TOOLS";

#[derive(Debug, Args)]
#[command(next_help_heading = "Settings")]
pub(super) struct Settings {
    /// Where chats and their files are kept [default: the platform's directory for application data]
    #[arg(long, global = true, value_name = "DIR", env = "TOOLHOST_DATA", hide_env_values = true)]
    data: Option<PathBuf>,

    /// A directory with tool components (*.wasm); may be given several times [env: TOOLHOST_TOOLS, with `:` between]
    /// [default: `../tools` beside the executable's directory if it exists, else `tools` in the data directory]
    #[arg(long, global = true, value_name = "DIR")]
    tools: Vec<PathBuf>,

    /// Where compiled components are kept [default: `cache` in the data directory]
    #[arg(long, global = true, value_name = "DIR", env = "TOOLHOST_CACHE", hide_env_values = true)]
    cache: Option<PathBuf>,

    /// Tools that are admitted, by name, with commas between. `*` admits all that are in the tools directories;
    /// an empty list admits none
    #[arg(
        long,
        global = true,
        value_name = "NAMES",
        env = "TOOLS_ALLOWLIST",
        default_value = "*",
        hide_env_values = true
    )]
    allow: String,

    /// Tools that are not admitted, whatever else allows them, with commas between
    #[arg(
        long,
        global = true,
        value_name = "NAMES",
        env = "TOOLS_DENYLIST",
        default_value = "",
        hide_env_values = true
    )]
    #[arg(hide_default_value = true)]
    deny: String,

    /// How far calls may go: `low` is fast and stays inside the chat's files, `medium` also runs code and reads from
    /// the network, `high` also changes things elsewhere and destroys
    #[arg(long, global = true, value_name = "TIER", default_value = "medium")]
    max_tier: Tier,

    /// Log what the host does to standard error (RUST_LOG says more precisely what)
    #[arg(long, short, global = true)]
    pub(super) verbose: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
#[value(rename_all = "lower")]
pub(super) enum Tier {
    Low,
    Medium,
    High,
}

impl From<Tier> for CostTier {
    fn from(tier: Tier) -> Self {
        match tier {
            Tier::Low => Self::Low,
            Tier::Medium => Self::Medium,
            Tier::High => Self::High,
        }
    }
}

impl Settings {
    /// Where chats are kept.
    pub(super) fn data_dir(&self) -> anyhow::Result<PathBuf> {
        if let Some(directory) = &self.data {
            return Ok(directory.clone());
        }
        let home = choose_base_strategy().context(
            "no directory for application data is known, because this user has no home directory; name one with `--data DIR`",
        )?;
        Ok(home.data_dir().join("toolhost"))
    }

    /// Where compiled components are kept.
    pub(super) fn cache_dir(&self) -> anyhow::Result<PathBuf> {
        match &self.cache {
            Some(directory) => Ok(directory.clone()),
            None => Ok(self.data_dir()?.join("cache")),
        }
    }

    /// Where components are looked for.
    pub(super) fn tools_dirs(&self) -> anyhow::Result<Vec<PathBuf>> {
        if !self.tools.is_empty() {
            return Ok(self.tools.clone());
        }
        let named = std::env::var_os(TOOLS_VARIABLE).map(paths_in).unwrap_or_default();
        if !named.is_empty() {
            return Ok(named);
        }
        let beside = std::env::current_exe().ok().and_then(|executable| beside(&executable));
        Ok(vec![beside.map_or_else(|| Ok::<_, anyhow::Error>(self.data_dir()?.join("tools")), Ok)?])
    }

    /// Which tools are admitted.
    pub(super) fn admission(&self) -> Admission {
        let allowed = self.allowed_names();
        let admission = if allowed.contains(&"*") { Admission::everything() } else { Admission::allow(allowed) };
        admission.deny(self.denied_names())
    }

    /// The names on the list of admitted tools, `*` among them if everything is admitted.
    pub(super) fn allowed_names(&self) -> Vec<&str> {
        names_in(&self.allow)
    }

    /// The names on the list of tools that are not admitted.
    pub(super) fn denied_names(&self) -> Vec<&str> {
        names_in(&self.deny)
    }

    /// A host with no tools yet, and everything else as these settings say.
    pub(super) fn host_without_tools(&self) -> anyhow::Result<HostBuilder> {
        Ok(Host::builder()
            .data_dir(self.data_dir()?)
            .cache_dir(self.cache_dir()?)
            .default_tier(self.max_tier.into())
            .admission(self.admission()))
    }

    /// A host as these settings say.
    pub(super) fn host(&self) -> anyhow::Result<HostBuilder> {
        let mut builder = self.host_without_tools()?;
        for directory in self.tools_dirs()? {
            builder = builder.tools_dir(directory);
        }
        Ok(builder)
    }
}

fn names_in(list: &str) -> Vec<&str> {
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

fn paths_in(variable: OsString) -> Vec<PathBuf> {
    std::env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty()).collect()
}

/// `../tools` beside the directory of the executable, where a checkout and an installed copy have it.
fn beside(executable: &Path) -> Option<PathBuf> {
    let directory = executable.canonicalize().ok()?.parent()?.parent()?.join("tools");
    directory.is_dir().then_some(directory)
}
