use super::{all, calc, call, refused};
use crate::dimension::Dimension;
use crate::unit_table::UNITS;
use toolhost_sdk::json;

#[test]
fn quantities_combine() {
    all(&[
        ("5 km + 300 m", "5.3 km"),
        ("90 km/h * 20 min", "30 km"),
        ("10 m / 2 s", "5 m/s"),
        ("5 km * 300 m", "1.5 km^2"),
        ("10 km / 5 m", "2000"),
        ("9.8 m/s^2 * 70 kg to N", "686 N"),
        ("80 kg + 15%", "92 kg"),
        ("5 ft 11 in to cm", "180.34 cm"),
        ("2 h 30 min to min", "150 min"),
        ("5 in in cm", "12.7 cm"),
        ("sqrt(16 m^2)", "4 m"),
        ("7 km mod 2 km", "1 km"),
        ("5 Hz * 2 s", "10"),
        ("3 GiB / (20 MB/s) to min", "2.68435456 min"),
        ("7.5 L/(100 km) to L/100km", "7.5 L/100km"),
        ("100 W / (4 m^2 * 5 K)", "5 W/(m^2 K)"),
    ]);
}

#[test]
fn units_have_many_spellings() {
    all(&[
        ("1 kilometre to m", "1000 m"),
        ("1 Kilometers to m", "1000 m"),
        ("5 nautical miles to km", "9.26 km"),
        ("10 square feet to m^2", "0.9290304 m^2"),
        ("1 cm3 to mL", "1 mL"),
        ("5 um to nm", "5000 nm"),
        ("5 µs to ns", "5000 ns"),
        ("1 kWh to J", "3600000 J"),
        ("1 mW to MW", "1e-9 MW"),
        ("8 Mbit/s to MB/s", "1 MB/s"),
        ("1 acre to sqft", "43560 sqft"),
        ("1 hp to W", "745.69987158227022 W"),
        ("6 feet to inches", "72 in"),
    ]);
    let answer = call(json!({"expr": "90 km/h * 20 min", "units": "miles"})).expect("an answer");
    assert_eq!(answer, "≈ 18.64113576712001908852302553 mi");
}

#[test]
fn temperatures_are_points_of_a_scale() {
    all(&[
        ("98.6 degF to degC", "37 °C"),
        ("25 °C to °F", "77 °F"),
        ("-40 °F to °C", "-40 °C"),
        ("0 K to degC", "-273.15 °C"),
        ("20 degC + 5 K", "25 °C"),
        ("30 degC - 20 degC", "10 K"),
        ("(20 degC to K) * 2", "586.3 K"),
    ]);
    for expr in ["20 degC + 5 degC", "2 * 20 degC", "20 degC to kg", "degC + 1", "5 J/degC", "sqrt(20 degC)"] {
        refused(expr);
    }
    assert!(refused("25 C to F").contains("degC and degF"));
}

#[test]
fn units_that_do_not_fit_are_told_apart() {
    for (expr, says) in [
        ("5 kg to m", "`kg` (a mass) does not convert to `m` (a length)"),
        ("5 kg + 3", "`kg` (a mass) and a plain number do not add"),
        ("1 m + 1 s", "at character 7, `1 s`"),
        ("12 to cm", "write the unit behind the number"),
        ("30 mpg to L/100km", "reciprocal"),
        ("ln(5 m)", "plain number"),
        ("2^(3 m)", "plain number"),
        ("sin(5 m)", "takes an angle"),
        ("sqrt(5 m)", "no such power"),
        ("5 km to 3", "no unit"),
        ("max(1 m, 1 s)", "do not compare"),
    ] {
        let message = refused(expr);
        assert!(message.contains(says), "{expr}: {message}");
    }
    let error = call(json!({"expr": "5 kg", "units": "metres per second per"})).expect_err("refused");
    assert_eq!(error.violations()[0].0, "/units");
}

/// What fend says of a unit in base units, as a number.
fn fend(unit: &str, dimension: Dimension) -> Option<f64> {
    let base: Vec<String> = dimension
        .powers()
        .map(|(base, power)| format!("{}^({power})", if base == "rad" { "radian" } else { base }))
        .collect();
    let to = if base.is_empty() { String::new() } else { format!(" to ({})", base.join(" * ")) };
    let mut context = fend_core::Context::new();
    let answer = fend_core::evaluate(&format!("1 {unit}{to} to 15 sf"), &mut context).ok()?;
    let text = answer.get_main_result().trim_start_matches("approx. ").replace(" * 10^", "e");
    text.split_whitespace().next()?.parse().ok()
}

/// Each row of the table against the definitions of another program.
#[test]
fn sizes_agree_with_another_program() {
    // These have several definitions, or mean another thing there.
    let other_definition = ["yr", "month", "decade", "century", "rpm", "mmHg", "inHg", "Bps", "ppm", "ppb"];
    let (mut compared, mut wrong) = (0, Vec::new());
    for row in UNITS.iter().filter(|row| row.zero.is_none() && !other_definition.contains(&row.symbol)) {
        let dimension = Dimension::read(row.dimension);
        let base: Vec<String> = dimension.powers().map(|(base, power)| format!("{base}^{power}")).collect();
        let base = if base.is_empty() { String::new() } else { format!(" / (1 {})", base.join(" * ")) };
        let own = calc(&format!("1 {}{base}", row.symbol));
        let own: f64 = own.trim_start_matches("≈ ").parse().expect("a number");
        let names = std::iter::once(row.symbol).chain(row.names.split_whitespace());
        let others: Vec<f64> = names.filter_map(|name| fend(name, dimension)).collect();
        if others.is_empty() {
            continue;
        }
        compared += 1;
        if !others.iter().any(|other| (own / other - 1.0).abs() < 1e-8) {
            wrong.push(format!("{}: {own}, but others say {others:?}", row.symbol));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(compared >= 90, "only {compared} of {} were compared", UNITS.len());
}
