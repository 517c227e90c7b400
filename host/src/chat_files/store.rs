//! This is what stands on the disk for one chat, and who may change it when.
//!
//! ```text
//! files/        the committed files, nothing else
//! overlays/     one folder for each call that has written something and not ended yet
//! committing/   the commit that is being carried out, with its journal; usually absent
//! state/        what tools keep in `state`, one file each
//! snapshots/    saved states, one list of files each
//! objects/      the contents that they have, by digest
//! generation    how many commits there were
//! lock          held while the committed files change
//! ```

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::base::{Base, Found, Stamp};
use super::quota::{ChatQuota, Held, lock};
use super::snapshots::SnapshotQuota;
use super::{journal, staging};

/// What a commit survives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Durability {
    /// The end of the process at any moment, and the loss of power: what a commit needs is on the disk before it counts.
    #[default]
    PowerLoss,
    /// The end of the process at any moment. After a loss of power a commit may be there in part. Saves the waiting for
    /// the disk, about a third of a millisecond for each call that writes.
    ProcessEnd,
}

/// The digest of a file's content.
pub(crate) type Digest = [u8; 32];

/// The files of one chat on the disk. One value for each chat in a process.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    pub(super) quota: ChatQuota,
    pub(super) snapshot_quota: SnapshotQuota,
    pub(super) durability: Durability,
    /// Digests of committed files, which hold as long as the file's stamp is this.
    digests: Mutex<HashMap<String, (Stamp, Digest)>>,
    /// What the chat held at a generation.
    held: Mutex<Option<(u64, Held)>>,
    cleaned: Once,
}

/// Digests that are remembered for one chat.
const MOST_DIGESTS: usize = 4_096;

impl Store {
    /// The store in a folder, which may not exist yet.
    pub(super) fn new(
        folder: PathBuf,
        quota: ChatQuota,
        snapshot_quota: SnapshotQuota,
        durability: Durability,
    ) -> Self {
        Self {
            folder,
            quota,
            snapshot_quota,
            durability,
            digests: Mutex::default(),
            held: Mutex::default(),
            cleaned: Once::new(),
        }
    }

    pub(crate) fn exists(&self) -> bool {
        self.files().is_dir()
    }

    /// Makes the folders of a new chat, or makes good what an ended process has left half done.
    pub(crate) fn make(&self) -> anyhow::Result<()> {
        for path in [&self.folder, &self.files()] {
            match std::fs::symlink_metadata(path) {
                Ok(found) => anyhow::ensure!(
                    found.is_dir(),
                    "{} is not a folder; the files of a chat are kept in folders, and links to others are not followed: remove it, or choose another chat",
                    path.display()
                ),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    std::fs::create_dir_all(path).with_context(|| {
                        format!(
                            "cannot make {}; check that the data directory can be written and has space",
                            path.display()
                        )
                    })?;
                }
                Err(error) => return Err(error).with_context(|| format!("cannot look at {}", path.display())),
            }
        }
        self.recover()?;
        // Once is enough: what this process leaves behind, it still holds.
        self.cleaned.call_once(|| staging::remove_stale(&self.overlays()));
        Ok(())
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn files(&self) -> PathBuf {
        self.folder.join("files")
    }

    pub(super) fn overlays(&self) -> PathBuf {
        self.folder.join("overlays")
    }

    /// Where what tools keep in `state` is.
    pub(crate) fn state(&self) -> PathBuf {
        self.folder.join("state")
    }

    pub(super) fn snapshots(&self) -> PathBuf {
        self.folder.join("snapshots")
    }

    pub(super) fn objects(&self) -> PathBuf {
        self.folder.join("objects")
    }

    pub(super) fn committing(&self) -> PathBuf {
        self.folder.join("committing")
    }

    /// Opens the committed files, after any commit that is under way.
    pub(super) fn open_base(&self) -> anyhow::Result<Base> {
        self.recover()?;
        Base::open(&self.files()).with_context(|| format!("cannot open {}", self.files().display()))
    }

    /// Waits for the lock on the committed files. It is held until the value is dropped.
    pub(crate) fn lock(&self) -> io::Result<File> {
        let path = self.folder.join("lock");
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        file.lock()?;
        Ok(file)
    }

    /// Carries out a commit that an ended process has begun. Waits for one that is under way.
    pub(super) fn recover(&self) -> anyhow::Result<()> {
        if !self.committing().exists() {
            return Ok(());
        }
        let held = self.lock().context("cannot lock the chat")?;
        self.recover_locked(&held)
    }

    pub(super) fn recover_locked(&self, _held: &File) -> anyhow::Result<()> {
        if self.committing().exists() {
            journal::carry_out(self)?;
            tracing::warn!("a commit that an ended process had begun was carried out in {}", self.folder.display());
        }
        Ok(())
    }

    /// How many commits there were.
    pub(crate) fn generation(&self) -> u64 {
        std::fs::read_to_string(self.folder.join("generation"))
            .ok()
            .and_then(|text| text.trim().parse().ok())
            .unwrap_or_default()
    }

    /// What the committed files take, counted anew if somebody else has committed.
    pub(crate) fn held(&self) -> io::Result<Held> {
        let generation = self.generation();
        let mut kept = lock(&self.held);
        if let Some((of, held)) = *kept
            && of == generation
        {
            return Ok(held);
        }
        let mut held = Held::default();
        Base::open(&self.files())?.walk("", &mut |_, found, _| {
            held.entries += 1;
            if let Found::File(stamp) = found {
                held.bytes = held.bytes.saturating_add(stamp.size);
            }
        })?;
        *kept = Some((generation, held));
        Ok(held)
    }

    pub(super) fn remember_held(&self, generation: u64, held: Held) {
        *lock(&self.held) = Some((generation, held));
    }

    pub(super) fn known_digest(&self, path: &str, stamp: Stamp) -> Option<Digest> {
        lock(&self.digests).get(path).filter(|(of, _)| *of == stamp).map(|(_, digest)| *digest)
    }

    pub(super) fn remember_digest(&self, path: &str, stamp: Stamp, digest: Digest) {
        let mut digests = lock(&self.digests);
        if digests.len() >= MOST_DIGESTS {
            digests.clear();
        }
        digests.insert(path.to_owned(), (stamp, digest));
    }

    /// The digest of a committed file.
    pub(super) fn digest(&self, base: &Base, path: &str) -> io::Result<(Stamp, Digest)> {
        let (file, stamp, _) = base.open_file(path)?;
        if let Some(known) = self.known_digest(path, stamp) {
            return Ok((stamp, known));
        }
        let digest = super::content::digest(&file)?;
        self.remember_digest(path, stamp, digest);
        Ok((stamp, digest))
    }
}
