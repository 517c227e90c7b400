mod arbitrary;
mod refused;
mod units;

use toolhost_sdk::{ToolError, Value, json};

use crate::arguments::Arguments;

fn call(arguments: Value) -> Result<String, ToolError> {
    let arguments: Arguments = serde_json::from_value(arguments).expect("arguments of the right form");
    crate::calculate::answer(&arguments).map(|answer| answer.shown())
}

fn calc(expr: &str) -> String {
    call(json!({"expr": expr})).unwrap_or_else(|error| panic!("{expr}: {error}"))
}

fn refused(expr: &str) -> String {
    let error = call(json!({"expr": expr})).expect_err(expr);
    assert_eq!(error.kind(), "invalid_arguments", "{expr}");
    error.message().to_owned()
}

fn all(cases: &[(&str, &str)]) {
    for (expr, expected) in cases {
        assert_eq!(calc(expr), *expected, "{expr}");
    }
}

#[test]
fn arithmetic_is_exact() {
    all(&[
        ("0.1 + 0.2", "0.3"),
        ("1/3*3", "1"),
        ("1/3", "≈ 0.3333333333333333333333333333"),
        ("2/3", "≈ 0.6666666666666666666666666667"),
        ("(160/11)^7", "≈ 137749833.4673616811798900928"),
        ("22208988494333840/20885668945065403", "≈ 1.063360170686852427017465961"),
        ("2^100", "1267650600228229401496703205376"),
        ("123456789012345678901234567890 * 987654321", "121932631124828532112482853211126352690"),
        ("1e25 + 0.1", "10000000000000000000000000.1"),
        ("1e-9 * 2", "2e-9"),
        ("-7 mod 3", "2"),
        ("17 % 5", "2"),
        ("mod(10, -3)", "-2"),
        ("7 // 2", "3"),
        ("-7 // 2", "-4"),
        ("7.5 km // 2 km", "3"),
        ("100!/98!", "9900"),
        ("10^30/3", "≈ 3.333333333333333333333333333e29"),
    ]);
    assert!(calc("1000!").ends_with("000") && calc("1000!").len() == 2568);
}

#[test]
fn operators_bind_as_in_mathematics() {
    all(&[
        ("-2^2", "-4"),
        ("2^3^2", "512"),
        ("2^-3", "0.125"),
        ("2 ** 3", "8"),
        ("10 - 4 - 3", "3"),
        ("2 + 3 * 4", "14"),
        ("3!!", "720"),
        ("2(3+4)", "14"),
        ("√16 + 3² − 2 × 3 ÷ 4", "11.5"),
        ("0xff + 0b11 + 1_000", "1258"),
    ]);
    assert!(refused("6/2(1+2)").contains("not clear"));
    assert!(refused("1/2 pi").contains("not clear"));
}

/// Interest is the usual case. The digits are those of Python's decimal module, computed with 80.
#[test]
fn a_long_fraction_is_rounded_and_not_refused() {
    all(&[
        ("1000 * (1 + 0.05/365)^(365*30)", "≈ 4481.228688524515247752280086"),
        ("1.0001^1000000", "≈ 2.674710993142140172948354482e43"),
        ("1.0001^-1000000", "≈ 3.738721688301887295761006312e-44"),
        ("(1 + 10^-10)^(10^10)", "≈ 2.718281828323131143949794001"),
        ("(1 + 10^-20)^(10^21)", "≈ 22026.46579480671651585657736"),
        ("(-1.00001)^1000001", "≈ -22025.58476003639656360162963"),
        ("(1/3^25000 + 1/7)^2 * 49", "≈ 1"),
        ("(1/3^25000 + 1/7) * (1/3^25000 + 1/7) * 49", "≈ 1"),
        ("2^60000 / 2^59990", "1024"),
    ]);
}

#[test]
fn percentages_work_as_on_a_pocket_calculator() {
    all(&[
        ("15% of 80", "12"),
        ("80 + 15%", "92"),
        ("80 - 15%", "68"),
        ("100 + 10% + 5%", "115.5"),
        ("15% + 5%", "0.2"),
        ("100 + 5% of 40", "102"),
        ("50% * 3", "1.5"),
        ("10% - 3", "-2.9"),
        ("10%-3", "-2.9"),
        ("15 % - 5 %", "0.1"),
        ("1/8 to percent", "12.5%"),
    ]);
    assert_eq!(call(json!({"expr": "80 + tax", "vars": {"tax": "15%"}})).expect("an answer"), "92");
}

#[test]
fn functions_are_rounded_correctly() {
    // The digits are those of published tables.
    all(&[
        ("sqrt(2)", "≈ 1.414213562373095048801688724"),
        ("e", "≈ 2.718281828459045235360287471"),
        ("pi", "≈ 3.141592653589793238462643383"),
        ("ln(2)", "≈ 0.6931471805599453094172321215"),
        ("log10(2)", "≈ 0.3010299956639811952137388947"),
        ("sin(1)", "≈ 0.8414709848078965066525023216"),
        ("atan(2)", "≈ 1.10714871779409050301706546"),
        ("exp(100)", "≈ 2.688117141816135448412625552e43"),
        ("phi", "≈ 1.618033988749894848204586834"),
        ("2^0.5", "≈ 1.414213562373095048801688724"),
    ]);
}

