#!/usr/bin/env bash
# Runs the main job on real data: two answers of a model, with several tool calls each, over a table of penguins.
# `just demo` calls it after it has built everything.
set -euo pipefail
cd "$(dirname "$0")/../.."

data=target/demo
chat=demo
toolhost() { target/release/toolhost --data "$data" --cache target/cache "$@"; }
say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n%s\n' "$*"; }

rm -rf "$data/chats/$chat"
mkdir -p "$data/chats/$chat/files"
cp tests/demo/penguins.csv "$data/chats/$chat/files/"

say "1. A person has put a table into the chat: 344 penguins (tests/demo/SOURCE.md)"
toolhost files ls --chat "$chat"

say "2. The model answers with tool calls (tests/demo/model-answer.json). Each runs in an instance of its own:"
toolhost run tests/demo/model-answer.json --chat "$chat" >"$data/results-1.json"

say "3. The next answer reads the report that the Python program wrote (tests/demo/model-answer-2.json):"
toolhost run tests/demo/model-answer-2.json --chat "$chat" >"$data/results-2.json"

say "4. What the model is told, in the format of its own API ($data/results-2.json):"
python3 - "$data/results-2.json" <<'END'
import json, sys
for message in json.load(open(sys.argv[1])) if isinstance(json.load(open(sys.argv[1])), list) else [json.load(open(sys.argv[1]))]:
    for block in message["content"]:
        text = block["content"] if isinstance(block["content"], str) else block["content"][0]["text"]
        print("\n".join(text.splitlines()[:30]))
END

say "5. The chat's files now. Nothing else on this machine was touched:"
toolhost files ls --chat "$chat"
echo
echo "Look at the chart: $data/chats/$chat/files/chart.svg"
echo "Go on:             target/release/toolhost --help"
