//! The tool `tool_search`.

use toolhost_sdk::prelude::*;
use toolhost_sdk::services::catalog::{self, FoundTool};

/// Characters of a description that are shown.
const LONGEST_DESCRIPTION: usize = 300;

/// What to look for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// What the tool should do, in a few words, or a tool's name. Without it all tools are listed.
    #[serde(default)]
    query: String,
    /// Only tools of this category.
    category: Option<Category>,
    /// How many tools to show.
    #[serde(default = "usual_k")]
    #[schemars(range(min = 1, max = 50))]
    k: u32,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Category {
    Files,
    Search,
    Code,
    Data,
    Documents,
    Web,
    Compute,
    Versioning,
    Session,
    Custom,
}

impl Category {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Search => "search",
            Self::Code => "code",
            Self::Data => "data",
            Self::Documents => "documents",
            Self::Web => "web",
            Self::Compute => "compute",
            Self::Versioning => "versioning",
            Self::Session => "session",
            Self::Custom => "custom",
        }
    }
}

const fn usual_k() -> u32 {
    5
}

/// What was found, best first.
#[derive(Debug, Serialize, JsonSchema)]
struct Answered {
    tools: Vec<Found>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    name: String,
    description: String,
    category: String,
    tier: String,
    /// active: it can be called now. needs_activation: a person has to enable one of its groups. needs_person: a person has
    /// to allow it, see obstacle.
    status: &'static str,
    /// What stands in the way of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<String>,
    /// The groups that request_tool_activation can ask for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    groups: Vec<String>,
}

impl From<FoundTool> for Found {
    fn from(tool: FoundTool) -> Self {
        let status = match (tool.callable, tool.groups.is_empty()) {
            (true, _) => "active",
            (false, false) => "needs_activation",
            (false, true) => "needs_person",
        };
        Self {
            name: tool.name,
            description: first_sentences(&tool.description),
            category: tool.category,
            tier: tool.cost_tier,
            status,
            obstacle: (!tool.callable).then_some(tool.obstacle),
            groups: if tool.callable { Vec::new() } else { tool.groups },
        }
    }
}

/// The first paragraph, cut at the end of a word.
fn first_sentences(description: &str) -> String {
    let paragraph = description.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    if paragraph.chars().count() <= LONGEST_DESCRIPTION {
        return paragraph;
    }
    let cut: String = paragraph.chars().take(LONGEST_DESCRIPTION).collect();
    format!("{} …", cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole))
}

/// Finds tools by what they do, by name or by category, and says whether they can be called now.
///
/// A tool that is not active can be asked for with request_tool_activation; a person decides.
#[tool(
    name = "tool_search",
    title = "Find tools",
    category = session,
    tier = low,
    access = read,
    danger = safe,
    class = small,
    // A person may have decided something since.
    idempotent = false,
    concurrency_safe = true,
    files = none,
    services = [catalog],
    answer = Answered,
    keywords = ["tool", "tools", "which", "help", "capability", "find", "available"],
    use_cases = ["find out which tool can do something", "see what tools there are in a category", "learn how to get a tool that is not active"],
    aliases = ["find_tool", "search_tools", "list_tools"],
    parameter_aliases = [("name", "query"), ("limit", "k")],
    opaque = ["query"],
    examples = vec![Example::new("Which tool can draw?", json!({"query": "draw a chart"}))],
)]
fn tool_search(arguments: Arguments) -> ToolResult {
    if !(1..=50).contains(&arguments.k) {
        return Err(ToolError::invalid("/k", "k is the number of tools to show, 1 to 50"));
    }
    let category = arguments.category.map(Category::as_str);
    let found = catalog::search(&arguments.query, category, arguments.k)?;
    if found.is_empty() {
        let groups = catalog::groups()?;
        let groups: Vec<&str> = groups.iter().filter(|group| !group.enabled).map(|group| group.name.as_str()).collect();
        let more = if groups.is_empty() {
            String::new()
        } else {
            format!("; groups that can be asked for: {}", groups.join(", "))
        };
        return Ok(Answer::noop(format!("No tool fits. Try other words, or none to list all{more}.")));
    }
    Ok(Answer::json(&Answered { tools: found.into_iter().map(Found::from).collect() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_descriptions_end_at_a_word() {
        assert_eq!(first_sentences("One.\nTwo.\n\nThree."), "One. Two.");
        let cut = first_sentences(&"word ".repeat(100));
        assert!(cut.ends_with("word …") && cut.chars().count() < LONGEST_DESCRIPTION + 3, "{cut}");
    }
}
