//! Queries in the jq language.

use jaq_core::load::{Arena, File, Loader, lex, parse as syntax};
use jaq_core::{Compiler, Ctx, Filter, Vars, compile, data, load, unwrap_valr};
use jaq_json::Val;

type Data = data::JustLut<Val>;

/// Functions that would look outside the query's input, or end the program.
const ABSENT: [&str; 6] = ["env", "now", "localtime", "strflocaltime", "halt", "halt_error"];

/// Functions that jq has and the library has not.
const ADDED: &str = include_str!("jq/added.jq");

/// Nesting of brackets that the parser is trusted with.
const DEEPEST: usize = 100;

/// A query that can be run.
pub(crate) struct Query(Filter<Data>);

impl Query {
    /// Compiles a query, or says what is wrong with it and where.
    pub(crate) fn new(code: &str) -> Result<Self, String> {
        check_nesting(code)?;
        let added = load::parse(ADDED, |parser| parser.defs()).unwrap_or_default();
        let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs()).chain(added);
        let present = |name: &str| !ABSENT.contains(&name);
        let funs = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs()).filter(|(name, ..)| present(name));
        let defs = defs.filter(|def| present(def.name));
        let arena = Arena::default();
        let modules =
            Loader::new(defs).load(&arena, File { code, path: () }).map_err(|errors| describe_syntax(code, errors))?;
        load::import(&modules, |_| Err(String::new())).map_err(|errors| describe_syntax(code, errors))?;
        let compiler = Compiler::default().with_funs(funs);
        compiler.compile(modules).map(Self).map_err(|errors| describe_names(code, errors))
    }

    /// The results for one input, made as they are asked for.
    pub(crate) fn run(&self, input: Val) -> impl Iterator<Item = Result<Val, String>> {
        let context = Ctx::<Data>::new(&self.0.lut, Vars::new([]));
        self.0.id.run((context, input)).map(|result| unwrap_valr(result).map_err(|error| clip(&error.to_string(), 300)))
    }
}

/// The parser recurses with the brackets of a query.
fn check_nesting(code: &str) -> Result<(), String> {
    let mut depth = 0usize;
    for byte in code.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(format!("brackets are nested more than {DEEPEST} deep"));
        }
    }
    Ok(())
}

fn describe_syntax(code: &str, errors: load::Errors<&str, ()>) -> String {
    let error = errors.into_iter().next().map(|(_, error)| error);
    match error {
        Some(load::Error::Lex(errors)) => match errors.first() {
            Some((expected, found)) => {
                let what = match expected {
                    lex::Expect::Delim(open) if !["(", "[", "{", "\""].contains(open) => "closing delimiter",
                    lex::Expect::Token => "an operator or a name; other names are written .[\"name\"]",
                    known => known.as_str(),
                };
                expected_at(code, what, found)
            }
            None => UNCLEAR.to_owned(),
        },
        Some(load::Error::Parse(errors)) => match errors.first() {
            Some((expected, found)) => expected_at(code, parse_expectation(expected), found),
            None => UNCLEAR.to_owned(),
        },
        Some(load::Error::Io(_)) => "import and include are not available: a query is self-contained".to_owned(),
        None => UNCLEAR.to_owned(),
    }
}

const UNCLEAR: &str = "not a jq program";

fn parse_expectation<'a>(expected: &syntax::Expect<&'a str>) -> &'a str {
    match expected {
        syntax::Expect::Nothing => "an operator or the end",
        syntax::Expect::Term => "a term such as .name, a number or (",
        other => other.as_str(),
    }
}

fn expected_at(code: &str, what: &str, found: &str) -> String {
    match code.get(offset(code, found)..) {
        Some(rest) if !found.is_empty() && !rest.trim().is_empty() => {
            format!("at character {} (\"{}\"): expected {what}", place(code, found), clip(rest, 20))
        }
        _ => format!("at the end: expected {what}"),
    }
}

/// Where a part of the code begins, in bytes; 0 if it is not a part of it.
fn offset(code: &str, part: &str) -> usize {
    (part.as_ptr() as usize).checked_sub(code.as_ptr() as usize).filter(|offset| *offset <= code.len()).unwrap_or(0)
}

/// The same as a person counts: in characters, from 1.
fn place(code: &str, part: &str) -> usize {
    code.get(..offset(code, part)).map_or(0, |before| before.chars().count()) + 1
}

