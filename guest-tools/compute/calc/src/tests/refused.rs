use super::{calc, refused};

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
        ("5 // 0", "division by zero"),
        ("10 % -3", "not clear"),
        ("10 %-3", "not clear"),
        ("[1, 2]", "lists go into functions"),
        ("2 * [1, 2]", "lists go into functions"),
        ("sum([1, 2)", "a comma or `]`"),
        ("sum([1, [2]])", "lists go into functions"),
        ("sum([])", "takes 1 argument or more"),
        ("5 KB", "kB is 1000 bytes"),
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
        "(1 + 10^-17)^(10^40)",
        "(1 + 10^-300)^(10^302)",
        "1.0001^(10^12)",
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
        "z".repeat(9_990),
        "z".repeat(9_000) + "(1)",
        "1e20000+".repeat(1000) + "1",
        vec!["tan(1)"; 1000].join("+"),
        vec!["(1/3^40000 + 1/7)"; 5000].join("*"),
    ] {
        refused(&expr);
    }
    assert_eq!(calc(&("1+".repeat(4000) + "1")), "4001");
}
