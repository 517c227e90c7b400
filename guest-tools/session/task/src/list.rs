//! What a task is, and how a list of them reads.

use toolhost_sdk::prelude::*;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    #[default]
    Pending,
    InProgress,
    Completed,
}

impl Status {
    const fn mark(self) -> &'static str {
        match self {
            Self::Pending => "[ ]",
            Self::InProgress => "[>]",
            Self::Completed => "[x]",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) id: u64,
    pub(crate) subject: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    pub(crate) status: Status,
}

pub(crate) fn read(text: &str) -> Result<Task, ToolError> {
    serde_json::from_str(text)
        .map_err(|_| ToolError::failed("a kept task cannot be read; it was written by something else"))
}

pub(crate) struct Tasks(pub(crate) Vec<Task>);

impl Tasks {
    /// One line for each task, in the order of their ids, and how far the whole is.
    pub(crate) fn shown(&self, status: Option<Status>) -> Answer {
        let chosen: Vec<&Task> =
            self.0.iter().filter(|task| status.is_none_or(|status| task.status == status)).collect();
        if chosen.is_empty() {
            let what = if self.0.is_empty() { "There are no tasks." } else { "There are no tasks of this status." };
            return Answer::text(what);
        }
        let mut text = String::new();
        for task in chosen {
            text.push_str(&format!("{} {} {}\n", task.status.mark(), task.id, task.subject));
        }
        let done = self.0.iter().filter(|task| task.status == Status::Completed).count();
        text.push_str(&format!("{done} of {} completed.", self.0.len()));
        Answer::text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_shows_where_each_task_stands() {
        let task = |id, subject: &str, status| Task { id, subject: subject.to_owned(), description: None, status };
        let tasks = Tasks(vec![
            task(1, "read", Status::Completed),
            task(2, "think", Status::InProgress),
            task(3, "write", Status::Pending),
        ]);
        assert_eq!(tasks.shown(None).shown(), "[x] 1 read\n[>] 2 think\n[ ] 3 write\n1 of 3 completed.");
        assert_eq!(tasks.shown(Some(Status::Pending)).shown(), "[ ] 3 write\n1 of 3 completed.");
        assert_eq!(Tasks(Vec::new()).shown(None).shown(), "There are no tasks.");
    }

    #[test]
    fn what_is_no_task_is_told() {
        assert_eq!(read("{}").expect_err("no task").kind(), "failed");
    }
}
