# Runs tests: shows what failed or was skipped, ends with the slowest and a total, and leaves nothing behind.
# shellcheck shell=sh

# Starts this script again under scripts/lib/contain.py, which ends all its processes and removes all its temporary files,
# however it ends. What is to outlive the run, such as packages, is set up before. Usage: contain "$0" "$@"
contain() {
    [ -z "${JOURNEY_CONTAINED:-}" ] || return 0
    export JOURNEY_CONTAINED=1
    exec python3 "$ROOT/scripts/lib/contain.py" "$@"
}

# To be called once before the first `run_tests`.
begin_tests() {
    mkdir -p "$ROOT/.journey"
    TEST_TIMES="$ROOT/.journey/test-times.tsv"
    : >"$TEST_TIMES"
    tests_began=$(date +%s)
}

# What passed is counted, and what failed or was skipped is shown. Each test's seconds and name go to $TEST_TIMES.
# A name may run over several lines.
show_failures() {
    awk -v times="$TEST_TIMES" '
        function note(text,    kind) {
            if (!match(text, / (passed|failed) after [0-9.]+ seconds/)) return
            kind = substr(text, RSTART, RLENGTH)
            text = substr(text, 1, RSTART - 1)
            sub(/^[^ ]* Test /, "", text)
            sub(/ with [0-9]+ test cases?$/, "", text)
            gsub(/\t/, " ", text)
            split(kind, words, " ")
            print words[3] "\t" words[1] "\t" text >> times
        }
        /prohibited flag|^\[0\/1\]/ { next }
        /^◇/ { skipping = "started[.]$" }
        /^✔ (Test|Suite) / && !/^✔ Test run/ { skipping = "seconds[.]$" }
        skipping != "" {
            text = text == "" ? $0 : text " " $0
            if ($0 ~ skipping) {
                if (text ~ /^✔ Test /) note(text)
                skipping = text = ""
            }
            next
        }
        /^✘ Test / && !/^✘ Test (run|case)/ && !/ recorded an issue / { failing = 1 }
        failing {
            text = text == "" ? $0 : text " " $0
            if ($0 ~ / failed after [0-9.]+ seconds/) { note(text); failing = 0; text = "" }
        }
        /^➜ Test / { print "0\tskipped\t" $0 >> times }
        { print; fflush() }'
}

# Runs `swift test` with these arguments on what is built. Usage: run_tests ARGUMENT…
run_tests() {
    exec 4>&1
    status=$({
        {
            code=0
            swift test --skip-build --disable-xctest "$@" 2>&1 </dev/null || code=$?
            echo "$code" >&3
        } | show_failures >&4
    } 3>&1)
    exec 4>&-
    return "$status"
}

# Shows the ten slowest tests and the total.
end_tests() {
    say "The slowest tests, in seconds (from their start, so with the wait for others that run at the same time):"
    sort -t "$(printf '\t')" -k 1,1 -rn "$TEST_TIMES" | head -n 10 | awk -F '\t' '{ printf "%8.1f  %s\n", $1, $3 }' >&2
    awk -F '\t' -v seconds="$(($(date +%s) - tests_began))" '
        { count[$2]++ }
        END {
            printf "%d tests passed, %d failed, %d were skipped, in %d:%02d minutes.\n", count["passed"], count["failed"],
                count["skipped"], seconds / 60, seconds % 60
        }' "$TEST_TIMES" >&2
}
