#!/bin/sh
# Fuzzes the ways in for bytes from others, with libFuzzer and AddressSanitizer: `scripts/fuzz.sh [SECONDS [TARGET …]]`,
# each target for SECONDS (30). What was found interesting is kept in `.journey/fuzz`, and an input that breaks something
# ends the run with its file's name.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

seconds=${1:-30}
[ $# -eq 0 ] || shift
set_up tool
export JOURNEY_ONLY=FuzzRunner SWIFT_BACKTRACE=enable=no
export LSAN_OPTIONS="suppressions=$ROOT/scripts/sanitize/leaks.txt:print_suppressions=0"
# Of several -sanitize the compiler heeds the last, so that both stand in one: without the first the fuzzer sees nothing.
swift_build "Building the fuzzer:" -c release --sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer,address \
    --scratch-path "$ROOT/.build-fuzz" --product FuzzRunner
runner="$ROOT/.build-fuzz/release/FuzzRunner"
# shellcheck disable=SC2046 # a list of words
[ $# -gt 0 ] || set -- $(JOURNEY_FUZZ_TARGET=list "$runner")

for target in "$@"; do
    corpus="$ROOT/.journey/fuzz/$target"
    mkdir -p "$corpus"
    public=''
    vectors=${JOURNEY_VECTORS:-$ROOT/../shared/vectors}
    if [ "$target" = json ] && [ -d "$vectors/json/test_parsing" ]; then public="$vectors/json/test_parsing"; fi
    # shellcheck disable=SC2086 # nothing, or one folder
    if JOURNEY_FUZZ_TARGET="$target" JOURNEY_FUZZ_SEEDS="$corpus" "$runner" "$corpus" $public \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -max_len=65536 -artifact_prefix="$corpus/broken-" \
        >"$corpus.log" 2>&1 </dev/null; then
        covered=$(sed -n 's/^#[0-9]*[[:space:]].*cov: \([0-9]*\) .*/\1/p' "$corpus.log" | sed -n '1p;$p' | paste -s -d ' ' -)
        [ -n "$covered" ] || stop 1 "$target is not instrumented: the fuzzer saw nothing of it; the whole output is in $corpus.log."
        say "$target: $(sed -n 's/^Done \([0-9]*\) runs.*/\1 runs/p' "$corpus.log"), branches seen from ${covered% *} to ${covered#* }, $(find "$corpus" -type f | wc -l) inputs kept, nothing broke."
    else
        tail -n 30 "$corpus.log" >&2
        stop 1 "$target broke; the input is in $corpus, the whole output in $corpus.log."
    fi
done
