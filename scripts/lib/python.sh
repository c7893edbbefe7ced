# Python's side: a virtual environment with pinned hashes, for the tests that let an independent program judge ours.
# shellcheck shell=sh

# Makes `.journey/python` when it is missing or older than what is pinned. Without a network the tests that need it say
# so and are skipped.
set_up_python() {
    pinned="$ROOT/scripts/python/requirements.txt"
    environment="$ROOT/.journey/python"
    if cmp -s "$pinned" "$environment/requirements.txt"; then return; fi
    say "Installing Python's packages: $(sed -n 's/==.*//p' "$pinned" | tr '\n' ' ')"
    rm -rf "$environment"
    mkdir -p "$ROOT/.journey"
    if python3 -m venv "$environment" >"$ROOT/.journey/python.log" 2>&1 &&
        "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
            --only-binary :all: \
            --requirement "$pinned" >>"$ROOT/.journey/python.log" 2>&1 </dev/null; then
        cp "$pinned" "$environment/requirements.txt"
    else
        rm -rf "$environment"
        say "Python's packages could not be installed: the tests that need them will be skipped (.journey/python.log)."
    fi
}
