#!/bin/sh
# Everything that must hold: formatting, scripts, Apple's side against stubs, a build in which warnings are errors, the
# documentation's site, all tests (the house test among them), and the end-to-end run in a real web engine. Arguments go to `swift test`, such as `--filter HouseTests`.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up test
set_up_python
find_swift
check_sources
[ $# -gt 0 ] || "$ROOT/scripts/apple-check.sh"
swift_build "Building everything:" --build-tests
[ $# -gt 0 ] || "$ROOT/scripts/docs.sh" --built
export GTK_A11Y=none DBUS_SESSION_BUS_ADDRESS=disabled: WEBKIT_A11Y_BUS_ADDRESS=

# What passed is counted at the end; what failed, and what was skipped, is shown. A name may run over several lines.
failures_only() {
    awk '
        /prohibited flag|^\[0\/1\]/ { next }
        /^◇/ { skipping = "started[.]$" }
        /^✔ (Test|Suite) / && !/^✔ Test run/ { skipping = "seconds[.]$" }
        skipping != "" { if ($0 ~ skipping) skipping = ""; next }
        { print; fflush() }'
}

run_tests() {
    exec 4>&1
    status=$({
        {
            code=0
            swift test --skip-build --disable-xctest "$@" 2>&1 </dev/null || code=$?
            echo "$code" >&3
        } | failures_only >&4
    } 3>&1)
    exec 4>&-
    return "$status"
}

# Last, one after the other, the runs in a real engine, whose clocks are a person's.
run_all() {
    in_turns run_tests && run_tests --filter EndToEndTests --no-parallel
}
if [ $# -gt 0 ]; then with_display run_tests "$@"; else with_display run_all; fi
