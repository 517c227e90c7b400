# Every workflow of the project. `just` alone lists them.

toolhost := "target/release/toolhost"

# Lists the recipes
default:
    @just --list --unsorted

# Installs what is missing, builds everything, and runs a model's tool calls over real data
demo: setup build guests python
    @bash tests/demo/run.sh

# Passes all tests; builds what they need first
test: setup build guests python hostile
    cargo test --release --package toolhost --package toolhost-tests
    cd guest-tools && cargo test --quiet

# Installs what the build needs and says what only you can install
[group('build')]
setup:
    @bash tests/setup.sh

# Builds the host: the library and the command target/release/toolhost
[group('build')]
build:
    cargo build --release --package toolhost

# Builds the Rust tools into target/tools
[group('build')]
guests:
    cd guest-tools && cargo build --profile guest --target wasm32-wasip2
    bash guest-tools/install.sh

# Builds the Python interpreter into target/tools
[group('build')]
python:
    sh guest-python/build.sh

# Builds the guests that attack the host into target/hostile
[group('build')]
hostile:
    bash tests/hostile/install.sh

# Runs the contract rules over every built component; FILTER is part of a name such as `grep::`
[group('test')]
test-contract *FILTER:
    cargo test --release --package toolhost-tests --test contract -- {{FILTER}}

# Runs the tests of the host whose names contain FILTER, such as `hostile` or `python`
[group('test')]
test-suite *FILTER:
    cargo test --release --package toolhost-tests --test suite -- {{FILTER}}

# Writes the expected files of the wire-format cases anew; look at the difference before you commit it
[group('test')]
bless:
    BLESS=1 cargo test --release --package toolhost-tests --test suite -- protocol

# Writes docs/TOOLS.md anew from what the built tools say about themselves
[group('build')]
docs: setup build guests python
    BLESS=1 cargo test --release --package toolhost-tests --test suite -- document

# Measures calls, starts and the interpreter, beside what was aimed for; takes about three minutes
[group('measure')]
bench: build guests python hostile
    cargo bench --profile release --package toolhost-tests

# Shows the size of every component
[group('measure')]
size:
    @du --bytes target/tools/*.wasm | sort --numeric-sort

# Checks formatting and lints; warnings are errors
[group('check')]
lint:
    cargo fmt --all --check
    cargo clippy --release --workspace --all-targets -- -D warnings
    cd guest-tools && cargo fmt --all --check && cargo clippy --all-targets -- -D warnings
    cd tests/hostile && cargo fmt --all --check && cargo clippy --profile guest --target wasm32-wasip2 --examples -- -D warnings

# Formats everything
[group('check')]
fmt:
    cargo fmt --all
    cd guest-tools && cargo fmt --all
    cd tests/hostile && cargo fmt --all

# Checks dependencies for known vulnerabilities, licences and sources
[group('check')]
deny:
    bash tests/deny.sh

# Everything that has to pass before a change lands
[group('check')]
ci: lint deny test
