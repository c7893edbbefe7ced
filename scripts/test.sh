#!/bin/sh
# Everything that must hold: formatting, scripts, Apple's side against stubs, a build in which warnings are errors, the
# documentation's site, all tests (the house test among them), and the end-to-end run in a real web engine. Ends with the
# slowest tests and a total, and fails when the run has left a process or a temporary file. Arguments go to `swift test`,
# such as `--filter HouseTests`.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up test
set_up_python
set_up_vectors
find_swift
contain "$ROOT/scripts/test.sh" "$@"
check_sources
[ $# -gt 0 ] || "$ROOT/scripts/apple-check.sh"
swift_build "Building everything:" --build-tests
[ $# -gt 0 ] || "$ROOT/scripts/docs.sh" --built
export GTK_A11Y=none DBUS_SESSION_BUS_ADDRESS=disabled: WEBKIT_A11Y_BUS_ADDRESS=

# Last, in two processes, the tests in a real engine, whose timeouts are in real time: the command-line tools' suites, and the rest.
run_all() {
    run_in_groups run_tests && run_both run_tests EndToEndTests "$COMMANDS" --no-parallel
}
begin_tests
code=0
if [ $# -gt 0 ]; then with_display run_tests "$@" || code=$?; else with_display run_all || code=$?; fi
end_tests
exit "$code"
