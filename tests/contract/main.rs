//! Every rule for every component that was built. Add a tool and it is tested; add a rule and every tool is.

use std::sync::LazyLock;

use libtest_mimic::{Arguments, Trial};
use toolhost::{Allowance, HostBuilder, LimitsPolicy};
use toolhost_tests::rules::{RULES, Subject};
use toolhost_tests::{TestHost, built_in, tool_names, tools_dir};

/// The interpreter takes a moment to load, so that all trials share these.
static HOST: LazyLock<TestHost> = LazyLock::new(|| {
    // Enough for every tool's work, and seconds for a program that never ends.
    let limits = LimitsPolicy::default().for_every_tool(|limits| limits.fuel = 5_000_000_000);
    TestHost::built(|builder| with_groups(builder.tools_dir(tools_dir())).limits(limits))
});
static WARM: LazyLock<TestHost> = LazyLock::new(|| {
    LazyLock::force(&HOST);
    TestHost::built(|builder| with_groups(builder.tools_dir(tools_dir())))
});
static WITHHOLDING: LazyLock<TestHost> = LazyLock::new(|| {
    LazyLock::force(&HOST);
    TestHost::built(|builder| with_groups(builder.tools_dir(tools_dir())).allowance(Allowance::nothing()))
});

/// Two groups with one tool, of which only the first is enabled in the chats of examples: the tool stays active, and
/// there is a group left to ask for.
fn with_groups(builder: HostBuilder) -> HostBuilder {
    builder.custom_group("examples", ["ls"]).custom_group("tracker", ["ls"])
}

fn main() {
    let arguments = Arguments::from_args();
    let components = built_in(&tools_dir());
    let mut trials = Vec::new();
    for name in tool_names() {
        let is_built = components.iter().any(|component| component.name == name);
        trials.push(Trial::test(format!("{name}::is_built"), move || {
            let how = "run `just guests`, or `just python` for the interpreter";
            if is_built { Ok(()) } else { Err(format!("target/tools has no {name}.wasm: {how}").into()) }
        }));
    }
    for component in components {
        for rule in RULES {
            let path = component.path.clone();
            trials.push(Trial::test(format!("{}::{}", component.name, rule.name), move || {
                let subject = Subject { path: &path, host: &HOST, warm: &WARM, withholding: &WITHHOLDING };
                (rule.check)(&subject).map_err(Into::into)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
