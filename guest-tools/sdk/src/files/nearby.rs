//! What a model may have meant by a path where nothing is.

use std::fs;

use super::{ChatPath, root};

/// Entries of a folder that are looked at.
const LOOKED_AT: usize = 2_000;
const SHOWN: usize = 3;
/// How alike a name has to be, from 0 to 1, if neither case nor extension is all that differs.
const ALIKE: f64 = 0.8;

/// Words about what is near a path that does not exist: the folder that is missing, or names that are alike.
pub(super) fn nearby(path: &ChatPath) -> Option<String> {
    let shown = path.shown();
    let (folder, name) = shown.rsplit_once('/').unwrap_or(("", shown));
    let Ok(entries) = fs::read_dir(root().join(folder)) else {
        return (!folder.is_empty()).then(|| format!("there is no folder `{folder}`"));
    };
    let mut alike: Vec<(u8, String)> = entries
        .take(LOOKED_AT)
        .flatten()
        .filter_map(|entry| {
            let other = entry.file_name().to_str()?.to_owned();
            Some((distance(name, &other)?, other))
        })
        .collect();
    alike.sort();
    let names: Vec<String> = alike
        .into_iter()
        .take(SHOWN)
        .map(|(_, name)| if folder.is_empty() { format!("`{name}`") } else { format!("`{folder}/{name}`") })
        .collect();
    (!names.is_empty()).then(|| format!("there is {}", names.join(", ")))
}

/// How far a name is from the one that was meant; None if it is another name altogether.
fn distance(meant: &str, other: &str) -> Option<u8> {
    let (meant, other) = (meant.to_lowercase(), other.to_lowercase());
    // A name that is all extension, such as `.env`, is its own stem.
    let stem = |name: &str| match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
        _ => name.to_owned(),
    };
    let separated = |name: &str| name.replace(['-', ' ', '_'], "");
    let is_part = |part: &str, whole: &str| part.len() >= 4 && whole.contains(part);
    if meant == other {
        Some(0)
    } else if separated(&meant) == separated(&other) {
        Some(1)
    } else if stem(&meant) == stem(&other) {
        Some(2)
    } else if strsim::normalized_damerau_levenshtein(&meant, &other) >= ALIKE {
        Some(3)
    } else if is_part(&stem(&meant), &other) || is_part(&stem(&other), &meant) {
        Some(4)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::with_root;
    use proptest::prelude::*;

    #[test]
    fn names_that_are_alike_come_first_to_last() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("data")).expect("a folder");
        for name in [
            "data/Sales_2024.csv",
            "data/sales-2024.csv",
            "data/sales 2024.xlsx",
            "data/sales_2024.txt",
            "data/other.csv",
        ] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        let near = |path: &str| with_root(folder.path(), || nearby(&ChatPath::parse(path).expect("a path")));
        assert_eq!(
            near("data/sales_2024.csv").as_deref(),
            Some("there is `data/Sales_2024.csv`, `data/sales-2024.csv`, `data/sales_2024.txt`")
        );
        assert_eq!(near("data/othre.csv").as_deref(), Some("there is `data/other.csv`"));
        assert_eq!(near("dta/x.csv").as_deref(), Some("there is no folder `dta`"));
        assert_eq!(near("data/zzz.bin"), None);
        assert_eq!(near("data/.env"), None);
        assert_eq!(near("Data").as_deref(), Some("there is `data`"));
    }

    proptest! {
        #[test]
        fn any_names_have_a_distance_or_none(meant in ".*", other in ".*") {
            distance(&meant, &other);
        }
    }
}
