use crate::protocol::decode;

/// Asserts that the text is refused, and that the reason names each of the words.
fn check(text: &str, words: &[&str]) {
    let reason = match decode(text) {
        Err(error) => error.to_string(),
        Ok(step) => panic!("{text} was taken as {step:?}"),
    };
    for word in words {
        assert!(reason.contains(word), "`{word}` is missing in: {reason}\nfor: {text}");
    }
}

#[test]
fn what_is_not_json_is_refused_with_its_place() {
    check("", &["not JSON", "line 1"]);
    check("I would call ls.", &["not JSON", "line 1 column 1"]);
    check("{\"content\": [\n{\"type\": \"tool_use\",", &["not JSON", "line 2"]);
    check("[] []", &["not JSON", "trailing"]);
}

#[test]
fn what_is_no_answer_is_refused_and_described() {
    check("7", &["found a number", "Anthropic", "Chat Completions", "Responses"]);
    check("{}", &["found an empty object"]);
    check("[]", &["found an empty list"]);
    check("[7]", &["`[0]`", "must be an object", "is a number"]);
    check(r#"{"path":".","type":"x"}"#, &["of the type `x`", "`path`"]);
    check(r#"{"content":[]}"#, &["`content`"]);
    check(r#"{"role":"user","content":"hello"}"#, &["role `user`"]);
    check(r#"[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]"#, &["list of messages"]);
    check(r#"{"choices":[]}"#, &["`choices` are empty"]);
    check(r#"{"output":"text"}"#, &["`output`", "must be a list", "is a string"]);
    check(r#"{"tool_calls":{}}"#, &["`tool_calls`", "must be a list", "is an object"]);
    check(r#"{"tool_calls":[{"id":"a","function":"ls"}]}"#, &["`tool_calls[0].function`", "is a string"]);
    check(r#"{"output":[],"output":[]}"#, &["`output`", "twice"]);
}

#[test]
fn an_answer_of_two_apis_is_refused() {
    let tool_use = r#"{"type":"tool_use","id":"a","name":"ls","input":{}}"#;
    let function_call = r#"{"type":"function_call","call_id":"b","name":"ls","arguments":"{}"}"#;
    check(&format!("[{tool_use},{function_call}]"), &["Anthropic Messages and OpenAI Responses"]);
    check(&format!(r#"{{"content":[{tool_use}],"tool_calls":[]}}"#), &["Anthropic", "Chat Completions"]);
    check(r#"{"choices":[],"output":[]}"#, &["Chat Completions and OpenAI Responses"]);
}

#[test]
fn several_choices_are_refused() {
    check(r#"{"choices":[{"message":{}},{"message":{}}]}"#, &["2 choices", "choices[n].message"]);
}

#[test]
fn streams_are_refused() {
    check("event: message_start\ndata: {}\n", &["stream"]);
    check("data: {\"choices\":[]}\n", &["stream"]);
    check(r#"{"object":"chat.completion.chunk","choices":[{"delta":{}}]}"#, &["stream", "chat.completion.chunk"]);
    check(r#"{"choices":[{"delta":{"content":"x"}}]}"#, &["stream"]);
    check(r#"{"type":"content_block_start","content_block":{}}"#, &["content_block_start"]);
    check(r#"{"type":"response.output_item.added","item":{}}"#, &["response.output_item.added"]);
}

#[test]
fn errors_of_the_apis_are_passed_on() {
    check(r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, &["Overloaded"]);
    check(r#"{"error":{"message":"Rate limit reached","type":"requests"}}"#, &["Rate limit reached"]);
    check(r#"{"object":"response","status":"failed","error":{"message":"Boom"},"output":[]}"#, &["Boom"]);
    check(r#"{"error":"model not found"}"#, &["model not found"]);
}

#[test]
fn a_call_that_cannot_be_answered_is_refused() {
    check(r#"[{"type":"tool_use","name":"ls","input":{}}]"#, &["call 1", "`ls`", "`id`", "nothing"]);
    check(r#"{"tool_calls":[{"id":"","function":{"name":"ls"}}]}"#, &["`id`", "blank text"]);
    check(r#"[{"type":"function_call","id":"fc_1","name":"ls","arguments":"{}"}]"#, &["`call_id`"]);
    check(r#"[{"type":"function_call","call_id":7,"arguments":"{}"}]"#, &["without a name", "a number"]);
    check(r#"{"message":{"role":"assistant","tool_calls":[{"function":{"name":"ls"}}]}}"#, &["`id`"]);
    check(r#"{"role":"assistant","function_call":{"name":"ls","arguments":"{}"}}"#, &["retired", "`tools`"]);
}

#[test]
fn two_calls_under_one_identifier_are_refused() {
    check(
        r#"[{"type":"tool_use","id":"a","name":"ls","input":{}},{"type":"tool_use","id":"b","name":"ls","input":{}},
            {"type":"tool_use","id":"a","name":"ls","input":{"path":"x"}}]"#,
        &["calls 1 and 3", "`a`"],
    );
}

#[test]
fn a_call_that_was_cut_off_is_refused() {
    check(
        r#"{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"write","input":{"path":"x"}}],
            "stop_reason":"max_tokens"}"#,
        &["cut off", "max_tokens", "`write`", "higher token limit"],
    );
    check(
        r#"{"choices":[{"finish_reason":"length","message":{"tool_calls":[
            {"id":"a","type":"function","function":{"name":"write","arguments":"{\"path\":\"x"}}]}}]}"#,
        &["cut off", "length", "`write`"],
    );
    check(
        r#"{"status":"incomplete","output":[
            {"type":"function_call","call_id":"a","name":"write","arguments":"{\"pa","status":"incomplete"}]}"#,
        &["cut off", "incomplete", "`write`"],
    );
}

#[test]
fn deep_nesting_is_no_danger() {
    let deep = format!("{}{}", r#"{"type":"message","content":["#.repeat(20_000), "]}".repeat(20_000));
    assert_eq!(decode(&deep).map(|step| step.calls), Ok(Vec::new()));
    let input = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let step = decode(&format!(r#"[{{"type":"tool_use","id":"a","name":"ls","input":{input}}}]"#)).unwrap();
    assert_eq!(step.calls[0].arguments, input);
}

#[test]
fn a_message_quotes_little_of_the_answer() {
    let text = format!(r#"[{{"type":"tool_use","name":"{}\u001b[31m","input":{{}}}}]"#, "x".repeat(10_000));
    let reason = decode(&text).unwrap_err().to_string();
    assert!(reason.len() < 400 && !reason.contains('\u{1b}'), "{reason}");
}
