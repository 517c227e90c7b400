//! Calls that show how the tool is used.

use toolhost_sdk::prelude::*;

pub(crate) fn examples() -> Vec<Example> {
    vec![
        Example::new(
            "Compare groups with bars",
            json!({
                "spec": {
                    "type": "bar", "title": "Units sold", "labels": ["North", "South", "West"],
                    "series": [{"name": "2023", "values": [120, 95, 143]}, {"name": "2024", "values": [131, 99, 120]}]
                },
                "out": "charts/sold.png"
            }),
        ),
        Example::new(
            "A line over time, in the answer itself",
            json!({
                "spec": {
                    "type": "line", "title": "Monthly visitors", "y_label": "Visitors",
                    "labels": ["2024-01", "2024-02", "2024-03", "2024-04"],
                    "series": [{"values": [1200, 1340, null, 1510]}]
                }
            }),
        ),
        Example::new(
            "Shares of a whole as SVG",
            json!({
                "spec": {
                    "type": "pie", "title": "Energy sources", "unit": "TWh",
                    "labels": ["Wind", "Solar", "Gas"], "series": [{"values": [142, 61, 79]}]
                },
                "out": "energy.svg"
            }),
        ),
        Example::new(
            "Distribution of values",
            json!({
                "spec": {
                    "type": "histogram", "x_label": "Duration in ms",
                    "series": [{"values": [12, 15, 14, 22, 31, 18, 16, 15, 14, 90]}]
                },
                "out": "durations.svg"
            }),
        ),
    ]
}
