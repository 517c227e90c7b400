//! Every rule for every component that was built. Add a tool and it is tested; add a rule and every tool is.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

use std::sync::LazyLock;

use libtest_mimic::{Arguments, Trial};
use toolhost::Allowance;
use toolhost_tests::rules::{RULES, Subject};
use toolhost_tests::{TestHost, built_tools, tools_dir};

/// The interpreter takes a moment to load, so that all trials share these.
static HOST: LazyLock<TestHost> = LazyLock::new(|| TestHost::over(&tools_dir()));
static WARM: LazyLock<TestHost> = LazyLock::new(|| {
    LazyLock::force(&HOST);
    TestHost::over(&tools_dir())
});
static WITHHOLDING: LazyLock<TestHost> = LazyLock::new(|| {
    LazyLock::force(&HOST);
    TestHost::built(|builder| builder.tools_dir(tools_dir()).allowance(Allowance::nothing()))
});

fn main() {
    let arguments = Arguments::from_args();
    let trials = built_tools()
        .into_iter()
        .flat_map(|component| {
            RULES.iter().map(move |rule| {
                let path = component.path.clone();
                Trial::test(format!("{}::{}", component.name, rule.name), move || {
                    let subject = Subject { path: &path, host: &HOST, warm: &WARM, withholding: &WITHHOLDING };
                    (rule.check)(&subject).map_err(Into::into)
                })
            })
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}
