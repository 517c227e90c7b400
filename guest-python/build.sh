#!/bin/sh
# Builds the Python interpreter, target/tools/code_interpreter.wasm. Needs python3 (3.9 or later) with pip or venv.
# Does nothing if neither the contract nor anything in this folder has changed since the last time.
set -eu
export PIP_ROOT_USER_ACTION=ignore
cd "$(dirname "$0")/.."
work=target/python-build
out=target/tools/code_interpreter.wasm

say() { echo "guest-python: $*" >&2; }
fail() { say "$*"; exit 1; }

command -v python3 >/dev/null || fail "python3 is not on the path. Install Python 3.9 or later and try again."
inputs=$(find wit guest-python -type f ! -path '*/__pycache__/*' | LC_ALL=C sort | python3 -c '
import hashlib, sys
digest = hashlib.sha256()
for path in sys.stdin.read().splitlines():
    with open(path, "rb") as file:
        digest.update(("%s %s\n" % (path, hashlib.sha256(file.read()).hexdigest())).encode())
print(digest.hexdigest())')
if [ -f "$out" ] && [ "$(cat "$work/inputs" 2>/dev/null)" = "$inputs" ]; then
    say "$out is up to date"
    exit 0
fi

# Installs what a requirements file pins into a folder, unless it is there already.
install() {
    cmp -s "$1" "$2.installed" && return
    say "installing $1"
    if python3 -m pip --version >/dev/null 2>&1; then
        pip="python3 -m pip"
    else
        python3 -m venv target/python-venv ||
            fail "python3 has neither pip nor venv. On Debian: apt-get install python3-venv"
        pip="target/python-venv/bin/python -m pip"
    fi
    rm -rf "$2" "$2.installed"
    $pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
        --target "$2" -r "$1"
    cp "$1" "$2.installed"
}

mkdir -p "$work" target/tools
install guest-python/requirements.txt "$work/tool"
install guest-python/packages.txt "$work/packages"

# componentize-py mounts the packages of the Python it finds, unless a virtual environment is named: name an empty one.
mkdir -p "$work/nothing/lib/python3/site-packages"
say "building $out (takes half a minute)"
start=$(date +%s)
VIRTUAL_ENV="$PWD/$work/nothing" PYTHONPATH="$work/tool" \
    python3 -c 'import sys; from componentize_py import script; sys.exit(script())' \
    --quiet --wit-path wit --world tool componentize --python-path guest-python --python-path "$work/packages" \
    --output "$work/code_interpreter.wasm" toolhost_guest.app
mv "$work/code_interpreter.wasm" "$out"
echo "$inputs" > "$work/inputs"
say "built $out: $(($(wc -c < "$out") / 1048576)) MiB in $(($(date +%s) - start)) s"
