//! The compile cache: what is whole is mapped, what is not is compiled again, and nothing in it can stop the host.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;
use toolhost::{Origin, Status};
use toolhost_tests::{TestHost, json_of, text_of};

use super::{copy_guest, tools_dir_of};

struct Setting {
    tools: TempDir,
    cache: TempDir,
}

impl Setting {
    /// Two tools and a cache that holds both.
    fn new() -> Self {
        let setting = Self { tools: tools_dir_of(&["answers", "echoes_arguments"]), cache: TempDir::new().unwrap() };
        assert_eq!(setting.mapped(), [false, false]);
        assert_eq!(setting.mapped(), [true, true]);
        setting
    }

    fn host(&self) -> TestHost {
        TestHost::built(|builder| {
            builder.tools_dir(self.tools.path().to_path_buf()).cache_dir(self.cache.path().to_path_buf())
        })
    }

    /// Starts a host, uses both tools, and says which came from the cache.
    fn mapped(&self) -> Vec<bool> {
        let host = self.host();
        let chat = host.chat();
        assert!(host.host().skipped().is_empty(), "{:?}", host.host().skipped());
        assert_eq!(text_of(&chat.call("answers", json!({}))), "done");
        let echoed = chat.call("echoes_arguments", json!({"a": 1}));
        assert_eq!(json_of(&echoed), Some(&json!({"a": 1})), "{echoed:?}");
        host.host().tools().iter().map(|tool| tool.origin() == Origin::Cache).collect()
    }

    fn entries(&self) -> Vec<PathBuf> {
        let mut entries: Vec<PathBuf> = fs::read_dir(self.cache.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .collect();
        entries.sort();
        assert!(!entries.is_empty());
        entries
    }
}

/// Damages every entry in each of these ways, one after another, and fails unless what belongs to it is compiled again
/// each time.
fn assert_compiled_again(damages: &[&dyn Fn(&Path)]) {
    let setting = Setting::new();
    for entry in setting.entries() {
        for damage in damages {
            damage(&entry);
            let from_cache = setting.mapped();
            let compiled = from_cache.iter().filter(|from_cache| !**from_cache).count();
            assert_eq!(compiled, 1, "{}", entry.display());
        }
        assert_eq!(setting.mapped(), [true, true], "the entry was not written again: {}", entry.display());
    }
}

fn change(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut content = fs::read(path).unwrap();
    change(&mut content);
    // In place of the file, not into it: a running host may have it mapped.
    fs::remove_file(path).unwrap();
    fs::write(path, content).unwrap();
}

#[test]
fn a_missing_or_empty_entry_is_compiled_again() {
    assert_compiled_again(&[&|entry| fs::remove_file(entry).unwrap(), &|entry| change(entry, Vec::clear)]);
}

#[test]
fn a_truncated_entry_is_compiled_again() {
    assert_compiled_again(&[&|entry| change(entry, |content| content.truncate(content.len() / 2)), &|entry| {
        change(entry, |content| content.truncate(content.len() - 1))
    }]);
}

#[test]
fn an_entry_with_one_bit_flipped_is_compiled_again() {
    let flip = |entry: &Path, third: usize| {
        change(entry, |content| {
            let last = content.len() - 1;
            content[last * third / 3] ^= 1;
        });
    };
    assert_compiled_again(&[&|entry| flip(entry, 0), &|entry| flip(entry, 1), &|entry| flip(entry, 3)]);
}

#[test]
fn an_entry_of_garbage_is_compiled_again() {
    assert_compiled_again(&[&|entry| change(entry, |content| content.fill(0xa5))]);
}

#[test]
fn an_entry_that_is_a_directory_is_no_obstacle() {
    let setting = Setting::new();
    for entry in setting.entries() {
        fs::remove_file(&entry).unwrap();
        fs::create_dir(&entry).unwrap();
    }
    setting.mapped();
}

#[test]
fn entries_that_changed_places_are_never_loaded_for_each_other() {
    let setting = Setting::new();
    let entries = setting.entries();
    for one in &entries {
        for other in &entries {
            if one != other && one.extension() == other.extension() {
                let (a, b) = (fs::read(one).unwrap(), fs::read(other).unwrap());
                change(one, |content| *content = b);
                change(other, |content| *content = a);
            }
        }
    }
    // Each pair was swapped twice, so swap once more: now every entry is another's.
    let of_one_kind: Vec<_> = entries.iter().filter(|entry| entry.extension() == entries[0].extension()).collect();
    if let [one, other] = of_one_kind[..] {
        let (a, b) = (fs::read(one).unwrap(), fs::read(other).unwrap());
        change(one, |content| *content = b);
        change(other, |content| *content = a);
    }
    assert_eq!(setting.mapped(), [false, false], "answers from the right tools, and none from the cache");
}

#[test]
fn whole_entries_of_one_component_under_the_name_of_another_are_not_loaded() {
    let setting = Setting::new();
    let entries = setting.entries();
    let stem = |path: &Path| path.file_stem().unwrap().to_owned();
    let first = stem(&entries[0]);
    let Some(other) = entries.iter().map(|path| stem(path)).find(|stem| *stem != first) else { return };
    for entry in entries.iter().filter(|path| stem(path) == first) {
        let extension = entry.extension().unwrap_or_default();
        let target = entry.with_file_name(&other).with_extension(extension);
        let content = fs::read(entry).unwrap();
        change(&target, |target| *target = content);
    }
    let from_cache = setting.mapped();
    assert!(from_cache.contains(&false), "a component ran as another");
}

#[test]
fn a_component_that_changed_is_not_served_from_its_predecessors_entry() {
    let setting = Setting::new();
    copy_guest("returns_text", &setting.tools.path().join("answers.wasm"));
    let host = setting.host();
    assert!(host.host().tool("answers").is_none());
    assert_eq!(host.chat().call("returns_text", json!({"bytes": 3})).status, Status::Ok);
}

#[test]
fn strange_files_in_the_cache_are_left_alone() {
    let setting = Setting::new();
    fs::write(setting.cache.path().join("notes.txt"), "mine").unwrap();
    fs::create_dir(setting.cache.path().join("folder")).unwrap();
    symlink("/dev/zero", setting.cache.path().join("zero.cwasm")).unwrap();
    assert_eq!(setting.mapped(), [true, true]);
    assert_eq!(fs::read_to_string(setting.cache.path().join("notes.txt")).unwrap(), "mine");
}

#[test]
fn nobody_else_can_write_the_cache() {
    let setting = Setting::new();
    fs::set_permissions(setting.cache.path(), Permissions::from_mode(0o777)).unwrap();
    setting.mapped();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(setting.cache.path()), 0o700);
    for entry in setting.entries() {
        assert_eq!(mode(&entry) & 0o022, 0, "{} can be written by others", entry.display());
    }
}

