//! Limits: the operator's word holds for the tool it names, only tightens, and is what the failure says.

use std::time::Duration;

use serde_json::json;
use toolhost::metadata::{CostTier, ResourceClass};
use toolhost::{Code, Limits, LimitsPolicy, Status};
use toolhost_tests::TestHost;

use super::tools_dir_of;

fn value_in(outcome: &toolhost::Outcome) -> u64 {
    outcome.error.as_ref().unwrap().details.as_ref().unwrap()["value"].as_u64().unwrap()
}

#[test]
fn the_operator_tightens_the_limits_of_one_tool_and_of_all() {
    let tools = tools_dir_of(&["spins_forever", "eats_memory", "returns_text", "sleeps_briefly", "answers"]);
    let host = TestHost::built(|builder| {
        builder.tools_dir(tools.path().to_path_buf()).limits(
            LimitsPolicy::default()
                .for_every_tool(|limits| limits.fuel = 40_000_000)
                .for_tool("eats_memory", |limits| limits.memory_bytes = 8 << 20)
                .for_tool("returns_text", |limits| limits.output_bytes = 100)
                .for_tool("sleeps_briefly", |limits| limits.wall_clock = Duration::from_millis(100)),
        )
    });
    let chat = host.chat();

    let spun = chat.call("spins_forever", json!({}));
    assert_eq!((spun.code(), value_in(&spun)), (Some(Code::Fuel), 40_000_000));
    assert!((39_000_000..=40_000_000).contains(&spun.usage.fuel), "{:?}", spun.usage);

    let ate = chat.call("eats_memory", json!({}));
    assert_eq!((ate.code(), value_in(&ate)), (Some(Code::Memory), 8 << 20));
    assert!(((4 << 20)..=(8 << 20)).contains(&ate.usage.peak_memory_bytes), "{:?}", ate.usage);

    assert_eq!(chat.call("returns_text", json!({"bytes": 100})).status, Status::Ok);
    let talked = chat.call("returns_text", json!({"bytes": 101}));
    assert_eq!((talked.code(), value_in(&talked)), (Some(Code::OutputTooLarge), 100));

    let slept = chat.call("sleeps_briefly", json!({"ms": 3_000}));
    assert_eq!((slept.code(), value_in(&slept)), (Some(Code::Timeout), 100));
    assert!(slept.usage.wait_us >= 50_000, "{:?}", slept.usage);
    assert_eq!(chat.call("sleeps_briefly", json!({"ms": 1})).status, Status::Ok);
    assert_eq!(chat.call("answers", json!({})).status, Status::Ok);
}

#[test]
fn the_operator_cannot_widen_what_the_host_sets() {
    let tools = tools_dir_of(&["answers"]);
    let host = TestHost::built(|builder| {
        builder.tools_dir(tools.path().to_path_buf()).limits(LimitsPolicy::default().for_every_tool(|limits| {
            limits.fuel = u64::MAX;
            limits.memory_bytes = u64::MAX;
            limits.wall_clock = Duration::MAX;
            limits.output_bytes = u64::MAX;
        }))
    });
    let limits = host.host().tool("answers").unwrap().limits().clone();
    assert_eq!(limits, Limits::defaults(ResourceClass::Small, CostTier::Low));
}

#[test]
fn every_limit_is_finite_in_every_class_and_tier() {
    for class in ResourceClass::ALL {
        for tier in CostTier::ALL {
            let limits = serde_json::to_value(Limits::defaults(*class, *tier)).unwrap();
            for (name, value) in limits.as_object().unwrap() {
                let value = value.as_u64().unwrap_or(u64::MAX);
                assert!(value > 0 && value < u64::MAX / 4, "{name} of {class} {tier} is {value}");
            }
        }
    }
}

#[test]
fn a_limit_of_nothing_lets_nothing_run_and_harms_nobody() {
    let tools = tools_dir_of(&["answers", "returns_text"]);
    let host = TestHost::built(|builder| {
        builder.tools_dir(tools.path().to_path_buf()).limits(
            LimitsPolicy::default()
                .for_tool("answers", |limits| limits.fuel = 0)
                .for_tool("returns_text", |limits| limits.memory_bytes = 0),
        )
    });
    let chat = host.chat();
    assert_eq!(chat.call("answers", json!({})).code(), Some(Code::Fuel));
    assert_eq!(chat.call("returns_text", json!({})).code(), Some(Code::Memory));
}
