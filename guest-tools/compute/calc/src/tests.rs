use toolhost_sdk::{Value, json};

use crate::arguments::Arguments;

fn call(arguments: Value) -> Result<String, String> {
    let arguments: Arguments = serde_json::from_value(arguments).map_err(|error| error.to_string())?;
    crate::calculate::answer(&arguments).map(|answer| answer.shown()).map_err(|error| error.message().to_owned())
}

#[test]
fn trial() {
    for line in std::fs::read_to_string("/tmp/calc-trial.txt").expect("trial").lines() {
        let t = std::time::Instant::now();
        let mut r = format!("{:?}", call(json!({"expr": line})));
        r.truncate(r.floor_char_boundary(200));
        println!("{line:<40} {r} {:?}", t.elapsed());
    }
}
