use proptest::prelude::{any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};
use toolhost_sdk::json;

use super::{calc, call};

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

/// Expressions whose values can be looked at: functions of functions of numbers, sums and products of them.
fn calculations() -> impl Strategy<Value = String> {
    let number = (1..1000_u32, 1..1000_u32).prop_map(|(above, below)| format!("({above}/{below})"));
    number.prop_recursive(4, 12, 2, |inner| {
        let function = prop_oneof![
            Just("sin"),
            Just("cos"),
            Just("atan"),
            Just("sqrt"),
            Just("cbrt"),
            Just("tanh"),
            Just("asinh"),
            Just("abs"),
            Just("1/")
        ];
        prop_oneof![
            (function, inner.clone()).prop_map(|(function, x)| format!("{function}({x})")),
            (inner.clone(), inner.clone(), prop_oneof![Just("+"), Just("-"), Just("*"), Just("/")])
                .prop_map(|(x, y, sign)| format!("({x} {sign} {y})")),
            (inner.clone(), -3..40_i32).prop_map(|(x, power)| format!("({x})^({power})")),
            inner.clone().prop_map(|x| format!("ln(2 + abs({x}))")),
            inner.prop_map(|x| format!("exp(-abs({x}))")),
        ]
    })
}

/// How many digits the shorter results have.
const FEW: u32 = 9;

/// A shown number, and the power of ten that its last digit stands for.
fn parsed(answer: &str) -> (f64, i32) {
    let number = answer.trim_start_matches("≈ ");
    let value = number.parse().expect("a number");
    let (mantissa, power) = number.split_once('e').unwrap_or((number, "0"));
    let last = match mantissa.split_once('.') {
        Some((_, decimals)) => -i32::try_from(decimals.len()).expect("few decimals"),
        // What stands after the last digit that counts is filled up with zeros.
        None => (mantissa.trim_start_matches('-').len() as i32 - FEW as i32).max(0),
    };
    (value, last + power.parse::<i32>().expect("a power"))
}

proptest! {
    /// What is shown with few digits is what is shown with many, rounded.
    #[test]
    fn every_digit_shown_is_right(expr in calculations()) {
        let with = |precision: u32| call(json!({"expr": expr, "precision": precision}));
        if let (Ok(short), Ok(long)) = (with(FEW), with(60)) {
            let ((few, last), (many, _)) = (parsed(&short), parsed(&long));
            // A value that is not certain to be other than 0 is shown as 0, until more digits tell.
            if few != 0.0 && (1e-200..1e200).contains(&many.abs()) {
                prop_assert!((few - many).abs() <= 0.500_001 * 10_f64.powi(last), "{expr}: {short}, {long}");
            }
        }
    }

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
