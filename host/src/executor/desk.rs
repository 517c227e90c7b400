//! This answers what a running guest asks of the host beyond files, each question by the same rules as from outside.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::files::CallFiles;
use super::{Frame, explain, run_nested};
use crate::call::ToolCall;
use crate::catalog::Tool;
use crate::catalog::metadata::{CostTier, Service};
use crate::catalog::rules::shown;
use crate::chat::Chat;
use crate::chat_files::StateView;
use crate::outcome::{CallError, Code, FileChanges, Outcome};
use crate::policy::{Grant, Limits, Wish};
use crate::sandbox::{Answer, Asked, Callable, Desk, DeskError, Difference, FoundGroup, FoundTool, SavedFiles};

/// The desk of one call.
pub(super) struct CallDesk {
    chat: Chat,
    call_id: String,
    frame: Frame,
    limits: Limits,
    nested: AtomicU64,
    chat_state: Arc<StateView>,
    user_state: Option<Arc<StateView>>,
    elsewhere: Arc<Mutex<FileChanges>>,
}

impl CallDesk {
    /// What stands in the way of a call of a tool. Nothing: it can be called.
    fn obstacle(&self, tool: &Tool) -> Answer<Option<String>> {
        let verdicts = explain(self.chat.host(), self.chat.state(), tool.name())
            .map_err(|error| DeskError::Unavailable(error.message))?;
        Ok(verdicts.into_iter().find(|verdict| !verdict.passes).map(|verdict| verdict.reason))
    }
}

/// The desk of a call, if its grant has any service that needs one.
pub(super) fn of(
    chat: &Chat,
    call_id: &str,
    grant: &Grant,
    limits: &Limits,
    frame: Frame,
    files: &CallFiles,
) -> Option<Arc<dyn Desk>> {
    const SERVED: [Service; 6] = [
        Service::ChatState,
        Service::UserState,
        Service::CallTools,
        Service::Catalog,
        Service::Approvals,
        Service::Snapshots,
    ];
    if !SERVED.iter().any(|service| grant.has(*service)) {
        return None;
    }
    Some(Arc::new(CallDesk {
        chat: chat.clone(),
        call_id: call_id.to_owned(),
        frame,
        limits: limits.clone(),
        nested: AtomicU64::new(0),
        chat_state: files.chat_state(),
        user_state: files.user_state(),
        elsewhere: files.elsewhere(),
    }))
}

impl Desk for CallDesk {
    fn callable(&self) -> Answer<Vec<Callable>> {
        let tools = self.chat.tools().map_err(unavailable)?;
        let callable = |tool: Arc<Tool>| Callable {
            name: tool.name().to_owned(),
            description: tool.metadata().description.clone(),
            parameters: tool.metadata().parameters.to_string(),
        };
        Ok(tools.into_iter().map(callable).collect())
    }

