//! This makes arguments from a tool's JSON Schema: some that fit it, and some that do not.

use fastrand::Rng;
use serde_json::{Map, Number, Value, json};

/// Text that programs have stumbled over.
const TEXTS: &[&str] = &[
    "",
    "a",
    "a.txt",
    "data.csv",
    "data.json",
    "sub",
    "sub/b.txt",
    ".",
    "..",
    "../a.txt",
    "/etc/passwd",
    "/chat/a.txt",
    "missing.txt",
    "*",
    "**/*.txt",
    "[",
    "(a",
    "(a+)+$",
    "\\",
    "%s%n",
    "1+1",
    "1/0",
    "9**9**9",
    "-1",
    "1e309",
    "NaN",
    "name",
    "$.a[0]",
    ".a | .b",
    "{\"a\": [1, 2, {\"b\": null}]}",
    "[",
    "null",
    "héllo wörld",
    "\u{202e}txt.exe",
    "\u{0}",
    "a\nb\r\nc\t",
    "🦀🦀",
    "' OR 1=1 --",
    "=cmd|' /C calc'!A0",
    "print('hello')",
    "import os; os._exit(3)",
];

/// The schema that everything fits.
static ANYTHING: Value = Value::Bool(true);

/// How deep a value is nested at most.
const DEEPEST: usize = 6;

/// Makes values that fit a schema, the same ones for the same seed.
pub struct Samples<'a> {
    schema: &'a Value,
    random: Rng,
}

impl<'a> Samples<'a> {
    /// Makes values for a schema.
    pub fn new(schema: &'a Value, seed: u64) -> Self {
        Self { schema, random: Rng::with_seed(seed) }
    }

    /// A value that was made after the schema. It usually fits; whether it does is for a validator to say.
    pub fn value(&mut self) -> Value {
        self.from(self.schema, 0)
    }

    fn from(&mut self, schema: &'a Value, depth: usize) -> Value {
        let schema = self.resolve(schema);
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array)
            && let Some(value) = self.random.choice(values)
        {
            return value.clone();
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(choices) = schema.get(keyword).and_then(Value::as_array)
                && let Some(choice) = self.random.choice(choices)
            {
                let chosen = self.from(choice, depth);
                let has_own = schema.get("properties").is_some();
                return if has_own { merge(self.object(schema, depth), chosen) } else { chosen };
            }
        }
        if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
            let mut value = self.object(schema, depth);
            for part in parts {
                value = merge(value, self.from(part, depth));
            }
            return value;
        }
        self.of_type(schema, depth)
    }

    fn resolve(&self, schema: &'a Value) -> &'a Value {
        schema
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|reference| self.schema.pointer(reference.trim_start_matches('#')))
            .unwrap_or(schema)
    }

    fn of_type(&mut self, schema: &'a Value, depth: usize) -> Value {
        let kind = match schema.get("type") {
            Some(Value::String(kind)) => kind.as_str(),
            Some(Value::Array(kinds)) => self.random.choice(kinds).and_then(Value::as_str).unwrap_or("null"),
            _ if schema.get("properties").is_some() => "object",
            _ => return self.anything(),
        };
        match kind {
            "object" => self.object(schema, depth),
            "array" => self.array(schema, depth),
            "string" => Value::String(self.text(schema)),
            "integer" => self.integer(schema).into(),
            "number" => self.number(schema),
            "boolean" => self.random.bool().into(),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &'a Value, depth: usize) -> Value {
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut object = Map::new();
        for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if required.contains(&name.as_str()) || (depth < DEEPEST && self.random.u8(..3) == 0) {
                object.insert(name.clone(), self.from(property, depth + 1));
            }
        }
        if let Some(others @ Value::Object(_)) = schema.get("additionalProperties") {
            for _ in 0..self.random.usize(..3) {
                let name = self.random.choice(TEXTS).copied().unwrap_or_default();
                object.insert(name.to_owned(), self.from(others, depth + 1));
            }
        }
        Value::Object(object)
    }

    fn array(&mut self, schema: &'a Value, depth: usize) -> Value {
        let least = bound(schema, "minItems").unwrap_or(0.0) as usize;
        let most = bound(schema, "maxItems").map_or(least + 3, |most| (most as usize).min(least + 3));
        let length = if depth < DEEPEST { self.random.usize(least..=most.max(least)) } else { least };
        let items = schema.get("items").unwrap_or(&ANYTHING);
        (0..length).map(|_| self.from(items, depth + 1)).collect()
    }

    fn text(&mut self, schema: &Value) -> String {
        let mut text = self.random.choice(TEXTS).copied().unwrap_or_default().to_owned();
        let least = bound(schema, "minLength").unwrap_or(0.0) as usize;
        while text.chars().count() < least {
            text.push('x');
        }
        match bound(schema, "maxLength") {
            Some(most) => text.chars().take(most as usize).collect(),
            None => text,
        }
    }

    fn integer(&mut self, schema: &Value) -> i64 {
        let least = bound(schema, "minimum").map_or(i64::MIN, |least| least as i64);
        let most = bound(schema, "maximum").map_or(i64::MAX, |most| most as i64);
        let candidates = [0, 1, 2, 7, -1, 1_000, i64::from(u32::MAX), i64::MAX, i64::MIN, least, most];
        self.random.choice(candidates).unwrap_or(0).clamp(least, most.max(least))
    }

    fn number(&mut self, schema: &Value) -> Value {
        let least = bound(schema, "minimum").unwrap_or(f64::MIN);
        let most = bound(schema, "maximum").unwrap_or(f64::MAX);
        let candidates = [0.0, 1.0, -1.0, 0.1, 1e-300, 1e300, f64::MIN, f64::MAX];
        let number = self.random.choice(candidates).unwrap_or(0.0).clamp(least, most.max(least));
        Number::from_f64(number).map_or(Value::Null, Value::Number)
    }

    fn anything(&mut self) -> Value {
        self.random
            .choice([json!(null), json!(true), json!(0), json!(-1.5), json!("text"), json!([1, "a"]), json!({"a": 1})])
            .unwrap_or(Value::Null)
    }
}

/// Arguments that break the schema, each with what is wrong. `valid` are arguments that fit it.
pub fn violations(schema: &Value, valid: &Map<String, Value>) -> Vec<(String, Value)> {
    let Ok(validator) = jsonschema::validator_for(schema) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut consider = |what: String, arguments: Map<String, Value>| {
        let arguments = Value::Object(arguments);
        if !validator.is_valid(&arguments) {
            found.push((what, arguments));
        }
    };
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
        let mut arguments = valid.clone();
        arguments.remove(name);
        consider(format!("{name} is missing"), arguments);
    }
    for name in schema.get("properties").and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name) {
        for wrong in
            [json!(null), json!({"no": "such"}), json!([[[]]]), json!(-1.5), json!("no such value"), json!(true)]
        {
            let mut arguments = valid.clone();
            arguments.insert(name.clone(), wrong.clone());
            consider(format!("{name} is {wrong}"), arguments);
        }
    }
    let mut arguments = valid.clone();
    arguments.insert("no_such_parameter".to_owned(), json!(1));
    consider("an unknown parameter".to_owned(), arguments);
    found
}

fn bound(schema: &Value, keyword: &str) -> Option<f64> {
    schema.get(keyword).and_then(Value::as_f64)
}

fn merge(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            one.extend(other);
            Value::Object(one)
        }
        (_, other) => other,
    }
}
