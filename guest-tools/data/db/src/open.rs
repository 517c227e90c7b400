//! Opening a data base so that reading it cannot change it.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};
use toolhost_sdk::files::{ChatPath, io_error, make_parents};
use toolhost_sdk::prelude::*;

use crate::gate::{Mode, Refusal, authorizer};
use crate::wrong::in_words;

/// The name of a data base that is no file.
const MEMORY: &str = ":memory:";
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Calls on one chat that write do not overlap: the host sees to it. So no locks are needed, which WASI does not have.
const WITHOUT_LOCKS: &str = "unix-none";
/// Bytes that SQLite may allocate. Beyond it a statement fails, where otherwise the whole call would.
const HEAP: u32 = 160 << 20;
/// Instructions of SQLite's machine between two looks at the time.
const STEPS: i32 = 20_000;

/// An open data base.
#[derive(Debug)]
pub(crate) struct DataBase {
    pub(crate) connection: Connection,
    pub(crate) mode: Mode,
    pub(crate) refusal: Refusal,
    /// Things to know about the file.
    pub(crate) notes: Vec<String>,
    /// What to take away again.
    copy: Option<PathBuf>,
    created: Option<PathBuf>,
}

impl DataBase {
    /// Opens a file or a data base in memory, and ends its statements shortly before the call has to end.
    pub(crate) fn open(path: &str, mode: Mode, call: &Call) -> Result<Self, ToolError> {
        let mut base = match path {
            MEMORY => Self::new(Connection::open_in_memory(), mode)?,
            _ => Self::open_file(&ChatPath::parse(path)?, mode)?,
        };
        if path == MEMORY && mode == Mode::Write {
            base.notes.push("the data base in memory is gone after this call; give a file to keep it".to_owned());
        }
        base.guard(call).map_err(|error| in_words(&error, &base))?;
        Ok(base)
    }

    fn new(connection: rusqlite::Result<Connection>, mode: Mode) -> Result<Self, ToolError> {
        let connection =
            connection.map_err(|error| ToolError::failed(format!("SQLite cannot open the data base: {error}")))?;
        Ok(Self { connection, mode, refusal: Refusal::default(), notes: Vec::new(), copy: None, created: None })
    }

    fn open_file(path: &ChatPath, mode: Mode) -> Result<Self, ToolError> {
        let real = path.real();
        let is_there = check(path, mode)?;
        if mode == Mode::Write {
            make_parents(&real).map_err(|error| io_error(path, &error))?;
            let mut base = Self::new(open_for_writing(&real), mode)?;
            base.created = (!is_there).then_some(real);
            return Ok(base);
        }
        match log_of(&real) {
            None => Self::new(open_for_reading(&real), mode),
            // What stands in the log belongs to the data base, and putting the two together changes files.
            Some(log) => {
                let copy = copy_with(&real, log).map_err(|error| {
                    ToolError::failed(format!(
                        "`{path}` has a log `{path}{log}` that has to be worked in first, and there is no room for a \
                         copy in scratch space ({error}); let its own program close the data base properly"
                    ))
                })?;
                let mut base = Self::new(open_for_writing(&copy), mode)?;
                base.copy = Some(copy);
                base.notes.push(format!("read together with its log `{path}{log}`"));
                Ok(base)
            }
        }
    }

