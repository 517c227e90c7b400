//! What a cell put out, in a few words or as text.

use toolhost_sdk::text::{counted, printable};

use crate::cell::{Cell, Pieces};
use crate::raw::{Entries, Items};

/// The outputs in a few words, such as `stdout 12 lines, image/png`; none if there are none.
pub(crate) fn summary(cell: &Cell<'_>) -> Option<String> {
    let words: Vec<String> = outputs(cell).iter().map(in_words).collect();
    match words.as_slice() {
        [] => None,
        few if few.len() <= 5 => Some(few.join(", ")),
        many => Some(format!("{} and {} more", many.get(..5).unwrap_or_default().join(", "), many.len() - 5)),
    }
}

/// The lines that show the outputs.
pub(crate) fn lines(cell: &Cell<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for output in outputs(cell) {
        lines.push(format!("--- output: {}", in_words(&output)));
        for text in texts(&output) {
            let plain = strip_ansi_escapes::strip_str(text);
            lines.extend(plain.lines().map(str::to_owned));
        }
    }
    lines
}

fn outputs<'a>(cell: &Cell<'a>) -> Vec<Entries<'a>> {
    let items: Items<'_> = cell.entries.read("outputs").unwrap_or_default();
    items.0.into_iter().map(|item| Entries::of(item.get()).unwrap_or_default()).collect()
}

fn in_words(output: &Entries<'_>) -> String {
    let text = |name: &str| output.read::<String>(name).map(|text| printable(&text).into_owned());
    match text("output_type").as_deref() {
        Some("stream") => {
            let lines = joined(output, "text").lines().count() as u64;
            format!("{} {}", text("name").unwrap_or_else(|| "stream".to_owned()), counted(lines, "line", "lines"))
        }
        Some("error") => format!(
            "error {}: {}",
            text("ename").unwrap_or_default(),
            text("evalue").unwrap_or_default().chars().take(200).collect::<String>()
        ),
        Some("execute_result" | "display_data") => {
            let data: Entries<'_> = output.read("data").unwrap_or_default();
            let types: Vec<String> = data.0.iter().map(|(kind, value)| of_type(kind, value.get().len())).collect();
            if types.is_empty() { "nothing".to_owned() } else { types.join(" + ") }
        }
        Some(other) => other.to_owned(),
        None => "of no known kind".to_owned(),
    }
}

fn of_type(kind: &str, bytes: usize) -> String {
    let kind = printable(kind);
    // Pictures and the like stand in the file as base64.
    if kind.starts_with("text/") { kind.into_owned() } else { format!("{kind} ({} KB)", bytes.div_ceil(1024)) }
}

fn texts(output: &Entries<'_>) -> Vec<String> {
    match output.read::<String>("output_type").as_deref() {
        Some("stream") => vec![joined(output, "text")],
        Some("error") => output.read::<Vec<String>>("traceback").unwrap_or_default(),
        _ => {
            let data: Entries<'_> = output.read("data").unwrap_or_default();
            let best = ["text/plain", "text/markdown", "text/latex", "text/html"];
            best.iter().find(|kind| data.get(kind).is_some()).map(|kind| joined(&data, kind)).into_iter().collect()
        }
    }
}

fn joined(entries: &Entries<'_>, name: &str) -> String {
    entries.read::<Pieces>(name).map(Pieces::joined).unwrap_or_default()
}
