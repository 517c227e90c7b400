use serde_json::{Value, json};

use crate::outcome::{CallError, Code, Content, FileChanges, Outcome, Status, Usage};
use crate::protocol::{Step, decode, encode};

/// A step of each API with the calls `a` and `b`.
fn steps() -> [Step; 3] {
    [
        r#"[{"type":"tool_use","id":"a","name":"ls","input":{}},{"type":"tool_use","id":"b","name":"ls","input":{}}]"#,
        r#"[{"id":"a","function":{"name":"ls","arguments":"{}"}},{"id":"b","function":{"name":"ls","arguments":"{}"}}]"#,
        r#"[{"type":"function_call","call_id":"a","name":"ls","arguments":"{}"},
            {"type":"function_call","call_id":"b","name":"ls","arguments":"{}"}]"#,
    ]
    .map(|text| decode(text).unwrap())
}

fn ok(id: &str, content: Vec<Content>) -> Outcome {
    Outcome {
        call_id: id.to_owned(),
        tool: "ls".to_owned(),
        status: Status::Ok,
        content,
        action: None,
        system_hint: None,
        error: None,
        usage: Usage { fuel: 1, ..Usage::default() },
        files: FileChanges::default(),
        reused: false,
    }
}

fn text(text: &str) -> Content {
    Content::Text { text: text.to_owned() }
}

fn picture(media_type: &str) -> Content {
    Content::Image { media_type: media_type.to_owned(), data: b"picture".to_vec() }
}

/// What the result of the call `a` shows, in each API: Anthropic's content, the other two's text or parts.
fn shown(outcome: Outcome) -> [Value; 3] {
    let [anthropic, chat, responses] = steps().map(|step| encode(&step, std::slice::from_ref(&outcome)));
    [anthropic[0]["content"][0]["content"].clone(), chat[0]["content"].clone(), responses[0]["output"].clone()]
}

#[test]
fn every_call_gets_one_result_in_call_order() {
    let outcomes = [ok("b", vec![text("second")]), ok("z", vec![text("of no call")]), ok("a", vec![text("first")])];
    let [anthropic, chat, responses] = steps().map(|step| encode(&step, &outcomes));
    assert_eq!(
        anthropic,
        json!([{"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "first"}]},
            {"type": "tool_result", "tool_use_id": "b", "content": [{"type": "text", "text": "second"}]},
        ]}])
    );
    assert_eq!(
        chat,
        json!([
            {"role": "tool", "tool_call_id": "a", "content": "first"},
            {"role": "tool", "tool_call_id": "b", "content": "second"},
        ])
    );
    assert_eq!(
        responses,
        json!([
            {"type": "function_call_output", "call_id": "a", "output": "first"},
            {"type": "function_call_output", "call_id": "b", "output": "second"},
        ])
    );
}

#[test]
fn a_call_without_an_outcome_is_reported_as_cancelled() {
    for step in steps() {
        let text = encode(&step, &[ok("a", vec![])]).to_string();
        assert_eq!(text.matches("cancelled").count(), 1, "{text}");
    }
}

#[test]
fn no_calls_need_no_messages() {
    for text in [r#"{"role":"assistant","content":[{"type":"text","text":"x"}]}"#, r#"{"output":[]}"#] {
        assert_eq!(encode(&decode(text).unwrap(), &[]), json!([]));
    }
}

