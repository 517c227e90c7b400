#!/usr/bin/env bash
# Checks both lock files with cargo-deny: licences, sources, bans, and known vulnerabilities. Called by `just deny`.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.20.2
if ! cargo deny --version 2>/dev/null | grep --quiet "$version"; then
    echo "deny: installing cargo-deny $version (a few minutes)" >&2
    cargo install --quiet cargo-deny --version "$version" --locked
fi
for manifest in Cargo.toml guest-tools/Cargo.toml; do
    echo "deny: $manifest" >&2
    cargo deny --manifest-path "$manifest" --config "$PWD/.cargo/deny.toml" check bans licenses sources
done
# The advisories are a git repository. Without a way to it there is nothing to compare with, which must not look like a pass.
if cargo deny --manifest-path Cargo.toml fetch db >/dev/null 2>&1; then
    for manifest in Cargo.toml guest-tools/Cargo.toml; do
        cargo deny --manifest-path "$manifest" --config "$PWD/.cargo/deny.toml" check --disable-fetch advisories
    done
else
    echo "deny: NOT CHECKED: advisories; their data base (RustSec advisory-db) cannot be fetched from here" >&2
fi
