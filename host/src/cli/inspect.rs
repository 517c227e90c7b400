//! This is `toolhost inspect`: a look at one component, for its author.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use toolhost::metadata::Metadata;
use toolhost::{Inspection, inspect};

use super::output::{self, BAD, GOOD, STRONG, shown};
use super::settings::Settings;
use super::{Ending, figures};

/// Look at a component: what it says about itself, what it imports and needs, what keeps it from being a tool
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The component's file
    #[arg(value_name = "COMPONENT.wasm")]
    component: PathBuf,

    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  toolhost inspect target/tools/read.wasm
  toolhost inspect my_tool.wasm --json | jq .problems

The exit code is 1 if something keeps the component from being a tool.";

pub(super) fn run(settings: &Settings, arguments: &Arguments) -> anyhow::Result<Ending> {
    let inspection = inspect(&arguments.component, &settings.cache_dir()?)?;
    if arguments.json {
        output::print_json(&inspection)?;
    } else {
        output::print_styled(&page(&inspection))?;
    }
    Ok(Ending::success_if(inspection.problems.is_empty()))
}

fn page(inspection: &Inspection) -> String {
    let mut page = String::new();
    if let Some(metadata) = &inspection.metadata {
        page.push_str(&about(metadata));
    }
    let digest = inspection.digest.get(..16).unwrap_or(&inspection.digest);
    let _ = writeln!(page, "file      {}, BLAKE3 {digest}…", figures::size(inspection.bytes));
    page.push_str(&interfaces("imports", &inspection.imports));
    page.push_str(&interfaces("exports", &inspection.exports));
    match inspection.problems.as_slice() {
        [] => {
            let _ = writeln!(page, "problems  {GOOD}none{GOOD:#}");
        }
        problems => {
            for (position, problem) in problems.iter().enumerate() {
                let title = if position == 0 { "problems" } else { "" };
                let _ = writeln!(page, "{title:<8}  {BAD}✗{BAD:#} {}", shown(problem));
            }
        }
    }
    page
}

fn about(metadata: &Metadata) -> String {
    let mut about = String::new();
    let (name, version, title) = (shown(&metadata.name), shown(&metadata.version), shown(&metadata.title));
    let _ = writeln!(about, "{STRONG}{name}{STRONG:#} {version}: {title}\n{}\n", shown(&metadata.description));
    let required = metadata.parameters.get("required").and_then(|required| required.as_array());
    let is_required = |parameter: &str| required.is_some_and(|names| names.iter().any(|name| name == parameter));
    let parameters: Vec<String> = metadata
        .parameters
        .get("properties")
        .and_then(|properties| properties.as_object())
        .into_iter()
        .flat_map(|properties| properties.keys())
        .map(|parameter| if is_required(parameter) { parameter.clone() } else { format!("[{parameter}]") })
        .collect();
    let safe = if metadata.concurrency_safe { "beside others" } else { "alone" };
    let again = if metadata.idempotent { ", idempotent" } else { "" };
    for (title, text) in [
        ("takes", if parameters.is_empty() { "nothing".to_owned() } else { parameters.join(" ") }),
        ("category", format!("{}, tier {}", metadata.category, metadata.cost_tier)),
        ("access", format!("{}, danger {}", metadata.access, metadata.danger)),
        ("runs", format!("{safe}{again}, with the limits of {} work", metadata.resource_class)),
        ("needs", metadata.needs.summary()),
        ("aliases", metadata.aliases.join(" ")),
    ] {
        if !text.is_empty() {
            let _ = writeln!(about, "{title:<8}  {}", shown(&text));
        }
    }
    about
}

/// Interfaces by package, each package on a line of its own.
fn interfaces(title: &str, names: &[String]) -> String {
    let mut packages: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in names {
        let (path, version) = name.split_once('@').map_or((name.as_str(), ""), |(path, version)| (path, version));
        let (package, interface) = path.split_once('/').unwrap_or(("", path));
        let package = if version.is_empty() { package.to_owned() } else { format!("{package}@{version}") };
        packages.entry(package).or_default().push(interface);
    }
    if packages.is_empty() {
        return format!("{title:<8}  nothing\n");
    }
    let mut text = String::new();
    for (position, (package, interfaces)) in packages.into_iter().enumerate() {
        let title = if position == 0 { title } else { "" };
        let gap = if package.is_empty() { "" } else { " " };
        let line = format!("{package}{gap}{}", interfaces.join(" "));
        let _ = writeln!(text, "{title:<8}  {}", shown(&line));
    }
    text
}
