//! Loading: whatever lies in a tools directory, the host starts, and says of every file why it is no tool.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::json;
use toolhost::Status;
use toolhost_tests::{TestHost, hostile_dir};
use wasm_encoder::{
    ComponentSection, MemorySection, MemoryType, Module, ModuleArg, ModuleSection, RefType, TableSection, TableType,
};
use wasmparser::{Parser, Payload};

use super::{copy_guest, tools_dir_of};

fn over(directory: &Path) -> TestHost {
    TestHost::over(directory)
}

fn reason<'a>(host: &'a TestHost, file: &str) -> &'a str {
    let skipped = host.host().skipped().iter().find(|skipped| skipped.path.ends_with(file));
    &skipped.unwrap_or_else(|| panic!("{file} was not skipped")).reason
}

fn names(host: &TestHost) -> Vec<String> {
    host.host().tools().iter().map(|tool| tool.metadata().name.clone()).collect()
}

#[test]
fn files_that_are_no_tools_are_skipped_each_with_its_reason() {
    let tools = tools_dir_of(&["answers"]);
    let put = |name: &str, content: &[u8]| fs::write(tools.path().join(name), content).unwrap();
    let good = fs::read(hostile_dir().join("answers.wasm")).unwrap();
    put("empty.wasm", b"");
    put("script.wasm", b"#!/bin/sh\necho hello\n");
    put("magic_only.wasm", b"\0asm");
    put("core_module.wasm", &Module::new().finish());
    put("other_component.wasm", &wasm_encoder::Component::new().finish());
    put("cut_in_half.wasm", &good[..good.len() / 2]);
    put("cut_at_the_end.wasm", &good[..good.len() - 1]);
    put("with_more_behind.wasm", &[&good[..], b"more"].concat());
    let mut flipped = good.clone();
    for byte in flipped.iter_mut().skip(good.len() / 3).take(64) {
        *byte ^= 0xff;
    }
    put("damaged.wasm", &flipped);
    let mut random = fastrand::Rng::with_seed(7);
    let noise: Vec<u8> = b"\0asm\x0d\0\x01\0".iter().copied().chain((0..10_000).map(|_| random.u8(..))).collect();
    put("noise.wasm", &noise);

    let host = over(tools.path());
    assert_eq!(names(&host), ["answers"]);
    for (file, word) in [
        ("empty.wasm", "empty"),
        ("script.wasm", "WebAssembly"),
        ("magic_only.wasm", ""),
        ("core_module.wasm", "core module"),
        ("other_component.wasm", "toolhost:contract/guest"),
        ("cut_in_half.wasm", "cut off"),
        ("cut_at_the_end.wasm", ""),
        ("with_more_behind.wasm", ""),
        ("damaged.wasm", ""),
        ("noise.wasm", ""),
    ] {
        let reason = reason(&host, file);
        assert!(reason.contains(word) && !reason.is_empty(), "{file}: {reason}");
    }
    assert_eq!(host.host().skipped().len(), 10, "{:?}", host.host().skipped());
    assert_eq!(host.chat().call("answers", json!({})).status, Status::Ok);
}

#[test]
fn only_the_top_level_is_searched_and_only_for_components() {
    let tools = tools_dir_of(&["returns_text", "answers"]);
    fs::create_dir(tools.path().join("below")).unwrap();
    copy_guest("echoes_arguments", &tools.path().join("below/echoes_arguments.wasm"));
    fs::create_dir(tools.path().join("folder.wasm")).unwrap();
    fs::write(tools.path().join("notes.txt"), "notes").unwrap();
    fs::write(tools.path().join("answers.wasm.bak"), "old").unwrap();
    symlink(tools.path().join("gone"), tools.path().join("dangling.wasm")).unwrap();
    let host = over(tools.path());
    assert_eq!(names(&host), ["answers", "returns_text"]);
    for skipped in host.host().skipped() {
        let name = skipped.path.file_name().unwrap();
        assert!(name == "dangling.wasm" || name == "folder.wasm", "{skipped:?}");
    }
}