#[test]
fn what_others_could_have_written_is_compiled_again() {
    let setting = Setting::new();
    for entry in setting.entries() {
        fs::set_permissions(&entry, Permissions::from_mode(0o666)).unwrap();
    }
    assert_eq!(setting.mapped(), [false, false]);
    assert_eq!(setting.mapped(), [true, true]);
}

#[test]
fn without_a_place_for_the_cache_the_host_still_works() {
    let setting = Setting::new();
    let file = setting.tools.path().join("not-a-directory");
    fs::write(&file, "a file").unwrap();
    let host = TestHost::built(|builder| builder.tools_dir(setting.tools.path().to_path_buf()).cache_dir(file.clone()));
    assert_eq!(host.chat().call("answers", json!({})).status, Status::Ok);
    assert_eq!(fs::read_to_string(&file).unwrap(), "a file");
}

#[test]
fn two_hosts_that_start_at_once_share_a_cold_cache() {
    let (tools, cache) = (tools_dir_of(&["answers", "echoes_arguments", "returns_text"]), TempDir::new().unwrap());
    std::thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                let host = TestHost::built(|builder| {
                    builder.tools_dir(tools.path().to_path_buf()).cache_dir(cache.path().to_path_buf())
                });
                assert_eq!(host.host().tools().len(), 3);
                assert_eq!(text_of(&host.chat().call("answers", json!({}))), "done");
            });
        }
    });
    for entry in fs::read_dir(cache.path()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(!name.starts_with(".writing-"), "half an entry was left: {name}");
    }
}