#[test]
fn results_that_are_exact_stay_so() {
    all(&[
        ("sqrt(16)", "4"),
        ("8^(2/3)", "4"),
        ("cbrt(-0.008)", "-0.2"),
        ("log10(1/1000)", "-3"),
        ("log2(2^50)", "50"),
        ("log(81, 3)", "4"),
        ("sin(pi)", "0"),
        ("sin(30 deg)", "0.5"),
        ("cos(-60°)", "0.5"),
        ("tan(225 deg)", "1"),
        ("asin(0.5) to deg", "30 deg"),
        ("atan2(-1, -1) to deg", "-135 deg"),
        ("exp(0) + ln(1) + cosh(0)", "2"),
        ("(-1)^(10^50)", "1"),
        ("hypot(3 m, 4 m)", "5 m"),
    ]);
}

#[test]
fn what_is_lost_by_rounding_is_not_shown() {
    all(&[
        ("sqrt(2)^2", "≈ 2"),
        ("sqrt(2)*sqrt(2) - 2", "≈ 0"),
        ("floor(sqrt(2)^2)", "2"),
        ("acos(sqrt(2)/sqrt(2))", "0"),
        ("exp(1e-30)", "≈ 1"),
    ]);
    assert!(refused("1/(sqrt(2)^2 - 2)").contains("division by zero"));
}

#[test]
fn series_and_whole_numbers() {
    all(&[
        ("round(2.5) + round(-3.5)", "-1"),
        ("round(2.345, 2)", "2.35"),
        ("round(1234, -2)", "1200"),
        ("floor(-1.5) * ceil(1.2) * trunc(-1.9)", "4"),
        ("mean(1, 2, 3, 4)", "2.5"),
        ("median(3, 1, 2, 10)", "2.5"),
        ("median([3, 1, 2, 10])", "2.5"),
        ("sum([1, 2], 3, [4])", "10"),
        ("pstdev(2,4,4,4,5,5,7,9)", "2"),
        ("stdev(1, 3)", "≈ 1.414213562373095048801688724"),
        ("min(3 km, 1 mi)", "1 mi"),
        ("gcd(12, 18) + lcm(4, 6)", "18"),
        ("ncr(1000000, 3)", "166666166667000000"),
        ("npr(5, 2)", "20"),
        ("powmod(3, 10^50, 1000007)", "364463"),
    ]);
}

#[test]
fn forms_of_writing() {
    all(&[
        ("255 to hex", "0xff"),
        ("-5 to bin", "-0b101"),
        ("64 to oct", "0o100"),
        ("0.35 to fraction", "7/20"),
        ("6/3 to fraction", "2"),
    ]);
    assert!(refused("0.5 to hex").contains("whole"));
    assert!(refused("(255 to hex) + 1").contains("at the end"));
}

#[test]
fn precision_counts_significant_digits() {
    let digits = |precision: u32| call(json!({"expr": "2/3", "precision": precision}));
    assert_eq!(digits(1).expect("an answer"), "≈ 0.7");
    assert_eq!(digits(100).expect("an answer").matches('6').count(), 99);
    for wrong in [0, 101] {
        assert_eq!(digits(wrong).expect_err("refused").violations()[0].0, "/precision");
    }
    // A whole number is never cut off.
    assert_eq!(call(json!({"expr": "12345*10", "precision": 2})).expect("an answer"), "123450");
}

#[test]
fn variables_keep_their_digits() {
    let call = |vars: Value| call(json!({"expr": "a", "vars": vars}));
    for (value, expected) in [
        (json!(0.1), "0.1"),
        (json!(-3), "-3"),
        (json!(18_446_744_073_709_551_615_u64), "18446744073709551615"),
        (json!("12345678901234567890123"), "12345678901234567890123"),
        (json!("5 km + 300 m"), "5.3 km"),
        (json!(1e-7), "0.0000001"),
    ] {
        assert_eq!(call(json!({"a": value})).expect("an answer"), expected);
    }
    let list = |expr: &str| {
        super::tests::call(json!({"expr": expr, "vars": {"a": ["10 cm", 0.1, "1/3"], "b": ["10 cm", "0.1 m"]}}))
    };
    assert_eq!(list("sum(b)").expect("an answer"), "20 cm");
    assert_eq!(list("max(b, 3 m)").expect("an answer"), "3 m");
    let many = call_with_list(5_001).expect_err("refused");
    assert!(many.violations()[0].0 == "/vars/a" && many.message().contains("at most 5000"));
    assert_eq!(call_with_list(5_000).expect("an answer"), "2500.5");
    assert!(list("b + 1").expect_err("refused").message().contains("b is a list"));
    assert!(list("sum(a)").expect_err("refused").message().contains("do not add"));
    for (vars, pointer) in [
        (json!({"a": ["1", "1 +"]}), "/vars/a/1"),
        (json!({"a": 12_345_678_901_234_567_890_123_f64}), "/vars/a"),
        (json!({"a": 0.123_456_789_012_345_6}), "/vars/a"),
        (json!({"a": "xyz"}), "/vars/a"),
        (json!({"a": 1, "1x": 1}), "/vars/1x"),
        (json!({"a": 1, "to": 1}), "/vars/to"),
    ] {
        assert_eq!(call(vars.clone()).expect_err("refused").violations()[0].0, pointer, "{vars}");
    }
}

fn call_with_list(length: usize) -> Result<String, ToolError> {
    call(json!({"expr": "median(a)", "vars": {"a": (1..=length).collect::<Vec<_>>()}}))
}