#[test]
fn the_order_is_the_same_every_time() {
    let tools = tools_dir_of(&["returns_text", "answers", "echoes_arguments", "sleeps_briefly", "does_nothing"]);
    let first = names(&over(tools.path()));
    let mut sorted = first.clone();
    sorted.sort();
    assert_eq!(first, sorted);
    for _ in 0..5 {
        assert_eq!(names(&over(tools.path())), first);
    }
}

#[test]
fn several_directories_make_one_catalog_and_the_first_of_a_name_wins_openly() {
    let (one, other) = (tools_dir_of(&["answers"]), tools_dir_of(&["answers", "returns_text"]));
    let host =
        TestHost::built(|builder| builder.tools_dir(one.path().to_path_buf()).tools_dir(other.path().to_path_buf()));
    assert_eq!(names(&host), ["answers", "returns_text"]);
    assert_eq!(host.host().skipped().len(), 1);
    assert!(reason(&host, "answers.wasm").contains("answers"));
    assert!(host.host().skipped()[0].path.starts_with(other.path()));
}

#[test]
fn a_component_that_is_replaced_while_the_host_runs_changes_nothing() {
    let tools = tools_dir_of(&["answers"]);
    let host = over(tools.path());
    copy_guest("traps_on_invoke", &tools.path().join("answers.wasm"));
    assert_eq!(host.chat().call("answers", json!({})).status, Status::Ok);
}

#[test]
fn memories_that_are_too_much_together_are_refused() {
    // The limit is on their sum: each alone would fit.
    let memory = module_with(|module| {
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 6 * 1024,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        module.section(&memories);
    });
    assert_refused_with("many_memories.wasm", &memory, 3);
}

#[test]
fn endless_memories_are_refused() {
    let memory = module_with(|module| {
        let mut memories = MemorySection::new();
        memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
        module.section(&memories);
    });
    assert_refused_with("endless_memories.wasm", &memory, 500);
}

#[test]
fn large_tables_are_refused() {
    let table = module_with(|module| {
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            minimum: 50_000_000,
            maximum: None,
            table64: false,
            shared: false,
        });
        module.section(&tables);
    });
    assert_refused_with("large_table.wasm", &table, 1);
}

/// Adds instances of a core module to a good component and fails unless the host then refuses it, and only it.
fn assert_refused_with(file: &str, module: &Module, instances: u32) {
    let tools = tools_dir_of(&["answers", "returns_text"]);
    let good = fs::read(tools.path().join("returns_text.wasm")).unwrap();
    fs::write(tools.path().join(file), with_instances(&good, module, instances)).unwrap();
    fs::remove_file(tools.path().join("returns_text.wasm")).unwrap();
    let host = over(tools.path());
    let reason = reason(&host, file);
    assert!(!reason.contains("damaged") && !reason.contains("already"), "refused for another reason: {reason}");
    assert_eq!(names(&host), ["answers"]);
    assert_eq!(host.chat().call("answers", json!({})).status, Status::Ok);

    // The same with nothing in the module is a tool.
    fs::remove_file(tools.path().join(file)).unwrap();
    fs::write(tools.path().join("with_empty.wasm"), with_instances(&good, &Module::new(), 1)).unwrap();
    assert_eq!(names(&over(tools.path())), ["answers", "returns_text"]);
}

fn module_with(section: impl FnOnce(&mut Module)) -> Module {
    let mut module = Module::new();
    section(&mut module);
    module
}

/// A component with more core instances at its end, which nobody uses.
fn with_instances(component: &[u8], module: &Module, instances: u32) -> Vec<u8> {
    let mut modules = 0;
    let mut depth = 0;
    for payload in Parser::new(0).parse_all(component) {
        match payload.unwrap() {
            Payload::ModuleSection { .. } => {
                modules += u32::from(depth == 0);
                depth += 1;
            }
            Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            _ => {}
        }
    }
    let mut bytes = component.to_vec();
    let mut append = |section: &dyn ComponentSection| section.append_to_component(&mut bytes);
    append(&ModuleSection(module));
    let mut added = wasm_encoder::InstanceSection::new();
    for _ in 0..instances {
        added.instantiate::<[(&str, ModuleArg); 0], &str>(modules, []);
    }
    append(&added);
    bytes
}
