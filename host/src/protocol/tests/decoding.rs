use crate::call::ToolCall;
use crate::protocol::{Format, Step, Unanswered, decode};

fn check(text: &str, format: Format, calls: &[(&str, &str, &str)]) -> Step {
    let step = decode(text).unwrap();
    assert_eq!(step.format, format, "{text}");
    let expected: Vec<ToolCall> = calls.iter().map(|(id, name, args)| ToolCall::new(*id, *name, *args)).collect();
    assert_eq!(step.calls, expected, "{text}");
    step
}

const TOOL_USE: &str = r#"{"type":"tool_use","id":"a","name":"ls","input":{"path":"."}}"#;
const TOOL_CALL: &str = r#"{"id":"a","type":"function","function":{"name":"ls","arguments":"{\"path\":\".\"}"}}"#;
const FUNCTION_CALL: &str = r#"{"type":"function_call","id":"fc_1","call_id":"a","name":"ls","arguments":"{\"path\":\".\"}","status":"completed"}"#;
const LS: &[(&str, &str, &str)] = &[("a", "ls", r#"{"path":"."}"#)];

#[test]
fn every_wrapping_of_an_anthropic_answer_is_accepted() {
    let content = format!(r#"[{{"type":"thinking","thinking":"…","signature":"x"}},{TOOL_USE}]"#);
    for text in [
        format!(r#"{{"type":"message","role":"assistant","content":{content},"stop_reason":"tool_use"}}"#),
        format!(r#"{{"role":"assistant","content":{content}}}"#),
        format!(r#"{{"content":{content}}}"#),
        format!(r#"[{{"role":"assistant","content":{content}}}]"#),
        format!("\u{feff}\n{content}\n"),
        TOOL_USE.to_owned(),
    ] {
        check(&text, Format::AnthropicMessages, LS);
    }
}

#[test]
fn every_wrapping_of_a_chat_completions_answer_is_accepted() {
    let message = format!(r#"{{"role":"assistant","content":null,"tool_calls":[{TOOL_CALL}]}}"#);
    let choice = format!(r#"{{"index":0,"message":{message},"finish_reason":"tool_calls"}}"#);
    for text in [
        format!(r#"{{"object":"chat.completion","choices":[{choice}]}}"#),
        choice,
        format!("[{message}]"),
        message,
        format!("[{TOOL_CALL}]"),
        TOOL_CALL.to_owned(),
        format!(r#"{{"role":"assistant","content":[{{"type":"text","text":"I look"}}],"tool_calls":[{TOOL_CALL}]}}"#),
        format!("[{}]", TOOL_CALL.replace(r#""type":"function","#, "")),
    ] {
        check(&text, Format::ChatCompletions, LS);
    }
}

#[test]
fn every_wrapping_of_a_responses_answer_is_accepted() {
    let said = r#"{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look"}]}"#;
    let output = format!(r#"[{{"type":"reasoning","id":"rs_1","summary":[]}},{said},{FUNCTION_CALL}]"#);
    for text in [
        format!(r#"{{"object":"response","status":"completed","error":null,"output":{output}}}"#),
        format!(r#"{{"output":{output}}}"#),
        format!(r#"{{"type":"response.completed","response":{{"output":{output}}}}}"#),
        output,
        FUNCTION_CALL.to_owned(),
    ] {
        check(&text, Format::Responses, LS);
    }
    check(&format!("[{said}]"), Format::Responses, &[]);
    check(said, Format::Responses, &[]);
}

#[test]
fn an_answer_without_calls_is_a_step_without_calls() {
    for text in [
        r#"{"type":"message","role":"assistant","content":[],"stop_reason":"end_turn"}"#,
        r#"{"role":"assistant","content":[{"type":"text","text":"Done."}]}"#,
        r#"{"role":"assistant","content":"Done."}"#,
        r#"{"choices":[{"message":{"role":"assistant","content":"Done.","tool_calls":null},"finish_reason":"stop"}]}"#,
        r#"{"role":"assistant","content":null,"refusal":"No.","tool_calls":[]}"#,
        r#"{"object":"response","error":null,"output":[]}"#,
    ] {
        assert_eq!(decode(text).unwrap().calls, [], "{text}");
    }
}

#[test]
fn anthropic_input_is_passed_on_as_it_was_written() {
    let input = r#"{"n":12345678901234567890123, "n": 1e400,  "s":"\u00e9\ud800"}"#;
    check(
        &format!(r#"[{{"type":"tool_use","id":"a","name":"calc","input":{input}}}]"#),
        Format::AnthropicMessages,
        &[("a", "calc", input)],
    );
}

#[test]
fn arguments_of_any_type_are_passed_on_for_the_executor_to_judge() {
    for (written, arguments) in [("[1, 2]", "[1, 2]"), ("null", ""), (r#""{}""#, "{}"), ("7", "7")] {
        check(
            &format!(r#"[{{"type":"tool_use","id":"a","name":"calc","input":{written}}}]"#),
            Format::AnthropicMessages,
            &[("a", "calc", arguments)],
        );
    }
    check(r#"[{"type":"tool_use","id":"a","name":"calc"}]"#, Format::AnthropicMessages, &[("a", "calc", "")]);
    // Some servers put an object where Chat Completions has a string.
    check(
        r#"[{"id":"a","function":{"name":"ls","arguments":{"path": "."}}}]"#,
        Format::ChatCompletions,
        &[("a", "ls", r#"{"path": "."}"#)],
    );
}

#[test]
fn malformed_arguments_are_passed_on_untouched() {
    for broken in [r#"{\"path\": "#, "", "ls", r#"{\"a\":1,\"a\":2}"#, r"\u0000"] {
        let text = format!(r#"[{{"type":"function_call","call_id":"a","name":"ls","arguments":"{broken}"}}]"#);
        let expected: String = serde_json::from_str(&format!("\"{broken}\"")).unwrap();
        check(&text, Format::Responses, &[("a", "ls", &expected)]);
    }
}

#[test]
fn a_call_without_a_proper_name_is_passed_on_and_keeps_its_siblings() {
    check(
        r#"[{"type":"tool_use","id":"a","input":{}},{"type":"tool_use","id":"b","name":5,"input":{}},
            {"type":"tool_use","id":"c","name":"ls","input":{}}]"#,
        Format::AnthropicMessages,
        &[("a", "", "{}"), ("b", "5", "{}"), ("c", "ls", "{}")],
    );
}

#[test]
fn calls_of_the_apis_own_servers_are_passed_over() {
    check(
        &format!(
            r#"[{{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{{"query":"x"}}}},
                {{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]}},{TOOL_USE}]"#
        ),
        Format::AnthropicMessages,
        LS,
    );
    let step = check(
        &format!(
            r#"[{{"type":"web_search_call","id":"ws_1","status":"completed"}},
                {{"type":"mcp_call","id":"mcp_1","name":"x","arguments":"{{}}","server_label":"s","output":"y"}},
                {{"type":"shell_call","call_id":"sh_1"}},{{"type":"shell_call_output","call_id":"sh_1"}},
                {{"type":"tool_search_call","id":"ts_1","arguments":{{}},"execution":"server"}},{FUNCTION_CALL}]"#
        ),
        Format::Responses,
        LS,
    );
    assert_eq!(step.unanswered, []);
}

#[test]
fn what_no_tool_can_answer_is_listed() {
    let step = check(
        &format!(
            r#"[{{"type":"computer_call","id":"cu_1","call_id":"call_9","action":{{"type":"screenshot"}}}},
                {{"type":"mcp_approval_request","id":"mcpr_1","name":"x","arguments":"{{}}"}},{FUNCTION_CALL}]"#
        ),
        Format::Responses,
        LS,
    );
    let unanswered = |id: &str, kind: &str| Unanswered { id: id.into(), kind: kind.into() };
    assert_eq!(step.unanswered, [unanswered("call_9", "computer_call"), unanswered("mcpr_1", "mcp_approval_request")]);
}

#[test]
fn a_call_that_the_list_already_answers_is_not_run_again() {
    check(
        &format!(
            r#"[{FUNCTION_CALL},{{"type":"function_call_output","call_id":"a","output":"x"}},
                {{"type":"function_call","call_id":"b","name":"ls","arguments":"{{}}"}}]"#
        ),
        Format::Responses,
        &[("b", "ls", "{}")],
    );
}

#[test]
fn free_text_of_a_custom_call_becomes_the_arguments() {
    check(
        r#"[{"type":"custom_tool_call","call_id":"a","name":"code_interpreter","input":"print(1)"}]"#,
        Format::Responses,
        &[("a", "code_interpreter", "print(1)")],
    );
    check(
        r#"{"tool_calls":[{"id":"a","type":"custom","custom":{"name":"code_interpreter","input":"print(1)"}},
                          {"id":"b","type":"builtin_thing"}]}"#,
        Format::ChatCompletions,
        &[("a", "code_interpreter", "print(1)"), ("b", "builtin_thing", "")],
    );
}

#[test]
fn a_call_that_is_sent_twice_is_one_call() {
    check(&format!("[{TOOL_USE},{TOOL_USE}]"), Format::AnthropicMessages, LS);
}

#[test]
fn a_call_that_ends_exactly_at_the_token_limit_is_whole() {
    check(
        &format!(r#"{{"choices":[{{"message":{{"tool_calls":[{TOOL_CALL}]}},"finish_reason":"length"}}]}}"#),
        Format::ChatCompletions,
        LS,
    );
    let text = r#"{"type":"text","text":"and th"}"#;
    check(
        &format!(r#"{{"role":"assistant","content":[{TOOL_USE},{text}],"stop_reason":"max_tokens"}}"#),
        Format::AnthropicMessages,
        LS,
    );
}
