#!/bin/sh
# Runs the test suite under AddressSanitizer (with leak checks) and under ThreadSanitizer: `scripts/sanitize.sh [address]
# [thread]`. Each has a build folder of its own. Without a display the tests in a real engine skip themselves: WebKit's
# processes are not ours to sanitize. What is let through, and why, stands in scripts/sanitize.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

[ $# -gt 0 ] || set -- address thread
for sanitizer in "$@"; do
    case $sanitizer in address | thread) ;; *) stop 2 "there is address and thread, and no $sanitizer." ;; esac
done
set_up test
set_up_python
export SWIFT_BACKTRACE=enable=no
unset DISPLAY WAYLAND_DISPLAY

# Runs the tests of one turn; the whole output goes to a file of their name. Usage: run_under SANITIZER NAME FLAG…
run_under() {
    kind=$1
    case $3 in --filter) what=${4%%|*} ;; *) what=rest ;; esac
    output="$ROOT/.journey/sanitize-$2-$what.log"
    shift 2
    # Many at once take longer under this one than the time that a handshake has.
    [ "$kind" != thread ] || set -- --no-parallel "$@"
    code=0
    swift test --skip-build --disable-xctest --sanitize="$kind" --scratch-path "$ROOT/.build-$kind" "$@" \
        >"$output" 2>&1 </dev/null || code=$?
    grep -E '^✘|SUMMARY: |Test run with' "$output" | sort | uniq -c >&2 || true
    [ "$code" = 0 ] || stop 1 "the $kind sanitizer or a test under it complained; the whole output is in $output."
}

for sanitizer in "$@"; do
    swift_build "Building for the $sanitizer sanitizer:" --build-tests --sanitize="$sanitizer" \
        --scratch-path "$ROOT/.build-$sanitizer"
    say "Running the tests under the $sanitizer sanitizer."
    export JOURNEY_SANITIZER="$sanitizer"
    if [ "$sanitizer" = thread ]; then
        clang -D_GNU_SOURCE -shared -fPIC -O1 -Wall -Werror -o "$ROOT/.journey/mutex.so" "$ROOT/scripts/sanitize/mutex.c"
        TSAN_OPTIONS="suppressions=$ROOT/scripts/sanitize/races.txt:exitcode=66" LD_PRELOAD="$ROOT/.journey/mutex.so" \
            run_in_groups run_under thread thread
    else
        export ASAN_OPTIONS=detect_leaks=1
        LSAN_OPTIONS="suppressions=$ROOT/scripts/sanitize/leaks.txt" run_in_groups run_under address address
        # Once more where OpenSSL is used most, with whole stacks, so that what it holds for us is told from what it keeps.
        ASAN_OPTIONS=detect_leaks=1:fast_unwind_on_malloc=0 \
            LSAN_OPTIONS="suppressions=$ROOT/scripts/sanitize/leaks-crypto.txt" \
            run_under address address-crypto --filter JourneyCryptoTests
    fi
done
say "Nothing to report."
