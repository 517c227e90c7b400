#!/usr/bin/env bash
# Copies the built tools to target/tools, each under its own name, and takes away those whose folder is gone.
# `just guests` calls it after the build.
set -euo pipefail
cd "$(dirname "$0")"
built=../target/wasm32-wasip2/guest
tools=../target/tools
mkdir -p "$tools"
names=()
for manifest in */*/Cargo.toml; do
    case $manifest in sdk/* | templates/*) continue ;; esac
    name=$(basename "$(dirname "$manifest")")
    from="$built/tool_$name.wasm"
    to="$tools/$name.wasm"
    [ -e "$from" ] || { echo "missing: $from; build it with \`just guests\`" >&2; exit 1; }
    if ! cmp -s "$from" "$to"; then
        cp "$from" "$to.new"
        mv "$to.new" "$to"
    fi
    names+=("$name")
    printf '%-14s %7d KB\n' "$name" $(($(stat -c %s "$to") / 1024))
done
# What was installed from here before and has no folder any more. The interpreter comes from guest-python.
touch "$tools/.from-guest-tools"
while read -r name; do
    [[ " ${names[*]} " == *" $name "* ]] || rm -f "$tools/$name.wasm"
done <"$tools/.from-guest-tools"
printf '%s\n' "${names[@]}" >"$tools/.from-guest-tools"
