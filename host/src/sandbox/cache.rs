//! This keeps compiled components on disk, so that the next start maps them instead of compiling.
//!
//! Compiled code is native code: whoever can write an entry can run anything in this process. So the directory belongs
//! to this user alone, nothing in it ever comes from outside, and an entry is only mapped if its digest is the one that
//! was noted when it was written. Whatever does not fit is compiled again.

use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wasmtime::Engine;
use wasmtime::component::Component;

use super::invoke::Readiness;
use crate::catalog::metadata::Metadata;

const FORMAT: u32 = 1;
/// The largest note that is read. A note holds one tool's metadata.
const LARGEST_NOTE: u64 = 4 * 1024 * 1024;

/// The directory of compiled components.
pub(super) struct Cache {
    directory: PathBuf,
    engine_key: String,
}

/// What is written beside compiled code.
#[derive(Serialize, Deserialize)]
struct Note {
    format: u32,
    component: String,
    engine: String,
    code: String,
    metadata: Metadata,
    readiness: Option<Readiness>,
}

impl Cache {
    /// Opens or makes the directory.
    ///
    /// # Errors
    /// If it cannot be made, is not ours, or can be written by others and cannot be closed to them.
    pub(super) fn open(directory: &Path, engine_key: String) -> io::Result<Self> {
        fs::create_dir_all(directory)?;
        let facts = fs::metadata(directory)?;
        if facts.uid() != rustix::process::geteuid().as_raw() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to another user"));
        }
        if facts.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(directory, Permissions::from_mode(0o700))?;
        }
        Ok(Self { directory: directory.to_owned(), engine_key })
    }

    /// Maps the compiled code of a component, if there is a whole entry for it.
    pub(super) fn get(&self, engine: &Engine, digest: &str) -> Option<(Component, Metadata, Option<Readiness>)> {
        let note = self.read_note(digest)?;
        let code = self.path(digest, "cwasm");
        if !self.is_ours(&code) {
            return None;
        }
        if self.digest_of(&code).ok()? != note.code {
            tracing::warn!(entry = %code.display(), "a damaged entry of the compile cache is compiled again");
            return None;
        }
        let component = map_code(engine, &code)
            .map_err(|error| tracing::warn!(entry = %code.display(), "a cache entry cannot be mapped and is compiled again: {error:#}"))
            .ok()?;
        Some((component, note.metadata, note.readiness))
    }

    /// Writes an entry. The note comes last, so that a half-written entry is no entry.
    ///
    /// # Errors
    /// If the directory cannot be written or the disk is full.
    pub(super) fn put(
        &self,
        digest: &str,
        code: &[u8],
        metadata: &Metadata,
        readiness: Option<&Readiness>,
    ) -> io::Result<()> {
        let note = Note {
            format: FORMAT,
            component: digest.to_owned(),
            engine: self.engine_key.clone(),
            code: blake3::hash(code).to_hex().to_string(),
            metadata: metadata.clone(),
            readiness: readiness.cloned(),
        };
        self.write(&self.path(digest, "cwasm"), code)?;
        let note = serde_json::to_vec(&note)?;
        self.write(&self.path(digest, "json"), &[blake3::hash(&note).as_bytes(), &note[..]].concat())?;
        File::open(&self.directory)?.sync_all()
    }

    /// Maps code that was just written.
    pub(super) fn map(&self, engine: &Engine, digest: &str) -> wasmtime::Result<Component> {
        map_code(engine, &self.path(digest, "cwasm"))
    }

    fn read_note(&self, digest: &str) -> Option<Note> {
        let path = self.path(digest, "json");
        if fs::metadata(&path).ok()?.len() > LARGEST_NOTE || !self.is_ours(&path) {
            return None;
        }
        let content = fs::read(&path).ok()?;
        let (noted, note) = content.split_first_chunk::<{ blake3::OUT_LEN }>()?;
        if blake3::hash(note) != *noted {
            tracing::warn!(entry = %path.display(), "a damaged note of the compile cache is ignored");
            return None;
        }
        let note: Note = serde_json::from_slice(note)
            .map_err(|error| tracing::warn!(entry = %path.display(), "a damaged note of the compile cache is ignored: {error}"))
            .ok()?;
        (note.format == FORMAT && note.component == digest && note.engine == self.engine_key).then_some(note)
    }

    /// Whether nobody but this user can have written a file. The directory may have been open to others before.
    fn is_ours(&self, path: &Path) -> bool {
        fs::symlink_metadata(path).is_ok_and(|facts| {
            facts.is_file() && facts.uid() == rustix::process::geteuid().as_raw() && facts.mode() & 0o022 == 0
        })
    }

    fn path(&self, digest: &str, extension: &str) -> PathBuf {
        let component = digest.get(..32).unwrap_or(digest);
        self.directory.join(format!("{component}-{}.{extension}", self.engine_key))
    }

    fn digest_of(&self, path: &Path) -> io::Result<String> {
        Ok(blake3::Hasher::new().update_mmap_rayon(path)?.finalize().to_hex().to_string())
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(".writing-").tempfile_in(&self.directory)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }
}

#[expect(
    unsafe_code,
    reason = "wasmtime maps compiled code only through an unsafe function; see the module's words on trust"
)]
fn map_code(engine: &Engine, path: &Path) -> wasmtime::Result<Component> {
    // SAFETY: the file was written by this program from wasmtime's own output, its digest was compared with the one
    // noted then, and it lies in a directory that only this user can write.
    unsafe { Component::deserialize_file(engine, path) }
}
