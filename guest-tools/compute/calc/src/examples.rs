//! Calls that show how the tool is used.

use toolhost_sdk::{Example, json};

pub(crate) fn examples() -> Vec<Example> {
    vec![
        Example::new("Decimals are exact", json!({"expr": "0.1 + 0.2"})).expect("0.3"),
        Example::new(
            "A price with tax, from variables",
            json!({"expr": "round(price * count + tax, 2)", "vars": {"price": "19.99", "count": 3, "tax": "8.25% of 59.97"}}),
        )
        .expect("64.92"),
        Example::new("Interest by the day", json!({"expr": "round(1000 * (1 + 5%/365)^(365*30), 2)"}))
            .expect("4481.23"),
        Example::new("A list", json!({"expr": "mean(prices)", "vars": {"prices": ["1.10", "2.35", "3"]}}))
            .expect("2.15"),
        Example::new("A unit for the result", json!({"expr": "90 km/h * 20 min", "units": "miles"}))
            .expect("≈ 18.64113576712001908852302553 mi"),
        Example::new("Temperatures", json!({"expr": "98.6 degF to degC"})).expect("37 °C"),
        Example::new("A result that is rounded", json!({"expr": "sqrt(2)", "precision": 40}))
            .expect("≈ 1.41421356237309504880168872420969807857"),
    ]
}
