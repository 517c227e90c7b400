//! This is `toolhost files`: a person's hands on the files of a chat.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use toolhost::{Chat, FileChanges, Host, Snapshot};

use super::output::{self, FAINT, shown};
use super::settings::Settings;
use super::{Ending, figures, loading};

/// Work on the files of a chat: put, get, list, delete, and go back to what they were
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// The chat
    #[arg(long, global = true, value_name = "NAME", default_value = "default")]
    chat: String,

    /// Print the result as JSON
    #[arg(long, global = true)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  toolhost files put sales.csv --chat demo            Under its own name
  toolhost files put report.pdf in/report.pdf --chat demo
  toolhost files get chart.svg --chat demo            Into the current directory
  toolhost files get notes.md - --chat demo           To standard output
  toolhost files save 'before the cleanup' --chat demo
  toolhost files restore s1 --chat demo

Every change is whole or not made. The rules and quotas are those that tools have.";

#[derive(Debug, Subcommand)]
enum Command {
    /// List the files
    Ls,
    /// Copy a file of this machine into the chat, in place of what had its name there
    Put {
        /// The file, or `-` for standard input
        source: PathBuf,
        /// Its path in the chat; without it the file's own name
        path: Option<String>,
    },
    /// Copy a file of the chat to this machine
    Get {
        /// Its path in the chat
        path: String,
        /// Where to, or `-` for standard output; without it the file's own name in the current directory
        target: Option<PathBuf>,
        /// Overwrite the target if it exists
        #[arg(long)]
        force: bool,
    },
    /// Delete files, or empty folders
    Rm {
        /// Their paths in the chat
        #[arg(required = true)]
        paths: Vec<String>,
    },
    /// Save the files as they are, to go back to
    Save {
        /// Why, for people
        #[arg(default_value = "")]
        message: String,
    },
    /// List what was saved, newest first
    History,
    /// Say what is different from a saved state
    Diff {
        /// The saved state
        from: String,
        /// Another one; without it the files as they are now
        to: Option<String>,
    },
    /// Make the files what they were; what is there now is saved first
    Restore {
        /// The saved state
        id: String,
        /// Only these, with what lies beneath them
        paths: Vec<String>,
    },
}

pub(super) fn run(settings: &Settings, arguments: &Arguments) -> anyhow::Result<Ending> {
    let host = loading::open(settings.host_without_tools()?, arguments.json)?;
    // Only a file that comes in makes a chat.
    let chat = match &arguments.command {
        Command::Put { .. } => host.chat(&arguments.chat)?,
        _ => existing(&host, settings, &arguments.chat)?,
    };
    let as_json = arguments.json;
    match &arguments.command {
        Command::Ls => list(&chat, as_json),
        Command::Put { source, path } => put(&chat, source, path.as_deref(), as_json),
        Command::Get { path, target, force } => get(&chat, path, target.as_deref(), *force),
        Command::Rm { paths } => {
            let mut all = FileChanges::default();
            for path in paths {
                all.deleted.extend(chat.files().delete(path)?.deleted);
            }
            changed(&all, as_json)
        }
        Command::Save { message } => {
            let saved = chat.files().save(message)?;
            if as_json {
                output::print_json(&saved)?;
            } else {
                output::print(&format!("{}\n", saved.id))?;
                output::say(&format!(
                    "{FAINT}go back with `toolhost files restore {} --chat {}`{FAINT:#}",
                    saved.id,
                    chat.name()
                ));
            }
            Ok(Ending::Success)
        }
        Command::History => history(&chat, as_json),
        Command::Diff { from, to } => changed(&chat.files().diff(from, to.as_deref())?, as_json),
        Command::Restore { id, paths } => changed(&chat.files().restore(id, paths)?, as_json),
    }
}

/// The chat, or an error that names those that are called alike.
fn existing(host: &Host, settings: &Settings, name: &str) -> anyhow::Result<Chat> {
    if let Some(chat) = host.existing_chat(name)? {
        return Ok(chat);
    }
    let chats = settings.data_dir()?.join("chats");
    let mut alike: Vec<(f64, String)> = std::fs::read_dir(&chats)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .map(|other| (strsim::jaro_winkler(name, &other), other))
        .filter(|(likeness, _)| *likeness > 0.8)
        .collect();
    alike.sort_by(|a, b| b.0.total_cmp(&a.0));
    let alike = alike.first().map(|(_, other)| format!(" Did you mean `{}`?", shown(other))).unwrap_or_default();
    anyhow::bail!(
        "there is no chat `{}` in {}.{alike} `toolhost files put FILE --chat {}` makes one",
        shown(name),
        chats.display(),
        shown(name)
    )
}

fn list(chat: &Chat, as_json: bool) -> anyhow::Result<Ending> {
    let files = chat.files().list()?;
    if as_json {
        let generation = chat.files().generation();
        output::print_json(&json!({ "chat": chat.name(), "generation": generation, "files": files }))?;
        return Ok(Ending::Success);
    }
    let mut text = String::new();
    for file in &files {
        text.push_str(&format!("{:>8}  {}\n", figures::size(file.size), one_line(&file.path)));
    }
    output::print(&text)?;
    let bytes = files.iter().fold(0, |sum: u64, file| sum.saturating_add(file.size));
    let number = figures::plural(files.len(), "file", "files");
    output::say(&format!("{number}, {}, in the chat {}", figures::size(bytes), chat.name()));
    Ok(Ending::Success)
}

