//! The document as text.

use std::collections::BTreeMap;

use serde_json::Value;

use super::parameters;

/// The categories in the order in which the document has them.
const CATEGORIES: [(&str, &str); 10] = [
    ("files", "Files"),
    ("search", "Search"),
    ("code", "Code"),
    ("data", "Data"),
    ("documents", "Documents"),
    ("web", "Web"),
    ("compute", "Compute"),
    ("versioning", "Versions"),
    ("session", "Session"),
    ("custom", "Custom"),
];

/// Writes the document from the tools' metadata.
pub(super) fn document(tools: &[Value]) -> String {
    let mut categories: BTreeMap<usize, Vec<&Value>> = BTreeMap::new();
    for tool in tools {
        let place = CATEGORIES.iter().position(|(word, _)| tool["category"] == *word).unwrap();
        categories.entry(place).or_default().push(tool);
    }
    let mut text = format!(
        "# The built-in tools\n\n\
         What each of the {} tools says about itself: the same words that a model gets. `just docs` writes this document \
         from the built components; change the tools, not the document.\n\n",
        tools.len()
    );
    for (place, tools) in &mut categories {
        tools.sort_by_key(|tool| word(tool, "name").to_owned());
        let (_, title) = CATEGORIES[*place];
        text.push_str(&format!(
            "**{title}**\n\n| Tool | What it does | Tier | Access | Needs |\n|---|---|---|---|---|\n"
        ));
        for tool in tools.iter() {
            let name = word(tool, "name");
            let sentence = cell(first_sentence(word(tool, "description")));
            let (tier, access, needs) = (word(tool, "cost_tier"), word(tool, "access"), needs(tool));
            text.push_str(&format!("| [{name}](#{name}) | {sentence} | {tier} | {access} | {needs} |\n"));
        }
        text.push('\n');
    }
    for (place, tools) in &categories {
        let (_, title) = CATEGORIES[*place];
        text.push_str(&format!("## {title}\n\n"));
        for tool in tools {
            text.push_str(&section(tool));
        }
    }
    text.trim_end().to_owned() + "\n"
}

fn section(tool: &Value) -> String {
    let mut text = format!("### {}\n\n{}. {}\n\n", word(tool, "name"), word(tool, "title"), word(tool, "description"));
    let yes = |name: &str| if tool[name] == true { "yes" } else { "no" };
    text.push_str(&format!(
        "Tier {}, access {}, danger {}, size {}; idempotent: {}; may run beside other calls: {}; needs {}.",
        word(tool, "cost_tier"),
        word(tool, "access"),
        word(tool, "danger"),
        word(tool, "resource_class"),
        yes("idempotent"),
        yes("concurrency_safe"),
        needs(tool)
    ));
    for narrower in list(tool, "narrower_uses") {
        let values: Vec<String> = list(narrower, "values").iter().map(|value| format!("`{value}`")).collect();
        let idempotent = if narrower["idempotent"] == true { ", idempotent" } else { "" };
        text.push_str(&format!(
            " With {} {}: tier {}, access {}, files {}{idempotent}.",
            word(narrower, "parameter"),
            values.join(", "),
            word(narrower, "cost_tier"),
            word(narrower, "access"),
            word(narrower, "files").replace('_', "-")
        ));
    }
    let aliases = words(tool, "aliases");
    if !aliases.is_empty() {
        text.push_str(&format!(" Also called {aliases}."));
    }
    text.push_str("\n\n| Parameter | Type | Meaning |\n|---|---|---|\n");
    for parameter in parameters::of(&tool["parameters"]) {
        let required = if parameter.is_required { "**" } else { "" };
        let meaning = cell(&parameter.meaning);
        text.push_str(&format!("| {required}{}{required} | {} | {meaning} |\n", parameter.name, cell(&parameter.kind)));
    }
    text.push('\n');
    let uses: Vec<&str> = list(tool, "use_cases").iter().filter_map(Value::as_str).collect();
    if !uses.is_empty() {
        text.push_str(&format!("Use it to: {}.\n\n", uses.join("; ")));
    }
    let keywords = words(tool, "keywords");
    if !keywords.is_empty() {
        text.push_str(&format!("Keywords: {keywords}.\n\n"));
    }
    for hint in list(tool, "hints") {
        text.push_str(&format!("- After `{}`: {}\n", word(hint, "selector"), word(hint, "text")));
    }
    if !list(tool, "hints").is_empty() {
        text.push('\n');
    }
    for example in list(tool, "examples") {
        text.push_str(&shown_example(example));
    }
    text
}

fn shown_example(example: &Value) -> String {
    /// More than this of a file or an answer says no more.
    const LINES: usize = 12;
    let mut text = format!("{}:\n\n", word(example, "title"));
    for file in list(example, "files") {
        if let (Some(path), Some(content)) = (file[0].as_str(), file[1].as_str()) {
            text.push_str(&block(&format!("{path}\n{}", beginning(content, LINES))));
        }
    }
    text.push_str(&block(&example["arguments"].to_string()));
    if let Some(expected) = example["expected"].as_str() {
        text.push_str(&format!("gives\n\n{}", block(beginning(expected, LINES).trim_end())));
    }
    text
}

/// A fenced block, whatever the text holds.
fn block(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}text\n{}\n{fence}\n\n", text.trim_end_matches('\n'))
}

fn beginning(text: &str, most: usize) -> String {
    let count = text.lines().count();
    if count <= most {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.lines().take(most).collect();
    format!("{}\n… ({} more lines)", lines.join("\n"), count - most)
}

/// What a tool wants to be granted, in words.
fn needs(tool: &Value) -> String {
    let needs = &tool["needs"];
    let mut all = Vec::new();
    match word(needs, "files") {
        "none" | "" => {}
        access => all.push(format!("files ({})", access.replace('_', "-"))),
    }
    match word(&needs["network"], "reach") {
        "none" | "" => {}
        reach => all.push(format!("network ({})", reach.replace('_', " "))),
    }
    for name in ["services", "context", "config_keys"] {
        all.extend(list(needs, name).iter().filter_map(Value::as_str).map(|one| one.replace('_', " ")));
    }
    all.extend(list(needs, "secrets").iter().map(|secret| format!("secret {}", word(secret, "name"))));
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

fn word<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn words(value: &Value, name: &str) -> String {
    list(value, name).iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
}

/// The text up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.find(". ").map_or(line, |end| &line[..=end])
}

/// A text that stays in its cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").split('\n').map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("<br>")
}

#[test]
fn a_text_stays_in_its_place() {
    assert_eq!(cell("a | b\n\n- c"), "a \\| b<br>- c");
    assert_eq!(first_sentence("Reads 1.5 MB. And more."), "Reads 1.5 MB.");
    assert_eq!(block("a\n```\nb\n"), "````text\na\n```\nb\n````\n\n");
    assert_eq!(beginning("1\n2\n3\n", 2), "1\n2\n… (1 more lines)");
}