    fn call(&self, name: String, arguments: String) -> BoxFuture<'static, Outcome> {
        let number = self.nested.fetch_add(1, Ordering::Relaxed) + 1;
        let id = format!("{}.{number}", self.call_id);
        let refused = |message: String| {
            let error = CallError::new(Code::Budget, message);
            futures_util::future::ready(Outcome::refused(&id, shown(&name), error)).boxed()
        };
        if number > self.limits.nested_calls {
            return refused(format!("one call may make {} calls of other tools", self.limits.nested_calls));
        }
        if u64::from(self.frame.depth) >= self.limits.nested_depth {
            return refused(format!("calls within calls may go {} deep", self.limits.nested_depth));
        }
        let frame = Frame { depth: self.frame.depth + 1, ..self.frame.clone() };
        let chat = self.chat.clone();
        let call = ToolCall::new(id, name, arguments);
        let elsewhere = Arc::clone(&self.elsewhere);
        async move {
            let outcome = run_nested(&chat, call, frame).await;
            elsewhere.lock().unwrap_or_else(PoisonError::into_inner).extend(outcome.files.clone());
            outcome
        }
        .boxed()
    }

    fn search(&self, query: &str, category: Option<&str>, limit: usize) -> Answer<Vec<FoundTool>> {
        let host = self.chat.host();
        let mut found = Vec::new();
        for tool in search(host.catalog.tools(), query, category) {
            if found.len() >= limit {
                break;
            }
            let metadata = tool.metadata();
            if metadata.cost_tier == CostTier::Prohibited {
                continue;
            }
            let obstacle = self.obstacle(tool)?;
            found.push(FoundTool {
                name: metadata.name.clone(),
                title: metadata.title.clone(),
                description: metadata.description.clone(),
                category: metadata.category.to_string(),
                cost_tier: metadata.cost_tier.to_string(),
                callable: obstacle.is_none(),
                obstacle: obstacle.unwrap_or_default(),
                groups: host.groups.of(tool.name()).map(str::to_owned).collect(),
            });
        }
        Ok(found)
    }

    fn groups(&self) -> Answer<Vec<FoundGroup>> {
        let decisions = self.chat.decisions().map_err(unavailable)?;
        let group = |(name, tools): (&str, &std::collections::BTreeSet<String>)| FoundGroup {
            name: name.to_owned(),
            tools: tools.iter().cloned().collect(),
            enabled: decisions.groups().any(|enabled| enabled == name),
        };
        Ok(self.chat.host().groups.iter().map(group).collect())
    }

    fn ask_for_group(&self, group: &str, reason: &str) -> Answer<Asked> {
        use crate::policy::Asked as Came;
        let groups = &self.chat.host().groups;
        if !groups.iter().any(|(name, _)| name == group) {
            let names: Vec<&str> = groups.iter().map(|(name, _)| name).collect();
            let known =
                if names.is_empty() { "there are none".to_owned() } else { format!("there are: {}", names.join(", ")) };
            return Err(DeskError::Invalid(format!("there is no group `{}`; {known}", shown(group))));
        }
        let wish = Wish::Group { group: group.to_owned() };
        let decided = self.chat.state().decided();
        match decided.change(|decisions| decisions.ask(wish, reason, SystemTime::now())).map_err(unavailable)? {
            Came::Pending(id) => Ok(Asked::Pending(id)),
            Came::AlreadyPending(id) => Ok(Asked::AlreadyPending(id)),
            Came::Granted => Ok(Asked::Granted),
            Came::Full => Err(DeskError::Quota("too many requests wait for the person; none is added".to_owned())),
        }
    }

    fn chat_state(&self) -> &StateView {
        &self.chat_state
    }

    fn user_state(&self) -> Option<&StateView> {
        self.user_state.as_deref()
    }

    fn save(&self, message: String) -> BoxFuture<'static, Answer<SavedFiles>> {
        on_a_blocking_thread(&self.chat, move |chat| super::snapshots::save(chat, &message))
    }

    fn history(&self) -> BoxFuture<'static, Answer<Vec<SavedFiles>>> {
        on_a_blocking_thread(&self.chat, super::snapshots::history)
    }

    fn diff(&self, id: String, to: Option<String>) -> BoxFuture<'static, Answer<Vec<Difference>>> {
        on_a_blocking_thread(&self.chat, move |chat| super::snapshots::diff(chat, &id, to.as_deref()))
    }

    fn restore(&self, id: String, paths: Vec<String>) -> BoxFuture<'static, Answer<Vec<Difference>>> {
        let elsewhere = Arc::clone(&self.elsewhere);
        on_a_blocking_thread(&self.chat, move |chat| {
            let changes = super::snapshots::restore(chat, &id, &paths)?;
            elsewhere.lock().unwrap_or_else(PoisonError::into_inner).extend(changes.clone());
            Ok(super::snapshots::differences(changes))
        })
    }
}

/// Runs what waits for the disk where it holds nobody up.
fn on_a_blocking_thread<T: Send + 'static>(
    chat: &Chat,
    work: impl FnOnce(&Chat) -> Answer<T> + Send + 'static,
) -> BoxFuture<'static, Answer<T>> {
    let chat = chat.clone();
    async move {
        tokio::task::spawn_blocking(move || work(&chat))
            .await
            .unwrap_or_else(|_| Err(DeskError::Other("the host failed; its log says more".to_owned())))
    }
    .boxed()
}

fn unavailable(error: anyhow::Error) -> DeskError {
    DeskError::Unavailable(format!("{error:#}"))
}

/// The tools of a category that have a word of the query among their names and keywords.
fn search<'a>(
    tools: &'a [Arc<Tool>],
    query: &'a str,
    category: Option<&'a str>,
) -> impl Iterator<Item = &'a Arc<Tool>> {
    tools.iter().filter(move |tool| {
        let metadata = tool.metadata();
        category.is_none_or(|category| metadata.category.as_str() == category)
            && (query.trim().is_empty()
                || query.split_whitespace().any(|word| {
                    metadata.name.eq_ignore_ascii_case(word)
                        || metadata.keywords.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
                }))
    })
}
