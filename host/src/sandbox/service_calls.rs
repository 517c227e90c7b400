//! This carries what a guest asks of other tools, the catalog, the person, its state and snapshots to the desk.

use serde_json::Value;

use super::bindings::toolhost::contract::{approvals, catalog, service_errors, snapshots, state, tool_types, tools};
use super::desk::{Asked, DeskError, Difference, DifferenceKind, SavedFiles};
use super::state::State;
use crate::catalog::metadata::Service;
use crate::chat_files::{StateError, StateView};
use crate::outcome::{Content, Outcome, Status};
use service_errors::ServiceError;

/// Tools that one search gives at most.
const MOST_FOUND: u32 = 50;

impl From<DeskError> for ServiceError {
    fn from(error: DeskError) -> Self {
        match error {
            DeskError::Invalid(text) => Self::Invalid(text),
            DeskError::Unavailable(text) => Self::Unavailable(text),
            DeskError::Quota(text) => Self::Quota(text),
            DeskError::Other(text) => Self::Other(text),
        }
    }
}

impl From<StateError> for ServiceError {
    fn from(error: StateError) -> Self {
        match error {
            StateError::Invalid(text) => Self::Invalid(text),
            StateError::Quota(text) => Self::Quota(text),
            StateError::Host(error) => Self::Unavailable(error.to_string()),
        }
    }
}

impl State {
    fn view(&self, scope: state::Scope) -> Result<&StateView, ServiceError> {
        match scope {
            state::Scope::Chat => Ok(self.services.desk_for("state", Service::ChatState)?.chat_state()),
            state::Scope::User => {
                let desk = self.services.desk_for("state", Service::UserState)?;
                desk.user_state().ok_or_else(|| {
                    ServiceError::Unavailable(
                        "nobody has said whose conversation this is, so nothing can be kept with the person".to_owned(),
                    )
                })
            }
        }
    }
}

fn entry(entry: crate::chat_files::StateEntry) -> state::Entry {
    state::Entry { value: entry.value, version: entry.version }
}

impl state::Host for State {
    fn get(&mut self, scope: state::Scope, key: String) -> Result<Option<state::Entry>, ServiceError> {
        Ok(self.view(scope)?.get(&key)?.map(entry))
    }

    fn set(&mut self, scope: state::Scope, key: String, value: String) -> Result<u64, ServiceError> {
        Ok(self.view(scope)?.set(&key, value)?)
    }

    fn compare_and_set(
        &mut self,
        scope: state::Scope,
        key: String,
        expected: Option<u64>,
        value: String,
    ) -> Result<state::Swap, ServiceError> {
        Ok(match self.view(scope)?.compare_and_set(&key, expected, value)? {
            Ok(version) => state::Swap::Done(version),
            Err(now) => state::Swap::Changed(now.map(entry)),
        })
    }

    fn delete(&mut self, scope: state::Scope, key: String) -> Result<bool, ServiceError> {
        Ok(self.view(scope)?.delete(&key)?)
    }

    fn list_keys(
        &mut self,
        scope: state::Scope,
        prefix: String,
        cursor: Option<String>,
    ) -> Result<Vec<String>, ServiceError> {
        Ok(self.view(scope)?.keys(&prefix, cursor.as_deref())?)
    }
}

impl tools::Host for State {
    fn list_active(&mut self) -> Result<Vec<tools::ListedTool>, ServiceError> {
        let tools = self.services.desk_for("tools", Service::CallTools)?.callable()?;
        let listed = |tool: super::desk::Callable| tools::ListedTool {
            name: tool.name,
            description: tool.description,
            parameters: tool.parameters,
        };
        Ok(tools.into_iter().map(listed).collect())
    }

    async fn call(&mut self, name: String, arguments: String) -> Result<tool_types::Output, tools::CallError> {
        let desk = self.services.desk_for("tools", Service::CallTools).map_err(tools::CallError::Service)?;
        let outcome = desk.call(name, arguments).await;
        answer(outcome)
    }
}

/// What an inner call came to, as the outer guest sees it.
fn answer(outcome: Outcome) -> Result<tool_types::Output, tools::CallError> {
    let status = match outcome.status {
        Status::Ok => tool_types::Status::Ok,
        Status::Noop => tool_types::Status::Noop,
        Status::Error => {
            let Some(error) = outcome.error else {
                return Err(tools::CallError::Refused(("tool_error".to_owned(), "the call failed".to_owned())));
            };
            // Its own words reach the outer tool; what the host decided has the host's code.
            let by_tool = error.details.as_ref().is_some_and(|details| details["source"] == "tool");
            if !by_tool {
                return Err(tools::CallError::Refused((error.code.as_str().to_owned(), error.message)));
            }
            return Err(tools::CallError::Tool(tool_types::ToolError {
                kind: kind(error.details.as_ref()),
                message: error.message,
                violations: Vec::new(),
                retryable: error.retryable,
                action: outcome.action,
                content: outcome.content.into_iter().map(part).collect(),
            }));
        }
    };
    let content = outcome.content.into_iter().map(part).collect();
    Ok(tool_types::Output { status, content, action: outcome.action })
}

