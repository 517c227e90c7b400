#!/usr/bin/env bash
# Builds every guest of this folder and puts the components into target/hostile, which the tests read.
set -euo pipefail
cd "$(dirname "$0")"
target=../../target
cargo build --quiet --profile guest --target wasm32-wasip2 --examples
mkdir -p "$target/hostile"
# What is no longer in examples/ must not be tested any longer.
rm -f "$target"/hostile/*.wasm
for source in examples/*.rs; do
    name=$(basename "$source" .rs)
    cp "$target/wasm32-wasip2/guest/examples/$name.wasm" "$target/hostile/$name.wasm"
done
