//! The tool `task`: each task is one entry of the chat's state, a counter another.

mod list;

use toolhost_sdk::prelude::*;
use toolhost_sdk::services::state::{self, Scope, Swap};

use crate::list::{Status, Task, Tasks};

const COUNTER: &str = "next";
const PREFIX: &str = "task/";
/// Times that a counter which somebody else has taken is tried again.
const TRIES: usize = 10;
const LONGEST_SUBJECT: usize = 200;
const LONGEST_DESCRIPTION: usize = 4_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Op {
    Create,
    Update,
    List,
    Get,
    Delete,
}

/// What to do with which task.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// create needs subject. update, get and delete need id. list shows all, or those with the given status.
    op: Op,
    /// The task's number.
    id: Option<u64>,
    /// What is to be done, in a line.
    subject: Option<String>,
    /// More about it.
    description: Option<String>,
    /// pending, in_progress or completed.
    status: Option<Status>,
}

/// Keeps a list of tasks with the chat: what is to be done, what is being done, what is done. Tasks stay from call to
/// call; ids count up and are never used again.
#[tool(
    name = "task",
    title = "Tasks",
    category = session,
    tier = low,
    access = write,
    danger = safe,
    class = small,
    idempotent = false,
    concurrency_safe = false,
    files = none,
    services = [chat_state],
    keywords = ["task", "tasks", "plan", "todo", "steps", "progress"],
    use_cases = ["plan work in steps and keep track of it", "note what is done and what is next", "list open tasks"],
    aliases = ["todo", "tasks"],
    opaque = ["subject", "description"],
    narrower = [(
        parameter = "op", values = ["list", "get"], access = read, tier = low, files = none, idempotent = true,
        concurrency_safe = true
    )],
    hints = [("create", "Set a task to in_progress when you begin it and to completed as soon as it is done.")],
    examples = vec![
        Example::new("The first task of a chat", json!({"op": "create", "subject": "Read the report"}))
            .expect_json(json!({"id": 1, "subject": "Read the report", "status": "pending"})),
        Example::new("Nothing is planned yet", json!({"op": "list"})).expect("There are no tasks."),
    ],
)]
fn task(arguments: Arguments) -> ToolResult {
    check_texts(&arguments)?;
    match arguments.op {
        Op::Create => create(arguments),
        Op::Update => update(arguments),
        Op::List => list(arguments.status),
        Op::Get => Ok(Answer::json(&load(needed_id(arguments.id)?)?.0)),
        Op::Delete => {
            let id = needed_id(arguments.id)?;
            load(id)?;
            state::delete(Scope::Chat, &key(id))?;
            Ok(Answer::text(format!("Task {id} is deleted.")).action("delete"))
        }
    }
}

fn check_texts(arguments: &Arguments) -> Result<(), ToolError> {
    if let Some(subject) = &arguments.subject
        && (subject.trim().is_empty() || subject.chars().count() > LONGEST_SUBJECT || subject.contains('\n'))
    {
        return Err(ToolError::invalid(
            "/subject",
            format!("a subject is one line of 1 to {LONGEST_SUBJECT} characters; put more into description"),
        ));
    }
    if arguments.description.as_ref().is_some_and(|text| text.chars().count() > LONGEST_DESCRIPTION) {
        return Err(ToolError::invalid(
            "/description",
            format!("a description may have {LONGEST_DESCRIPTION} characters; put longer texts into a file"),
        ));
    }
    Ok(())
}

fn needed_id(id: Option<u64>) -> Result<u64, ToolError> {
    id.ok_or_else(|| ToolError::invalid("/id", "which task? give its id, as op=list shows it"))
}

fn key(id: u64) -> String {
    format!("{PREFIX}{id:010}")
}

fn create(arguments: Arguments) -> ToolResult {
    let Some(subject) = arguments.subject else {
        return Err(ToolError::invalid("/subject", "what is to be done? give a subject"));
    };
    if arguments.id.is_some() {
        return Err(ToolError::invalid("/id", "a new task gets its id by itself; leave it out, or use op=update"));
    }
    let task = Task {
        id: next_id()?,
        subject,
        description: arguments.description,
        status: arguments.status.unwrap_or_default(),
    };
    save(&task)?;
    Ok(Answer::json(&task).action("create"))
}

/// The next number, which nobody else gets.
fn next_id() -> Result<u64, ToolError> {
    for _ in 0..TRIES {
        let now = state::get(Scope::Chat, COUNTER)?;
        let last = now.as_ref().and_then(|entry| entry.value.parse::<u64>().ok()).unwrap_or_default();
        let version = now.map(|entry| entry.version);
        if let Swap::Done(_) = state::compare_and_set(Scope::Chat, COUNTER, version, &(last + 1).to_string())? {
            return Ok(last + 1);
        }
    }
    Err(ToolError::conflict("others create tasks at the same time; try again").retryable())
}

fn update(arguments: Arguments) -> ToolResult {
    let (mut task, _) = load(needed_id(arguments.id)?)?;
    let before = task.clone();
    if let Some(subject) = arguments.subject {
        task.subject = subject;
    }
    if let Some(description) = arguments.description {
        task.description = Some(description).filter(|text| !text.is_empty());
    }
    if let Some(status) = arguments.status {
        task.status = status;
    }
    if task == before {
        return Ok(Answer::noop(format!("Task {} is as you say already.", task.id)));
    }
    save(&task)?;
    Ok(Answer::json(&task).action("update"))
}

fn save(task: &Task) -> Result<(), ToolError> {
    let text =
        serde_json::to_string(task).map_err(|error| ToolError::failed(format!("the task cannot be kept: {error}")))?;
    state::set(Scope::Chat, &key(task.id), &text)?;
    Ok(())
}

fn load(id: u64) -> Result<(Task, u64), ToolError> {
    match state::get(Scope::Chat, &key(id))? {
        Some(entry) => Ok((list::read(&entry.value)?, entry.version)),
        None => Err(ToolError::not_found(format!("there is no task {id}; op=list shows those that there are"))),
    }
}

fn list(status: Option<Status>) -> ToolResult {
    let mut tasks = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let keys = state::list_keys(Scope::Chat, PREFIX, cursor.as_deref())?;
        for key in &keys {
            if let Some(entry) = state::get(Scope::Chat, key)? {
                tasks.push(list::read(&entry.value)?);
            }
        }
        match keys.last() {
            Some(last) if keys.len() >= 1_000 => cursor = Some(last.clone()),
            _ => break,
        }
    }
    Ok(Tasks(tasks).shown(status))
}