fn describe_names(code: &str, errors: compile::Errors<&str, ()>) -> String {
    let Some((name, undefined)) = errors.into_iter().find_map(|(_, errors)| errors.into_iter().next()) else {
        return UNCLEAR.to_owned();
    };
    let place = place(code, name);
    if ABSENT.contains(&name) || name == "$ENV" {
        return format!("at character {place}: {name} is not available; a query sees nothing but its input");
    }
    if ["input", "inputs"].contains(&name) {
        return format!(
            "at character {place}: {name} is not available; pass slurp=true to have all values of the file in one array"
        );
    }
    match undefined {
        compile::Undefined::Filter(0) if is_word(name) => {
            format!(
                "at character {place}: there is no function {name}; to get a member write .{name}, for a text \"{name}\""
            )
        }
        compile::Undefined::Filter(arity) => {
            format!("at character {place}: there is no function {name} with {arity} arguments")
        }
        other => format!("at character {place}: there is no {} {name}", other.as_str()),
    }
}

fn is_word(name: &str) -> bool {
    name.chars().all(|character| character.is_alphanumeric() || character == '_')
}

/// At most `longest` characters of a text.
pub(crate) fn clip(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Values;
    use crate::encode;

    fn run(code: &str, input: &str) -> Vec<String> {
        let query = Query::new(code).unwrap_or_else(|error| panic!("{code}: {error}"));
        let input = Values::new(input.as_bytes()).next().unwrap().unwrap();
        let text = |result: Result<Val, String>| match result {
            Ok(value) => {
                let mut text = String::new();
                encode::write(&value, &mut text, 10_000).unwrap();
                text
            }
            Err(error) => format!("error: {error}"),
        };
        query.run(input).take(20).map(text).collect()
    }

    fn refused(code: &str) -> String {
        Query::new(code).err().unwrap_or_else(|| panic!("{code} was accepted"))
    }

    #[test]
    fn the_language_is_there() {
        assert_eq!(run(".a[] | select(.n > 1) | {n, m: .n * 2}", r#"{"a":[{"n":1},{"n":2}]}"#), [r#"{"n":2,"m":4}"#]);
        assert_eq!(
            run(
                "group_by(.k) | map({k: .[0].k, s: (map(.v) | add)})",
                r#"[{"k":"b","v":1},{"k":"a","v":2},{"k":"b","v":3}]"#
            ),
            [r#"[{"k":"a","s":2},{"k":"b","s":4}]"#]
        );
        assert_eq!(
            run("to_entries | map(.key) | @csv, @tsv, @json", r#"{"a\"b":1,"c\td":2}"#),
            [r#""\"a\"\"b\",\"c\td\"""#, r#""a\"b\tc\\td""#, r#""[\"a\\\"b\",\"c\\td\"]""#]
        );
        assert_eq!(run("[tostream]", r#"{"a":[1,{}]}"#), [r#"[[["a",0],1],[["a",1],{}],[["a",1]],[["a"]]]"#]);
        assert_eq!(run("INDEX(.id) | keys, (1 | IN(1, 2))", r#"[{"id":7},{"id":8}]"#), [r#"["7","8"]"#, "true"]);
        assert_eq!(
            run("10 / 4, 10 / 5, nan, -infinite, (\"x\" | ascii_upcase)", "null"),
            ["2.5", "2", "null", "-1.7976931348623157e308", "\"X\""]
        );
    }

    #[test]
    fn big_integers_are_exact() {
        assert_eq!(
            run(". + 1, -., . == 12345678901234567890124", "12345678901234567890123"),
            ["12345678901234567890124", "-12345678901234567890123", "false"]
        );
    }

    #[test]
    fn endless_results_come_one_at_a_time() {
        assert_eq!(run("repeat(1)", "null").len(), 20);
        assert_eq!(run("range(infinite)", "null").len(), 20);
        assert_eq!(run("first(range(10; infinite))", "null"), ["10"]);
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(refused(".a | | .b"), "at character 6 (\"| .b\"): expected a term such as .name, a number or (");
        assert_eq!(refused(".a | {"), "at the end: expected closing brace");
        assert_eq!(
            refused("\"é\" | nme"),
            "at character 7: there is no function nme; to get a member write .nme, for a text \"nme\""
        );
        assert_eq!(refused("foo(1; 2)"), "at character 1: there is no function foo with 2 arguments");
        assert!(refused("").contains("at the end"));
        assert_eq!(run(".a", "[1]"), ["error: cannot index [1] with \"a\""]);
        assert_eq!(run(".[] | .a?", "[1,{\"a\":2}]"), ["2"]);
    }

    #[test]
    fn nothing_but_the_input_is_visible() {
        for code in ["env", "$ENV.PATH", "now", "localtime", "halt", "halt_error", "1 | halt_error(1)"] {
            assert!(refused(code).contains("sees nothing but its input"), "{code}");
        }
        assert!(refused("[inputs]").contains("slurp"));
        assert!(refused("include \"x\"; .").contains("self-contained"));
        assert!(refused("import \"x\" as $x; $x").contains("self-contained"));
    }

    #[test]
    fn deep_queries_are_refused_before_the_stack_is() {
        assert!(refused(&"(".repeat(100_000)).contains("nested"));
        assert!(refused(&"[".repeat(100_000)).contains("nested"));
    }
}
