//! This gives guests the snapshots of a chat's files.

use crate::chat::Chat;
use crate::sandbox::{Answer, DeskError, Difference, SavedFiles};

pub(super) fn save(_chat: &Chat, _message: &str) -> Answer<SavedFiles> {
    Err(DeskError::Unavailable("snapshots".to_owned()))
}
pub(super) fn history(_chat: &Chat) -> Answer<Vec<SavedFiles>> {
    Err(DeskError::Unavailable("snapshots".to_owned()))
}
pub(super) fn diff(_chat: &Chat, _id: &str, _to: Option<&str>) -> Answer<Vec<Difference>> {
    Err(DeskError::Unavailable("snapshots".to_owned()))
}
pub(super) fn restore(_chat: &Chat, _id: &str, _paths: &[String]) -> Answer<Vec<Difference>> {
    Err(DeskError::Unavailable("snapshots".to_owned()))
}