fn kind(details: Option<&Value>) -> tool_types::ErrorKind {
    use tool_types::ErrorKind;
    match details.and_then(|details| details["kind"].as_str()) {
        Some("invalid_arguments") => ErrorKind::InvalidArguments,
        Some("not_found") => ErrorKind::NotFound,
        Some("denied") => ErrorKind::Denied,
        Some("unavailable") => ErrorKind::Unavailable,
        Some("unsupported") => ErrorKind::Unsupported,
        Some("conflict") => ErrorKind::Conflict,
        _ => ErrorKind::Failed,
    }
}

fn part(content: Content) -> tool_types::Part {
    match content {
        Content::Text { text } => tool_types::Part::Text(text),
        Content::Json { value } => tool_types::Part::Json(value.to_string()),
        Content::File { path, media_type } => tool_types::Part::File(tool_types::FileReference { path, media_type }),
        Content::Image { media_type, data } => {
            tool_types::Part::Image(tool_types::InlineImage { media_type, bytes: data })
        }
    }
}

impl catalog::Host for State {
    fn search(
        &mut self,
        query: String,
        category: Option<String>,
        limit: u32,
    ) -> Result<Vec<catalog::FoundTool>, ServiceError> {
        let desk = self.services.desk_for("catalog", Service::Catalog)?;
        let limit = usize::try_from(limit.min(MOST_FOUND)).unwrap_or_default();
        let found = |tool: super::desk::FoundTool| catalog::FoundTool {
            name: tool.name,
            title: tool.title,
            description: tool.description,
            category: tool.category,
            cost_tier: tool.cost_tier,
            callable: tool.callable,
            obstacle: tool.obstacle,
            groups: tool.groups,
        };
        Ok(desk.search(&query, category.as_deref(), limit)?.into_iter().map(found).collect())
    }

    fn groups(&mut self) -> Result<Vec<catalog::Group>, ServiceError> {
        let group = |group: super::desk::FoundGroup| catalog::Group {
            name: group.name,
            tools: group.tools,
            enabled: group.enabled,
        };
        Ok(self.services.desk_for("catalog", Service::Catalog)?.groups()?.into_iter().map(group).collect())
    }
}

impl approvals::Host for State {
    fn ask_for_group(&mut self, group: String, reason: String) -> Result<approvals::Asked, ServiceError> {
        Ok(match self.services.desk_for("approvals", Service::Approvals)?.ask_for_group(&group, &reason)? {
            Asked::Pending(id) => approvals::Asked::Pending(id),
            Asked::AlreadyPending(id) => approvals::Asked::AlreadyPending(id),
            Asked::Granted => approvals::Asked::Granted,
        })
    }
}

impl snapshots::Host for State {
    async fn save(&mut self, message: String) -> Result<snapshots::Snapshot, ServiceError> {
        Ok(snapshot(self.services.desk_for("snapshots", Service::Snapshots)?.save(message).await?))
    }

    async fn history(&mut self) -> Result<Vec<snapshots::Snapshot>, ServiceError> {
        let saved = self.services.desk_for("snapshots", Service::Snapshots)?.history().await?;
        Ok(saved.into_iter().map(snapshot).collect())
    }

    async fn diff(&mut self, id: String, to: Option<String>) -> Result<Vec<snapshots::Change>, ServiceError> {
        let changes = self.services.desk_for("snapshots", Service::Snapshots)?.diff(id, to).await?;
        Ok(changes.into_iter().map(change).collect())
    }

    async fn restore(&mut self, id: String, paths: Vec<String>) -> Result<Vec<snapshots::Change>, ServiceError> {
        let changes = self.services.desk_for("snapshots", Service::Snapshots)?.restore(id, paths).await?;
        Ok(changes.into_iter().map(change).collect())
    }
}

fn snapshot(saved: SavedFiles) -> snapshots::Snapshot {
    snapshots::Snapshot {
        id: saved.id,
        message: saved.message,
        taken_at: saved.taken_at,
        files: saved.files,
        bytes: saved.bytes,
    }
}

fn change(difference: Difference) -> snapshots::Change {
    snapshots::Change {
        path: difference.path,
        kind: match difference.kind {
            DifferenceKind::Created => snapshots::ChangeKind::Created,
            DifferenceKind::Changed => snapshots::ChangeKind::Changed,
            DifferenceKind::Deleted => snapshots::ChangeKind::Deleted,
        },
        size: difference.size,
    }
}