fn put(chat: &Chat, source: &Path, path: Option<&str>, as_json: bool) -> anyhow::Result<Ending> {
    let is_stdin = source == Path::new("-");
    let path = match path {
        Some(path) => path.to_owned(),
        None if is_stdin => {
            anyhow::bail!("what comes from standard input has no name; give its path in the chat after the `-`")
        }
        None => {
            let name = source
                .file_name()
                .with_context(|| format!("{} has no name; give its path in the chat", source.display()))?;
            name.to_str()
                .with_context(|| format!("the name of {} is not text; give its path in the chat", source.display()))?
                .to_owned()
        }
    };
    let changes = if is_stdin {
        chat.files().put(&path, io::stdin().lock())?
    } else {
        let file = File::open(source).with_context(|| format!("cannot read {}", source.display()))?;
        let metadata = file.metadata().with_context(|| format!("cannot read {}", source.display()))?;
        anyhow::ensure!(!metadata.is_dir(), "{} is a folder; put its files one by one", source.display());
        let bar = progress(metadata.len());
        let changes = chat.files().put(&path, bar.wrap_read(file))?;
        bar.finish_and_clear();
        changes
    };
    changed(&changes, as_json)
}

fn get(chat: &Chat, path: &str, target: Option<&Path>, force: bool) -> anyhow::Result<Ending> {
    let mut file = chat.files().get(path)?;
    let name = path.rsplit('/').next().unwrap_or(path);
    let target = target.unwrap_or(Path::new(name));
    if target == Path::new("-") {
        let mut stdout = io::stdout().lock();
        return match io::copy(&mut file, &mut stdout).and_then(|_| stdout.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Ending::Success),
            done => done.map(|()| Ending::Success).context("cannot write to standard output"),
        };
    }
    let target = if target.is_dir() { target.join(name) } else { target.to_owned() };
    let mut how = File::options();
    how.write(true);
    let opened = if force { how.create(true).truncate(true).open(&target) } else { how.create_new(true).open(&target) };
    let mut written = opened.with_context(|| {
        let way_out = if force { "" } else { "; with `--force` what is there is overwritten" };
        format!("cannot make {}{way_out}", target.display())
    })?;
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    let bar = progress(size);
    io::copy(&mut bar.wrap_read(&file), &mut written).with_context(|| format!("cannot write {}", target.display()))?;
    bar.finish_and_clear();
    output::say(&format!("{} written to {}", figures::size(size), target.display()));
    Ok(Ending::Success)
}

fn history(chat: &Chat, as_json: bool) -> anyhow::Result<Ending> {
    let snapshots = chat.files().snapshots()?;
    if as_json {
        let listed: Vec<_> = snapshots.iter().map(summary).collect();
        output::print_json(&json!({ "chat": chat.name(), "snapshots": listed }))?;
        return Ok(Ending::Success);
    }
    let mut text = String::new();
    for snapshot in &snapshots {
        let age = snapshot
            .taken_at
            .elapsed()
            .map_or_else(|_| "just now".to_owned(), |age| format!("{} ago", figures::time(age)));
        let files = figures::plural(snapshot.files.len(), "file", "files");
        let size = figures::size(snapshot.bytes());
        text.push_str(&format!("{:<5} {age:>12}  {files}, {size}  {}\n", snapshot.id, one_line(&snapshot.message)));
    }
    output::print(&text)?;
    if snapshots.is_empty() {
        output::say("nothing is saved; `toolhost files save` does that");
    }
    Ok(Ending::Success)
}

fn summary(snapshot: &Snapshot) -> serde_json::Value {
    json!({
        "id": snapshot.id,
        "message": snapshot.message,
        "taken_at": snapshot.taken_at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        "generation": snapshot.generation,
        "files": snapshot.files.len(),
        "bytes": snapshot.bytes(),
    })
}

fn changed(changes: &FileChanges, as_json: bool) -> anyhow::Result<Ending> {
    if as_json {
        output::print_json(changes)?;
        return Ok(Ending::Success);
    }
    let mut text = String::new();
    for (sign, files) in [('+', &changes.created), ('~', &changes.changed), ('-', &changes.deleted)] {
        for file in files {
            text.push_str(&format!("{sign}{} ({})\n", one_line(&file.path), figures::size(file.size)));
        }
    }
    output::print(&text)?;
    if changes.is_empty() {
        output::say("nothing is different");
    }
    Ok(Ending::Success)
}

fn one_line(text: &str) -> String {
    shown(text).replace('\n', "\u{fffd}")
}

/// A bar for what takes a while, on a terminal.
fn progress(bytes: u64) -> ProgressBar {
    let target = if output::stderr_is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(bytes), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar
}