#[test]
fn parts_stand_in_order_and_the_hint_comes_last() {
    let mut outcome = ok(
        "a",
        vec![
            text("two files"),
            text(""),
            Content::Json { value: json!({"z": 1, "a": [2]}) },
            Content::File { path: "out/chart.svg".to_owned(), media_type: "image/svg+xml".to_owned() },
        ],
    );
    outcome.system_hint = Some("Read the chart.".to_owned());
    let parts =
        ["two files", r#"{"z":1,"a":[2]}"#, "[file: out/chart.svg (image/svg+xml)]", "system_hint: Read the chart."];
    let blocks: Value = parts.iter().map(|text| json!({"type": "text", "text": text})).collect();
    assert_eq!(shown(outcome), [blocks, json!(parts.join("\n\n")), json!(parts.join("\n\n"))]);
}

#[test]
fn a_failure_says_what_failed_before_what_there_is_to_show() {
    let error = CallError::new(Code::InvalidArguments, "2 things are wrong").with_details(json!({"violations": ["x"]}));
    let outcome = Outcome { content: vec![text("so far")], ..Outcome::refused("a", "ls", error) };
    let said =
        r#"{"error":{"code":"invalid_arguments","message":"2 things are wrong","details":{"violations":["x"]}}}"#;
    let [anthropic, chat, responses] = shown(outcome.clone());
    assert_eq!(anthropic, json!([{"type": "text", "text": said}, {"type": "text", "text": "so far"}]));
    assert_eq!([chat, responses], [json!(format!("{said}\n\nso far")), json!(format!("{said}\n\nso far"))]);
    assert_eq!(encode(&steps()[0], &[outcome])[0]["content"][0]["is_error"], json!(true));
}

#[test]
fn a_failure_says_whether_to_try_again() {
    let [_, chat, _] = shown(Outcome::refused("a", "ls", CallError::new(Code::Capacity, "full")));
    assert_eq!(chat, json!(r#"{"error":{"code":"capacity","message":"full","retryable":true}}"#));
}

#[test]
fn no_result_is_blank() {
    for (outcome, shown_text) in [
        (ok("a", vec![]), "(no output)"),
        (ok("a", vec![text("")]), "(no output)"),
        (ok("a", vec![text(" \n")]), r#"" \n""#),
        (Outcome { status: Status::Noop, ..ok("a", vec![]) }, "(nothing to do)"),
        (Outcome { status: Status::Noop, ..ok("a", vec![text("same content")]) }, "same content"),
    ] {
        let blocks = json!([{"type": "text", "text": shown_text}]);
        assert_eq!(shown(outcome), [blocks, json!(shown_text), json!(shown_text)]);
    }
}

#[test]
fn pictures_are_shown_where_the_api_has_a_place_for_them() {
    let [anthropic, chat, responses] = shown(ok("a", vec![text("a chart"), picture("image/png")]));
    assert_eq!(
        anthropic,
        json!([
            {"type": "text", "text": "a chart"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "cGljdHVyZQ=="}},
        ])
    );
    assert_eq!(chat, json!("a chart\n\n[picture: image/png, 7 bytes; it cannot be shown here]"));
    assert_eq!(
        responses,
        json!([
            {"type": "input_text", "text": "a chart"},
            {"type": "input_image", "detail": "auto", "image_url": "data:image/png;base64,cGljdHVyZQ=="},
        ])
    );
}

#[test]
fn pictures_that_no_api_shows_are_named() {
    let named = "[picture: image/svg+xml, 7 bytes; it cannot be shown here]";
    let [anthropic, chat, responses] = shown(ok("a", vec![picture("image/svg+xml")]));
    assert_eq!(anthropic, json!([{"type": "text", "text": named}]));
    assert_eq!([chat, responses], [json!(named), json!(named)]);
}

#[test]
fn a_failed_anthropic_result_holds_text_alone() {
    let error = CallError::new(Code::ToolError, "no");
    let outcome = Outcome { content: vec![picture("image/png")], ..Outcome::refused("a", "ls", error) };
    let [anthropic, _, responses] = shown(outcome);
    assert!(anthropic.as_array().unwrap().iter().all(|block| block["type"] == "text"), "{anthropic}");
    assert_eq!(responses[1]["type"], "input_image");
}

#[test]
fn what_the_api_wants_repeated_is_repeated() {
    let step = decode(
        r#"[{"type":"tool_use","id":"a","name":"ls","input":{},"toolset_name":"browser","caller":{"type":"direct"}}]"#,
    )
    .unwrap();
    assert_eq!(
        encode(&step, &[ok("a", vec![text("x")])])[0]["content"][0],
        json!({"type": "tool_result", "tool_use_id": "a", "toolset_name": "browser",
               "content": [{"type": "text", "text": "x"}]})
    );
    let step = decode(
        r#"[{"type":"function_call","call_id":"a","name":"ls","arguments":"{}",
             "caller":{"type":"program","caller_id":"p"}},
            {"type":"custom_tool_call","call_id":"b","name":"ls","input":"{}"}]"#,
    )
    .unwrap();
    assert_eq!(
        encode(&step, &[ok("a", vec![text("x")]), ok("b", vec![text("y")])]),
        json!([
            {"type": "function_call_output", "call_id": "a", "caller": {"type": "program", "caller_id": "p"},
             "output": "x"},
            {"type": "custom_tool_call_output", "call_id": "b", "output": "y"},
        ])
    );
}
