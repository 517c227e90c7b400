#!/usr/bin/env bash
# Installs what the build needs, and says what only a person can install. Called by `just setup`.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=0
need() { # command, what for, how to get it
    command -v "$1" >/dev/null && return
    echo "setup: \`$1\` is missing ($2). $3" >&2
    missing=1
}
need cargo "builds everything" "Install Rust with rustup: https://rustup.rs"
need cc "links Rust programs" "On Debian: apt-get install gcc libc6-dev"
need python3 "builds the Python interpreter's component" "On Debian: apt-get install python3 python3-pip"
[ "$missing" = 0 ] || exit 1

libraries=$(rustc --print target-libdir --target wasm32-wasip2 2>/dev/null || true)
if [ ! -d "$libraries" ]; then
    command -v rustup >/dev/null || {
        echo "setup: this Rust has no target wasm32-wasip2 and there is no rustup to add it. Install Rust with rustup, or your distribution's package for that target." >&2
        exit 1
    }
    echo "setup: adding the Rust target wasm32-wasip2" >&2
    rustup target add wasm32-wasip2
fi

# Some guests hold a C library (SQLite); a system's compiler seldom knows WebAssembly.
compiler=guest-tools/wasi/requirements.txt
if ! cmp -s "$compiler" target/wasi-cc.installed; then
    echo "setup: installing the C compiler for guests, 96 MB" >&2
    pip="python3 -m pip"
    python3 -m pip --version >/dev/null 2>&1 || {
        python3 -m venv target/python-venv || {
            echo "setup: python3 has neither pip nor venv. On Debian: apt-get install python3-venv" >&2
            exit 1
        }
        pip="target/python-venv/bin/python -m pip"
    }
    mkdir -p target
    rm -rf target/wasi-cc target/wasi-cc.installed
    PIP_ROOT_USER_ACTION=ignore $pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        --require-hashes --target target/wasi-cc -r "$compiler"
    cp "$compiler" target/wasi-cc.installed
fi
