//! Components that lie or crash while they are loaded: skipped, each with its own reason, and no harm to the others.

use std::path::Path;

use super::HOST;

macro_rules! skipped {
    ($($guest:ident => $($word:literal),+;)+) => {
        $(
            #[test]
            fn $guest() {
                assert_skipped(stringify!($guest), &[$($word),+]);
            }
        )+

        const SKIPPED: &[&str] = &[$(stringify!($guest)),+];
    };
}

skipped! {
    spins_in_describe => "fuel";
    panics_in_describe => "describes nothing";
    eats_memory_in_describe => "memory";
    has_a_bad_name => "name", "Bad Name";
    has_a_bad_version => "version", "newest";
    has_a_schema_that_is_no_json => "parameters";
    has_a_schema_that_is_no_object => "parameters", "object";
    has_a_schema_that_is_invalid => "parameters";
    has_a_schema_that_reaches_out => "parameters";
    has_a_long_description => "description", "2000";
    has_an_endless_description => "describe";
    describes_itself_by_the_clock => "different";
    takes_anothers_name => "answers";
    takes_anothers_name_as_alias => "answers";
    imports_unknown_interface => "elsewhere:machine/launch";
    exports_nothing => "toolhost:contract/guest";
    exports_future_version => "9.0.0";
    exports_other_signature => "guest";
}

fn assert_skipped(guest: &str, words: &[&str]) {
    let file = format!("{guest}.wasm");
    let host = HOST.host();
    let skipped = host.skipped().iter().find(|skipped| skipped.path.file_name() == Some(Path::new(&file).as_os_str()));
    let reason = &skipped.unwrap_or_else(|| panic!("{guest} was not skipped")).reason;
    for word in words {
        assert!(reason.contains(word), "{guest} was skipped for another reason: {reason}");
    }
    assert!(reason.len() < 4_000, "the reason is {} bytes long", reason.len());
    assert!(host.tools().iter().all(|tool| !tool.path().ends_with(&file)));
}

#[test]
fn nothing_else_is_skipped() {
    let unexpected: Vec<_> = HOST
        .host()
        .skipped()
        .iter()
        .filter(|skipped| {
            let name = skipped.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            !SKIPPED.contains(&name.as_str()) && name != "says_unavailable"
        })
        .collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    assert!(HOST.host().tool("answers").is_some_and(|tool| tool.path().ends_with("answers.wasm")));
}

#[test]
fn reads_files_in_describe() {
    let tool = HOST.host().tool("reads_files_in_describe").unwrap();
    assert_eq!(tool.metadata().description, "Sees 0.");
}