    /// Sets limits and gates. What comes after is a person's statement.
    fn guard(&mut self, call: &Call) -> rusqlite::Result<()> {
        let connection = &mut self.connection;
        // The first two matter only to a file that its own program left in another state.
        let settings = format!(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON; PRAGMA cache_size = -49152; \
             PRAGMA hard_heap_limit = {HEAP}; PRAGMA recursive_triggers = OFF;"
        );
        connection.execute_batch(&settings)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        // A misspelt column in double quotes is an error, not a text.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
        connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, 64 << 20)?;
        connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, 1 << 20)?;
        connection.set_limit(Limit::SQLITE_LIMIT_EXPR_DEPTH, 200)?;
        connection.set_limit(Limit::SQLITE_LIMIT_COMPOUND_SELECT, 200)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000)?;
        connection.set_limit(Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 100)?;
        let (call, reserve) = (call.clone(), call.time_left() / 10);
        connection.progress_handler(STEPS, Some(move || call.time_left() < reserve))?;
        connection.authorizer(Some(authorizer(self.mode, &self.refusal)))
    }

    /// Ends the work on a file that may have been changed. A file that was made for a statement that failed goes.
    pub(crate) fn close(mut self, answer: ToolResult) -> ToolResult {
        let created = self.created.take().filter(|_| answer.is_err());
        drop(self);
        if let Some(created) = created {
            // If it cannot be removed, an empty data base stays.
            let _ = fs::remove_file(created);
        }
        answer
    }
}

impl Drop for DataBase {
    fn drop(&mut self) {
        if let Some(copy) = &self.copy {
            // The host empties scratch space in any case.
            let _ = fs::remove_file(copy);
        }
    }
}

fn open_for_writing(real: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags_and_vfs(real, flags, WITHOUT_LOCKS)
}

/// Opens a file as one that nobody changes: no lock, no log, no journal.
fn open_for_reading(real: &Path) -> rusqlite::Result<Connection> {
    let mut address = "file:".to_owned();
    for byte in real.to_string_lossy().bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => address.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => address.push(char::from(byte)),
            byte => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address.push_str("?mode=ro&immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags_and_vfs(address, flags, WITHOUT_LOCKS)
}

/// Refuses what is no SQLite file, and says whether there is one.
fn check(path: &ChatPath, mode: Mode) -> Result<bool, ToolError> {
    let failed = |error| io_error(path, &error);
    if path.is_root() {
        return Err(failed(std::io::ErrorKind::IsADirectory.into()));
    }
    let mut file = match File::open(path.real()) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && mode == Mode::Write => return Ok(false),
        Err(error) => return Err(failed(error)),
    };
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(failed(std::io::ErrorKind::IsADirectory.into()));
    }
    let mut head = Vec::new();
    Read::by_ref(&mut file).take(512).read_to_end(&mut head).map_err(failed)?;
    // An empty file is an empty data base.
    if head.is_empty() || head.starts_with(MAGIC) {
        return Ok(true);
    }
    let remedy = if head.starts_with(b"PK\x03\x04") {
        "a zip archive or an Office file: use `archive`, `sheet_read` or `doc_read`"
    } else if head.starts_with(b"\0\x01\0\0Standard") {
        "a data base of Microsoft Access, which nothing here reads; export it as CSV"
    } else if std::str::from_utf8(&head).is_ok_and(|text| !text.contains('\0')) {
        "text: use `csv_query` for a table, `json_query` for JSON, `read` for anything else"
    } else {
        "of another format, or encrypted; if it is encrypted, decrypt it with the program that made it"
    };
    Err(ToolError::unsupported(format!("`{path}` is no SQLite data base but {remedy}")))
}

/// The ending of a log that holds changes which are not in the file itself.
fn log_of(real: &Path) -> Option<&'static str> {
    ["-wal", "-journal"].into_iter().find(|ending| {
        let mut head = Vec::new();
        let read = File::open(beside(real, ending)).and_then(|file| file.take(8).read_to_end(&mut head));
        // A journal that was only set to zeros is done with.
        read.is_ok() && head.iter().any(|byte| *byte != 0)
    })
}

fn beside(real: &Path, ending: &str) -> PathBuf {
    let mut name = real.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Copies a file and its log to scratch space.
fn copy_with(real: &Path, log: &str) -> std::io::Result<PathBuf> {
    let name: String =
        real.to_string_lossy().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // Names of files have an end; the end of the path tells them apart best.
    let name = name.get(name.len().saturating_sub(120)..).unwrap_or_default();
    let copy = PathBuf::from(format!("/tmp/toolhost-db{name}"));
    fs::copy(beside(real, log), beside(&copy, log))?;
    fs::copy(real, &copy)?;
    Ok(copy)
}
