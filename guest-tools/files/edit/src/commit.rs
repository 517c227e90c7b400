//! Bringing a draft to disk: all of it, or nothing.

use std::fs;
use std::io;
use std::path::PathBuf;

use toolhost_sdk::files::{self, ChatPath, Staged};
use toolhost_sdk::prelude::*;

use crate::draft::{Draft, Move};

/// A step that was done on disk and how to take it back.
enum Done {
    Renamed { from: PathBuf, to: PathBuf },
    Made(Vec<PathBuf>),
    Replaced { path: PathBuf, before: Option<String> },
}

/// Writes a draft. If a step fails, those before it are taken back.
pub(crate) fn commit(draft: &Draft) -> Result<(), ToolError> {
    // Contents go first, under temporary names: a full disk or quota shows here, where nothing has changed yet.
    let mut staged = Vec::new();
    for (path, file) in draft.files() {
        if let Some(text) = &file.now {
            let content =
                Staged::write(&path.real(), text.as_bytes()).map_err(|error| files::io_error(path, &error))?;
            staged.push((path, file.before.clone(), content));
        }
    }
    let mut done = Vec::new();
    let mut asides = Vec::new();
    let result = draft
        .moves()
        .iter()
        .try_for_each(|change| move_on_disk(change, &mut done, &mut asides))
        .and_then(|()| {
            staged.into_iter().try_for_each(|(path, before, content)| {
                content.publish().map_err(|error| files::io_error(path, &error))?;
                done.push(Done::Replaced { path: path.real(), before });
                Ok(())
            })
        })
        .and_then(|()| {
            asides.iter().try_for_each(|(path, aside): &(&ChatPath, PathBuf)| {
                fs::remove_file(aside).map_err(|error| files::io_error(path, &error))
            })
        });
    if result.is_err() {
        done.into_iter().rev().for_each(take_back);
    }
    result
}

/// Renames a file. One to be deleted is put aside first, so that it can still be put back.
fn move_on_disk<'a>(
    change: &'a Move,
    done: &mut Vec<Done>,
    asides: &mut Vec<(&'a ChatPath, PathBuf)>,
) -> Result<(), ToolError> {
    let (path, from, to) = match change {
        Move::Rename { from, to } => {
            let made = files::make_parents(&to.real()).map_err(|error| files::io_error(to, &error))?;
            done.push(Done::Made(made));
            (to, from.real(), to.real())
        }
        Move::Delete(path) => {
            let aside = files::free_name_beside(&path.real()).map_err(|error| files::io_error(path, &error))?;
            asides.push((path, aside.clone()));
            (path, path.real(), aside)
        }
    };
    fs::rename(&from, &to).map_err(|error| files::io_error(path, &error))?;
    done.push(Done::Renamed { from, to });
    Ok(())
}

/// Takes a step back as well as it can be: the error that made this necessary is the one to report.
fn take_back(step: Done) {
    let _: io::Result<()> = match step {
        Done::Renamed { from, to } => fs::rename(to, from),
        Done::Made(folders) => {
            files::remove_folders(&folders);
            Ok(())
        }
        Done::Replaced { path, before: Some(before) } => {
            Staged::write(&path, before.as_bytes()).and_then(Staged::publish)
        }
        Done::Replaced { path, before: None } => fs::remove_file(path),
    };
}
