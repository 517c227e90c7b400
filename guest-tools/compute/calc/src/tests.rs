mod units;

use proptest::prelude::{any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};
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
        ("2^100", "1267650600228229401496703205376"),
        ("123456789012345678901234567890 * 987654321", "121932631124828532112482853211126352690"),
        ("1e25 + 0.1", "10000000000000000000000000.1"),
        ("1e-9 * 2", "2e-9"),
        ("-7 mod 3", "2"),
        ("17 % 5", "2"),
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
    for (vars, pointer) in [
        (json!({"a": 12_345_678_901_234_567_890_123_f64}), "/vars/a"),
        (json!({"a": 0.123_456_789_012_345_6}), "/vars/a"),
        (json!({"a": "xyz"}), "/vars/a"),
        (json!({"a": 1, "1x": 1}), "/vars/1x"),
        (json!({"a": 1, "to": 1}), "/vars/to"),
    ] {
        assert_eq!(call(vars.clone()).expect_err("refused").violations()[0].0, pointer, "{vars}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (expr, says) in [
        ("", "is empty"),
        ("1 +", "at character 4, the end"),
        ("(1+2", "at character 1, `(`: this bracket is not closed"),
        ("1+2)", "at character 4, `)`"),
        ("2 3", "at character 3, `3`"),
        ("1,000 + 1", "at character 2, `,`"),
        ("1.2.3", "one decimal point"),
        ("5 = 5", "compared"),
        ("$5", "currencies"),
        ("5 USD", "currency"),
        ("7 / (3 - 3)", "at character 5, `(3 - 3)`: division by zero"),
        ("0^-1", "division by zero"),
        ("5 mod 0", "division by zero"),
        ("sqr(4)", "similar: sqrt"),
        ("5 kilometr", "similar: kilometer"),
        ("sqrt 2", "write sqrt(…)"),
        ("pi(3)", "write pi * (…)"),
        ("log(100)", "needs a base"),
        ("min()", "takes 1 argument or more"),
        ("ln(0)", "greater than 0"),
        ("sqrt(-1)", "no real root"),
        ("(-8)^(1/3)", "cbrt"),
        ("asin(2)", "from -1 to 1"),
        ("tan(90 deg)", "no tangent"),
        ("(-1)!", "from 0 on"),
        ("2.5!", "whole numbers"),
        ("äöü + $", "at character 7"),
    ] {
        let message = refused(expr);
        assert!(message.contains(says), "{expr}: {message}");
    }
}

#[test]
fn what_is_too_large_ends_at_once() {
    for expr in [
        "9^9^9",
        "10^10^10",
        "9^9^9^9^9",
        "factorial(10^9)",
        "(10^9)!!",
        "1e999999",
        "1e20000 * 10",
        "exp(10^6)",
        "2^(10^30)",
        "0.5^(10^9)",
        "ncr(10^30, 10^15)",
        "pi^100000",
        "1.5^(2^0.5 * 10^9)",
        "sin(10^200)",
        "5 m^200",
    ] {
        refused(expr);
    }
    for expr in [
        "(".repeat(5000),
        "-".repeat(5000) + "1",
        "2^".repeat(3000) + "2",
        "√".repeat(3000) + "2",
        "5".to_owned() + &"!".repeat(5000),
        "1 to m".to_owned() + &" to m".repeat(1000),
        "1+".repeat(100_000) + "1",
        "1e20000+".repeat(1000) + "1",
        vec!["tan(1)"; 1000].join("+"),
        vec!["(1/3^40000 + 1/7)"; 50].join("*"),
    ] {
        refused(&expr);
    }
    assert_eq!(calc(&("1+".repeat(4000) + "1")), "4001");
}

fn expressions() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("1"),
        Just("0"),
        Just("2.5"),
        Just("1e30"),
        Just("+"),
        Just("-"),
        Just("*"),
        Just("/"),
        Just("^"),
        Just("!"),
        Just("%"),
        Just("("),
        Just(")"),
        Just(","),
        Just("sin("),
        Just("ln("),
        Just("sqrt("),
        Just("max("),
        Just("round("),
        Just("pi"),
        Just("km"),
        Just("degC"),
        Just("to"),
        Just("in"),
        Just("mod"),
        Just("of"),
        Just("hex"),
        Just("s"),
        Just("²"),
        Just("deg"),
        Just("e"),
        Just("x")
    ];
    proptest::collection::vec(word, 0..16).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_text_is_worked_out_or_refused(text in any::<String>(), units in any::<String>()) {
        if let Err(error) = call(json!({"expr": text, "units": units})) {
            prop_assert_eq!(error.kind(), "invalid_arguments");
        }
    }

    #[test]
    fn any_words_are_worked_out_or_refused(expr in expressions(), precision in 1..=100_u32) {
        let arguments = json!({"expr": expr, "precision": precision, "vars": {"x": "3 km"}});
        match call(arguments) {
            Ok(answer) => prop_assert!(!answer.is_empty()),
            Err(error) => prop_assert_eq!(error.kind(), "invalid_arguments"),
        }
    }

    #[test]
    fn whole_numbers_agree_with_the_machine(a in any::<i64>(), b in any::<i64>()) {
        let (a, b) = (i128::from(a), i128::from(b));
        prop_assert_eq!(calc(&format!("{a} + ({b})")), (a + b).to_string());
        prop_assert_eq!(calc(&format!("{a} * ({b})")), (a * b).to_string());
        if b != 0 {
            prop_assert_eq!(calc(&format!("({a}) mod ({b})")), (a - b * a.div_euclid(b) - if b < 0 && a.rem_euclid(b) != 0 { -b } else { 0 }).to_string());
        }
    }

    #[test]
    fn functions_agree_with_the_machine(x in -50.0_f64..50.0) {
        for (name, expected) in [
            ("sin", x.sin()), ("cos", x.cos()), ("exp", x.exp()), ("atan", x.atan()), ("sinh", x.sinh()),
            ("tanh", x.tanh()), ("asinh", x.asinh()), ("cbrt", x.cbrt())
        ] {
            let answer = calc(&format!("{name}({x:.10})"));
            let found: f64 = answer.trim_start_matches("≈ ").parse().expect("a number");
            prop_assert!((found - expected).abs() <= 1e-6 * expected.abs().max(1e-3), "{name}({x}): {answer}, {expected}");
        }
    }
}
