//! This checks metadata against the rules of `wit/metadata.wit`, field by field, and says what breaks which rule.

use serde_json::Value;

use super::metadata::{Category, CostTier, FileAccess, Metadata, NetworkNeed};

const LONGEST_DESCRIPTION: usize = 2_000;
const LONGEST_HINT: usize = 400;
const MOST_EXAMPLES: usize = 32;

/// Every broken rule, as `field: what is wrong`. Empty means that the metadata is good.
pub(crate) fn broken_rules(metadata: &Metadata) -> Vec<String> {
    let mut broken = Vec::new();
    let mut check = |holds: bool, problem: String| {
        if !holds {
            broken.push(problem);
        }
    };

    check(is_tool_name(&metadata.name), name_problem("name", &metadata.name));
    for alias in &metadata.aliases {
        check(is_tool_name(alias), name_problem("aliases", alias));
        check(alias != &metadata.name, format!("aliases: `{alias}` is the tool's own name"));
    }
    check(
        is_version(&metadata.version),
        format!("version: `{}` is not a semantic version such as 1.0.0", shown(&metadata.version)),
    );
    check(!metadata.title.trim().is_empty(), "title: is empty".to_owned());
    check(!metadata.description.trim().is_empty(), "description: is empty".to_owned());
    check(
        metadata.description.chars().count() <= LONGEST_DESCRIPTION,
        format!("description: is longer than {LONGEST_DESCRIPTION} characters"),
    );
    check(
        metadata.parameters.get("type").and_then(Value::as_str) == Some("object"),
        "parameters: the JSON Schema must have `\"type\": \"object\"`".to_owned(),
    );
    if metadata.category != Category::Custom {
        check(!metadata.keywords.is_empty(), "keywords: are required outside the category `custom`".to_owned());
        check(!metadata.use_cases.is_empty(), "use_cases: are required outside the category `custom`".to_owned());
    }
    check(metadata.examples.len() <= MOST_EXAMPLES, format!("examples: are more than {MOST_EXAMPLES}"));
    for example in &metadata.examples {
        check(
            example.arguments.is_object(),
            format!("examples: the arguments of `{}` are not a JSON object", shown(&example.title)),
        );
    }
    for hint in &metadata.hints {
        check(
            hint.text.chars().count() <= LONGEST_HINT,
            format!("hints: the text for `{}` is longer than {LONGEST_HINT} characters", shown(&hint.selector)),
        );
        check(
            !hint.text.chars().any(char::is_control),
            format!("hints: the text for `{}` has control characters", shown(&hint.selector)),
        );
    }
    let properties = metadata.parameters.get("properties").and_then(Value::as_object);
    let mut check_parameter = |field: &str, name: &str| {
        if !properties.is_some_and(|properties| properties.contains_key(name)) {
            broken.push(format!("{field}: `{}` is not a parameter of the tool", shown(name)));
        }
    };
    for name in &metadata.opaque_parameters {
        check_parameter("opaque_parameters", name);
    }
    for parameter in &metadata.progressive_parameters {
        check_parameter("progressive_parameters", &parameter.name);
    }
    for narrower in &metadata.narrower_uses {
        check_parameter("narrower_uses", &narrower.parameter);
    }
    for (_, real) in &metadata.parameter_aliases {
        check_parameter("parameter_aliases", real);
    }
    broken.extend(widening_uses(metadata));
    if metadata.cost_tier == CostTier::Low && metadata.needs.network != NetworkNeed::None {
        broken.push("cost_tier: a tool that needs the network is at least `medium`".to_owned());
    }
    broken
}

/// Narrower uses that ask for more than the whole tool does.
fn widening_uses(metadata: &Metadata) -> impl Iterator<Item = String> {
    metadata.narrower_uses.iter().filter_map(|narrower| {
        let wider = narrower.cost_tier > metadata.cost_tier || narrower.files > metadata.needs.files;
        let reads_more = narrower.access != metadata.access && narrower.files == FileAccess::ReadWrite;
        (wider || reads_more).then(|| {
            format!("narrower_uses: the use by `{}` asks for more than the tool does", shown(&narrower.parameter))
        })
    })
}

/// Whether this can be the name of a tool: `^[a-z][a-z0-9_]{0,63}$`.
pub(crate) fn is_tool_name(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn name_problem(field: &str, name: &str) -> String {
    format!("{field}: `{}` does not match ^[a-z][a-z0-9_]{{0,63}}$", shown(name))
}

fn is_version(version: &str) -> bool {
    let numbers = version.split(['-', '+']).next().unwrap_or_default();
    let mut parts = 0;
    let numeric = numbers.split('.').all(|part| {
        parts += 1;
        !part.is_empty() && part.len() < 10 && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    numeric && parts == 3
}

/// A guest's text, shortened and escaped so that it can stand in a message.
pub(crate) fn shown(text: &str) -> String {
    shown_up_to(text, 80)
}

/// The same with another length, in characters.
pub(crate) fn shown_up_to(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for c in text.chars().take(most) {
        // Quotes stay as they are; only what could forge a line or move the cursor is escaped.
        if c.is_control() { shown.extend(c.escape_debug()) } else { shown.push(c) }
    }
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}
