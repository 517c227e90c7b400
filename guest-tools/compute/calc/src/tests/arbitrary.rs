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
