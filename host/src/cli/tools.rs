//! This is `toolhost tools`: what can be called.

use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};
use serde_json::{Value, json};
use toolhost::{Host, Tool};

use super::output::{self, NOTED, shown};
use super::settings::Settings;
use super::{Ending, figures, loading};

/// List the tools that can be called, and what was left out and why
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Print everything that the tools say about themselves, as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  toolhost tools
  toolhost tools --json | jq '.tools[] | {name: .metadata.name, parameters: .metadata.parameters}'
  toolhost tools --tools ./my-tools --deny code_interpreter";

pub(super) fn run(settings: &Settings, arguments: &Arguments) -> anyhow::Result<Ending> {
    let host = loading::open(settings.host()?, arguments.json)?;
    if arguments.json {
        output::print_json(&everything(&host)?)?;
    } else {
        if !host.tools().is_empty() {
            output::print(&table(&host))?;
        }
        for skipped in host.skipped() {
            let (path, reason) = (skipped.path.display().to_string(), shown(&skipped.reason));
            output::say(&format!("{NOTED}left out{NOTED:#} {}: {reason}", shown(&path)));
        }
        let tools = host.tools().len();
        let number = figures::plural(tools, "tool", "tools");
        output::say(&if tools == 0 { "no tools; `toolhost doctor` says more".to_owned() } else { number });
    }
    Ok(Ending::Success)
}

fn everything(host: &Host) -> anyhow::Result<Value> {
    let tools = host.tools().iter().map(|tool| described(tool)).collect::<Result<Vec<_>, _>>()?;
    Ok(json!({ "tools": tools, "left_out": host.skipped() }))
}

fn described(tool: &Tool) -> Result<Value, serde_json::Error> {
    Ok(json!({
        "metadata": serde_json::to_value(tool.metadata())?,
        "limits": serde_json::to_value(tool.limits())?,
        "path": tool.path().display().to_string(),
        "bytes": tool.bytes(),
        "digest": tool.digest(),
    }))
}

fn table(host: &Host) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(["TOOL", "TIER", "ACCESS", "NEEDS", "WHAT IT DOES"]);
    for tool in host.tools() {
        let metadata = tool.metadata();
        table.add_row([
            shown(&metadata.name).into_owned(),
            metadata.cost_tier.to_string(),
            metadata.access.to_string(),
            shown(&metadata.needs.summary()).into_owned(),
            shown(metadata.summary()).into_owned(),
        ]);
    }
    table.trim_fmt() + "\n"
}
