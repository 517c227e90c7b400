//! This is `toolhost doctor`: whether everything is as it should be, and whether limits really limit.

use std::path::Path;

use clap::Args;
use serde::Serialize;
use serde_json::json;
use toolhost::{Admission, Host, Origin};

use super::output::{self, BAD, FAINT, GOOD, shown};
use super::settings::Settings;
use super::{Ending, figures, interrupt, loading};

/// Check the installation, and prove with tiny hostile guests that the limits hold
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  toolhost doctor
  toolhost doctor --json | jq '.checks[] | select(.ok | not)'

The exit code is 1 if something is wrong.";

/// Less than this and chats soon fail to write.
const LITTLE_SPACE: u64 = 256 * 1024 * 1024;

/// One thing that was looked at.
#[derive(Debug, Serialize)]
struct Check {
    name: String,
    ok: bool,
    saw: String,
}

impl Check {
    fn new(name: impl Into<String>, ok: bool, saw: impl Into<String>) -> Self {
        Self { name: name.into(), ok, saw: saw.into() }
    }
}

pub(super) fn run(settings: &Settings, arguments: &Arguments) -> anyhow::Result<Ending> {
    let mut checks = vec![directory("data directory", &settings.data_dir()?)];
    checks.push(directory("compile cache directory", &settings.cache_dir()?));
    // Everything that is installed is looked at, whether it is admitted or not.
    match loading::open(settings.host()?.admission(Admission::everything()), arguments.json) {
        Err(error) => checks.push(Check::new("host", false, format!("{error:#}"))),
        Ok(host) => {
            checks.extend(tools(&host, settings));
            checks.push(compile_cache(&host));
            match interrupt::until_interrupted(host.prove_limits())? {
                None => return Ok(Ending::Cancelled),
                Some(Err(error)) => checks.push(Check::new("limits", false, format!("{error:#}"))),
                Some(Ok(proofs)) => checks.extend(
                    proofs
                        .into_iter()
                        .map(|proof| Check::new(format!("limit {}", proof.limit), proof.holds, proof.saw)),
                ),
            }
        }
    }
    let wrong = checks.iter().filter(|check| !check.ok).count();
    if arguments.json {
        output::print_json(&json!({ "ok": wrong == 0, "checks": checks }))?;
    } else {
        output::print_styled(&page(&checks, wrong))?;
    }
    Ok(Ending::success_if(wrong == 0))
}

fn page(checks: &[Check], wrong: usize) -> String {
    let mut page = String::new();
    let width = checks.iter().map(|check| check.name.chars().count()).max().unwrap_or_default().min(32);
    for check in checks {
        let (mark, style) = if check.ok { ("✓", GOOD) } else { ("✗", BAD) };
        let saw = shown(&check.saw).replace('\n', "\n    ");
        page.push_str(&format!("{style}{mark}{style:#} {:width$}  {FAINT}{saw}{FAINT:#}\n", shown(&check.name)));
    }
    page.push_str(&match wrong {
        0 => format!("{GOOD}everything is as it should be{GOOD:#}\n"),
        1 => format!("{BAD}1 thing is wrong{BAD:#}\n"),
        _ => format!("{BAD}{wrong} things are wrong{BAD:#}\n"),
    });
    page
}

/// Whether a directory is there, or can be made, takes files and has space.
fn directory(name: &str, path: &Path) -> Check {
    let usable = std::fs::create_dir_all(path).and_then(|()| tempfile::tempfile_in(path).map(drop));
    let shown = path.display();
    if let Err(error) = usable {
        return Check::new(name, false, format!("{shown} cannot be written: {error}"));
    }
    match rustix::fs::statvfs(path) {
        Err(error) => Check::new(name, false, format!("the free space of {shown} is not known: {error}")),
        Ok(facts) => {
            let free = facts.f_bavail.saturating_mul(facts.f_frsize);
            let enough = free >= LITTLE_SPACE;
            let advice = if enough { "" } else { "; free some space, or choose another directory" };
            Check::new(name, enough, format!("{shown}, {} free{advice}", figures::size(free)))
        }
    }
}

fn tools(host: &Host, settings: &Settings) -> Vec<Check> {
    let tools = host.tools();
    let admission = settings.admission();
    let mut checks: Vec<Check> = tools
        .iter()
        .map(|tool| {
            let origin = match tool.origin() {
                Origin::Cache => "from the compile cache",
                Origin::Compiled => "compiled",
            };
            let admitted = if admission.admits(tool.name(), &tool.metadata().aliases).is_ok() {
                ""
            } else {
                ", not admitted by the operator"
            };
            let saw = format!("{}, {origin}{admitted}", figures::size(tool.bytes()));
            Check::new(format!("tool {}", tool.name()), true, saw)
        })
        .collect();
    if tools.is_empty() {
        let saw = "no component in the tools directories is a tool; name the right ones with `--tools DIR`";
        checks.push(Check::new("tools", false, saw));
    }
    for skipped in host.skipped() {
        let name = skipped.path.file_name().unwrap_or_default().to_string_lossy();
        checks.push(Check::new(format!("component {name}"), false, skipped.reason.clone()));
    }
    for (list, names) in [("--allow", settings.allowed_names()), ("--deny", settings.denied_names())] {
        for name in names.into_iter().filter(|name| *name != "*") {
            match host.tool(name) {
                Some(tool) if tool.name() == name => {}
                Some(tool) => {
                    let saw = format!("`{name}` is an alias; write the tool's own name `{}`", tool.name());
                    checks.push(Check::new(list, false, saw));
                }
                None => checks.push(Check::new(list, false, format!("no tool is called `{name}`"))),
            }
        }
    }
    checks
}

fn compile_cache(host: &Host) -> Check {
    let tools = host.tools();
    let mapped = tools.iter().filter(|tool| tool.origin() == Origin::Cache).count();
    let saw = format!(
        "{mapped} of {} mapped, {} compiled",
        figures::plural(tools.len(), "tool", "tools"),
        tools.len() - mapped
    );
    if host.has_compile_cache() {
        Check::new("compile cache", true, saw)
    } else {
        let saw = format!("{saw}, none kept for the next start; make the cache directory writable for this user alone");
        Check::new("compile cache", false, saw)
    }
}
